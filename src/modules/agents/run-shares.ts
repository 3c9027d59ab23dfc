import { havingAtLeast, rhythmOf } from '#core/shares.ts'
import type { Claimed } from './run-lease.queries.ts'

/** Takes so many runs that are due, but none of these workspaces. */
type Take = (count: number, without: readonly string[]) => Promise<Claimed[]>

/** From one look past a workspace to the next, whatever it has cost: people wait. */
const PAUSE_MILLIS_MAX = 1000

/**
 * Shares the places of this process among workspaces: one whose own model hangs must not stop the runs of everybody. A
 * workspace that has a quarter of the places gets no more while others wait. What nobody else wants it may have, but for
 * the last quarter. Of what is left nobody gets more than half, or the next one that hangs would have all of it.
 *
 * To find out whether others wait means to look past all runs of the full workspaces, which may be very many. So that is
 * done only now and then; in between nobody else is taken to wait. `onTime` is told when it is time again, if anybody
 * asked meanwhile.
 */
export function sharing(
  places: number,
  take: Take,
  onTime: () => void,
): (wanted: number, running: readonly Claimed[]) => Promise<Claimed[]> {
  const share = Math.ceil(places / 4)
  const isTime = rhythmOf({ mostMillis: PAUSE_MILLIS_MAX, onTime })

  return async (wanted, running) => {
    const runs: Claimed[] = []
    const left = () => wanted - runs.length
    const full = () => havingAtLeast(Math.min(share, left()), [...running, ...runs])

    /** A few at a time, or one look could give all places to the first workspace. False when there are no more. */
    async function takeFew(without: readonly string[]): Promise<boolean> {
      const few = Math.min(share, Math.ceil(left() / 2))
      const some = await take(few, without)
      runs.push(...some)
      return some.length === few
    }

    async function lookPast(): Promise<void> {
      while (left() > 0 && (await takeFew(full())));
    }

    try {
      while (left() > 0 && full().length === 0) if (!(await takeFew([]))) return runs
      if (left() > 0) await isTime(lookPast)
      // Nobody else waits, or it is not their time yet. A share stays free for who comes while these hang.
      const spare = left() - share
      if (spare > 0) runs.push(...(await take(spare, [])))
    } catch (error) {
      // What is taken already is worked on; the next look finds out by itself.
      if (runs.length === 0) throw error
    }
    return runs
  }
}
