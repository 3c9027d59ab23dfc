import type { Claimed } from './run-lease.queries.ts'

/** Takes so many runs that are due, but none of these workspaces. */
type Take = (count: number, without: readonly string[]) => Promise<Claimed[]>

export interface Shares {
  claim(count: number): Promise<Claimed[]>
  /** The run is over here. */
  leave(run: Claimed): void
}

/**
 * A workspace that has a quarter of the places of this process gets no more while others wait: a model of its own that
 * hangs would stop the runs of everybody. What nobody else wants it may have, but for another quarter, and of what is left
 * nobody gets more than half: the next that hangs would have all of it.
 */
export function openShares(places: number, take: Take): Shares {
  const share = Math.ceil(places / 4)
  const held = new Map<string, number>()

  function count({ workspaceId }: Claimed, by: 1 | -1): void {
    const left = (held.get(workspaceId) ?? 0) + by
    if (left > 0) held.set(workspaceId, left)
    else held.delete(workspaceId)
  }

  async function taken(wanted: number, without: readonly string[]): Promise<Claimed[]> {
    const runs = await take(wanted, without)
    for (const run of runs) count(run, 1)
    return runs
  }

  return {
    async claim(wanted) {
      const runs: Claimed[] = []
      try {
        while (runs.length < wanted) {
          const left = wanted - runs.length
          const most = Math.min(share, left)
          const full = [...held].filter(([, number]) => number >= most).map(([workspaceId]) => workspaceId)
          // A few at a time, or one look could give all places to the first workspace.
          const few = Math.min(share, Math.ceil(left / 2))
          const some = await taken(few, full)
          runs.push(...some)
          if (some.length === few) continue
          // Nobody else waits. A share stays free for who comes while these hang.
          const spare = wanted - runs.length - share
          if (full.length > 0 && spare > 0) runs.push(...(await taken(spare, [])))
          break
        }
      } catch (error) {
        // What is taken already is worked on; the next look finds out by itself.
        if (runs.length === 0) throw error
      }
      return runs
    },
    leave: (run) => count(run, -1),
  }
}
