import type { Format } from '../../language/format.ts'
import type { ToolCall, Turn } from './session-view.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const DAY = /^\d{4}-\d\d-\d\d$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/
/** What things are called by, the best first. */
const CALLED = ['name', 'title', 'fullName', 'displayName', 'subject', 'shortId'] as const

type Names = ReadonlyMap<string, string>

/** The names of what the agent was told of so far, by id. */
export function namesIn(turns: readonly Turn[]): Names {
  const calls = turns.flatMap((turn) => (turn.kind === 'answer' ? turn.calls : []))
  return new Map(calls.flatMap((call) => [...namesOf(call)]))
}

/** A call does not change once it is answered: what stands in it is looked for once. */
const found = new WeakMap<ToolCall, Names>()

function namesOf(call: ToolCall): Names {
  const known = found.get(call)
  if (known) return known
  const names = new Map<string, string>()
  if (call.output !== undefined) collect(parsed(call.output), names)
  found.set(call, names)
  return names
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function collect(value: unknown, names: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) return
  const thing = new Map<string, unknown>(Object.entries(value))
  const name = CALLED.map((each) => thing.get(each)).find((each) => typeof each === 'string' && each !== '')
  for (const field of ['id', 'userId']) {
    const id = thing.get(field)
    if (typeof id === 'string' && ID.test(id) && typeof name === 'string') names.set(id.toLowerCase(), name)
  }
  for (const part of thing.values()) collect(part, names)
}

export function isId(text: string): boolean {
  return ID.test(text)
}

/** What a tool is told, as people say it: the name in place of the id, and days and times in the reader's form. */
export function spokenIn(text: string, { names, format, timezone }: Speech): string {
  if (ID.test(text)) return names.get(text.toLowerCase()) ?? text
  if (TIME.test(text)) return format.time(text)
  if (Number.isNaN(Date.parse(text))) return text
  if (DAY.test(text)) return format.shortDay(text)
  return INSTANT.test(text) ? format.briefAt(text, timezone) : text
}

export interface Speech {
  names: Names
  format: Format
  timezone: string
}
