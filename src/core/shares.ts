/** The workspaces that have so many of these or more. */
export function havingAtLeast(least: number, running: readonly { workspaceId: string }[]): string[] {
  const counts = new Map<string, number>()
  for (const { workspaceId } of running) counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1)
  return [...counts].flatMap(([workspaceId, count]) => (count >= least ? [workspaceId] : []))
}

/** To look past all that a workspace has waiting costs the more, the more there is: a twentieth of the time at most. */
const PAUSE_TIMES = 20

/** Looks, or answers nothing when it is not yet time to look again; at least so long passes in between. */
export function rhythmOf(everyMillis = 0): <T>(look: () => Promise<T[]>) => Promise<T[]> {
  let nextAt = 0
  return async (look) => {
    const from = performance.now()
    if (from < nextAt) return []
    const found = await look()
    nextAt = performance.now() + Math.max(everyMillis, (performance.now() - from) * PAUSE_TIMES)
    return found
  }
}
