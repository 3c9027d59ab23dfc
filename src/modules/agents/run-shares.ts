import { havingAtLeast, rhythmOf } from '#core/shares.ts'
import type { Claimed } from './run-lease.queries.ts'

/** Takes so many runs that are due, but none of these workspaces. */
type Take = (count: number, without: readonly string[]) => Promise<Claimed[]>

/**
 * A workspace that has a quarter of the places of this process gets no more while others wait: a model of its own that
 * hangs would stop the runs of everybody. What nobody else wants it may have, but for another quarter; and so it is while
 * it is not yet time to look past it again, as it may have very many runs.
 */
export function sharing(
  places: number,
  take: Take,
): (wanted: number, running: readonly Claimed[]) => Promise<Claimed[]> {
  const share = Math.ceil(places / 4)
  const isTime = rhythmOf()

  return async (wanted, running) => {
    const runs: Claimed[] = []
    try {
      while (runs.length < wanted) {
        const full = havingAtLeast(share, [...running, ...runs])
        // A few at a time, or one look could give all places to the first workspace.
        const few = Math.min(share, wanted - runs.length)
        const some = await (full.length > 0 ? isTime(() => take(few, full)) : take(few, full))
        runs.push(...some)
        if (some.length === few) continue
        // Nobody else waits, or it is not their time yet. A share stays free for who comes while these hang.
        const spare = wanted - runs.length - share
        if (full.length > 0 && spare > 0) runs.push(...(await take(spare, [])))
        break
      }
    } catch (error) {
      // What is taken already is worked on; the next look finds out by itself.
      if (runs.length === 0) throw error
    }
    return runs
  }
}
