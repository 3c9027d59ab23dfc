import type { Engine } from './run-job.ts'

const MILLIS = 5000
const untilOf = new WeakMap<Engine, Map<string, number>>()

/** Leaves alone for a moment what could not be done just now: those behind it are looked at meanwhile. */
export function putBack(engine: Engine, id: string): void {
  const until = untilOf.get(engine) ?? new Map<string, number>()
  untilOf.set(engine, until.set(id, performance.now() + MILLIS))
}

/** What is left alone at this moment. */
export function putBackIds(engine: Engine): string[] {
  const until = untilOf.get(engine) ?? new Map<string, number>()
  for (const [id, moment] of until) if (moment <= performance.now()) until.delete(id)
  return [...until.keys()]
}
