import type { EventStrategy, WorkflowDocument } from './document.schema.ts'

/** What the document says about when it starts. */
export interface DocumentTrigger {
  kind: 'event' | 'schedule'
  /** Types of events that may start it; `*` for all. */
  eventTypes?: string[]
  cron?: string
}

export function triggersOf({ schedule }: WorkflowDocument): DocumentTrigger[] {
  const triggers: DocumentTrigger[] = []
  if (schedule?.cron !== undefined) triggers.push({ kind: 'schedule', cron: schedule.cron })
  if (schedule?.on) triggers.push({ kind: 'event', eventTypes: typesIn(schedule.on) })
  return triggers
}

function typesIn({ one, any, all }: EventStrategy): string[] {
  const filters = all ?? any ?? (one ? [one] : [])
  const types = filters.map(({ with: { type } }) => (typeof type === 'string' && !type.startsWith('${') ? type : '*'))
  return types.length === 0 || types.includes('*') ? ['*'] : [...new Set(types)]
}

/** The version that a run gets, by a number from 0 to 99 that belongs to it. */
export function routedVersion(routes: readonly { version: number; weight: number }[], lot: number): number | undefined {
  let below = 0
  for (const { version, weight } of routes) {
    below += weight
    if (lot < below) return version
  }
  return routes.at(-1)?.version
}
