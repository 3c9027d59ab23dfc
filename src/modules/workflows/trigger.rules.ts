import type { Duration, EventStrategy, WorkflowDocument } from './document.schema.ts'

/** What the document says about when it starts. */
export interface DocumentTrigger {
  kind: 'event' | 'schedule'
  /** Types of events that may start it; `*` for all. */
  eventTypes?: string[]
  cron?: string
  every?: string
  after?: string
}

export function triggersOf({ schedule = {} }: WorkflowDocument): DocumentTrigger[] {
  const { cron, every, after, on } = schedule
  const triggers: DocumentTrigger[] = []
  if (cron !== undefined) triggers.push({ kind: 'schedule', cron })
  if (every !== undefined) triggers.push({ kind: 'schedule', every: isoOf(every) })
  if (after !== undefined) triggers.push({ kind: 'schedule', after: isoOf(after) })
  if (on) triggers.push({ kind: 'event', eventTypes: typesIn(on) })
  return triggers
}

/** Parts as ISO 8601 has them. */
function isoOf(duration: Duration): string {
  if (typeof duration === 'string') return duration
  const { days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0 } = duration
  return `P${days}DT${hours}H${minutes}M${seconds + milliseconds / 1000}S`
}

function typesIn({ one, any, all }: EventStrategy): string[] {
  const filters = all ?? any ?? (one ? [one] : [])
  const types = filters.map(({ with: { type } }) => (typeof type === 'string' && !type.startsWith('${') ? type : '*'))
  return types.length === 0 || types.includes('*') ? ['*'] : [...new Set(types)]
}

/** The version that a run gets of these, by a number from 0 to 99 that belongs to it. */
export function routedVersion(routes: readonly { version: number; weight: number }[], lot: number): number | undefined {
  const total = routes.reduce((sum, { weight }) => sum + weight, 0)
  let below = 0
  for (const { version, weight } of routes) {
    below += weight
    if (lot * total < below * 100) return version
  }
  return routes.at(-1)?.version
}

/** Whether this service follows what sets the workflow off, if only in the shadow. Otherwise it is written down that it was. */
export function mayStart({ owner }: { owner: string }): boolean {
  return owner !== 'legacy'
}

/**
 * What runs are told apart by: those that the document's own triggers start by the workflow, whatever has become of the
 * trigger since.
 */
export function originOf(trigger: { id: string; definitionId: string; source: 'document' | 'api' }): string {
  return trigger.source === 'document' ? trigger.definitionId : trigger.id
}

/** A document whose events are those that a trigger made by hand asks for. */
export function withTrigger(
  document: WorkflowDocument,
  { eventTypes, filter }: { eventTypes: readonly string[]; filter: object | null },
): WorkflowDocument {
  const filters = eventTypes.map((type) => ({ with: { ...filter, ...(type === '*' ? {} : { type }) } }))
  return { ...document, schedule: { on: { any: filters } } }
}

/** Whether a message is one that a chat trigger waits for. */
export function isMeant(
  { channels, phrase }: { channels: readonly string[] | null; phrase: string | null },
  { channel, text }: { channel: unknown; text: unknown },
): boolean {
  if (channels !== null && !channels.some((each) => each === channel)) return false
  return phrase === null || String(text).toLowerCase().includes(phrase.toLowerCase())
}
