/** The workspaces that have so many of these or more. */
export function havingAtLeast(least: number, running: readonly { workspaceId: string }[]): string[] {
  const counts = new Map<string, number>()
  for (const { workspaceId } of running) counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1)
  return [...counts].flatMap(([workspaceId, count]) => (count >= least ? [workspaceId] : []))
}

/** To look past all that a workspace has waiting costs the more, the more there is: the pause is so many times as long. */
const PAUSE_TIMES = 20

interface Rhythm {
  /** A pause is never shorter than this. */
  leastMillis?: number
  /** Nor longer than this; but never shorter than the look before it, so that looking takes half of the time at most. */
  mostMillis?: number
  /** Told at the end of a pause in which somebody wanted to look. */
  onTime?(): void
}

/** Looks, unless it is not yet time to look again. */
export function rhythmOf({ leastMillis = 0, mostMillis = Infinity, onTime }: Rhythm) {
  let nextAt = 0
  let timer: NodeJS.Timeout | undefined

  function ringAfter(millis: number): void {
    if (!onTime) return
    timer ??= setTimeout(() => {
      timer = undefined
      onTime()
    }, millis).unref()
  }

  return async (look: () => Promise<unknown>): Promise<void> => {
    const from = performance.now()
    if (from < nextAt) return ringAfter(Math.ceil(nextAt - from))
    try {
      await look()
    } finally {
      const until = performance.now()
      const took = until - from
      nextAt = until + Math.max(leastMillis, Math.min(Math.max(mostMillis, took), took * PAUSE_TIMES))
    }
  }
}
