import { Problem } from '../shell/problem.ts'
import type { Api, Tagged } from '../shell/request.ts'

const TRIES_MAX = 4

/** Somebody else has changed the same fields since. */
export class Conflict<Thing> extends Problem {
  readonly current: Tagged<Thing>
  readonly fields: readonly string[]

  constructor(problem: Problem, current: Tagged<Thing>, fields: readonly string[]) {
    super(problem.status, { code: problem.code, detail: problem.message })
    this.current = current
    this.fields = fields
  }
}

interface Sending<Thing, Result> {
  api: Api
  /** Where what it is now is asked for. */
  path: string
  /** What the change is based on, with its mark. */
  seen: Tagged<Thing>
  /** Which fields of the change are neither as they were seen nor as they shall be. */
  conflictsIn(current: Thing): readonly string[]
  /** Another basis is another request, and so has another key. */
  send(match: string, key: string): Promise<Result>
}

/**
 * Changes a thing on the basis of what was seen of it. Whoever else has changed other fields meanwhile keeps theirs and
 * we ours; where it is the same field nothing is overwritten, and it is asked.
 */
export async function sendVersioned<Thing, Result>(
  { api, path, seen, conflictsIn, send }: Sending<Thing, Result>,
  key: string,
): Promise<Result> {
  let { tag } = seen
  for (let tries = 1; ; tries++) {
    try {
      return await send(tag, tries === 1 ? key : `${key}.${tries}`)
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 412 || tries === TRIES_MAX) throw error
      const current = await api.readTagged<Thing>(path)
      const fields = conflictsIn(current.value)
      if (fields.length > 0) throw new Conflict(error, current, fields)
      tag = current.tag
    }
  }
}

/** The same for a thing whose fields are sent as they are. */
export function sendFields<Thing extends object>(
  api: Api,
  path: string,
  { seen, changes }: { seen: Tagged<Thing>; changes: object },
  key: string,
): Promise<Tagged<Thing>> {
  const conflictsIn = (current: Thing): string[] => takenFields(seen.value, current, changes)
  const send = (match: string, own: string): Promise<Tagged<Thing>> =>
    api.sendTagged(path, { method: 'PATCH', body: changes, key: own, match })
  return sendVersioned({ api, path, seen, conflictsIn, send }, key)
}

/** The mark of a version: the number is what counts; what follows it tells two ways of writing the same apart. */
export function tagOf({ version }: { version: number }): string {
  return `"${version}.console"`
}

/** The fields of a change that somebody else has changed to something else meanwhile. */
export function takenFields<Thing extends object>(seen: Thing, current: Thing, changes: object): string[] {
  const valueOf = (thing: object, field: string): string => plain((thing as Record<string, unknown>)[field])
  return Object.keys(changes).filter((field) => {
    const now = valueOf(current, field)
    return now !== valueOf(seen, field) && now !== valueOf(changes, field)
  })
}

/** What of a form is sent: the fields that differ from what was seen. The others may be somebody else's by now. */
export function differing<Fields extends object>(seen: object, wanted: Fields): Partial<Fields> {
  const before = new Map(Object.entries(seen))
  const fields = Object.entries(wanted).filter(([field, value]) => plain(value) !== plain(before.get(field)))
  return Object.fromEntries(fields) as Partial<Fields>
}

/** A value as it is compared: the same minute is written with and without its seconds, fields stand in any order. */
export function plain(value: unknown): string {
  if (typeof value === 'string' && /^\d\d:\d\d:00$/.test(value)) return plain(value.slice(0, 5))
  return JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
