/** The time of a call was over before it could be done. */
class CallLate extends Error {}

export interface Deadline {
  readonly signal: AbortSignal
  /** From here on it is done whatever the clock says; throws when it is too late for that. Before the commit. */
  close(): void
}

/**
 * What the work answers, or what is said in its place when the time is over. A change is then undone, because it closes
 * before its commit: nobody is told that something was late and finds it done.
 */
export async function underDeadline<T>(
  millis: number,
  work: (deadline: Deadline) => Promise<T>,
  late: () => T,
): Promise<T> {
  const life = new AbortController()
  const until = performance.now() + millis
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const expire = (): void => life.abort(new CallLate('its time is over'))
  const expired = new Promise<T>((resolve) => {
    timer = setTimeout(() => {
      if (isClosed) return
      expire()
      resolve(late())
    }, millis)
  })
  const done = work({
    signal: life.signal,
    close() {
      // A timer gets no turn while the database is in this process and busy.
      if (performance.now() >= until) expire()
      life.signal.throwIfAborted()
      isClosed = true
    },
  })
  try {
    const result = await Promise.race([done, expired])
    return isClosed || performance.now() < until ? result : late()
  } finally {
    clearTimeout(timer)
  }
}
