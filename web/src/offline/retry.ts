const FIRST_SECONDS = 2
const LONGEST_SECONDS = 60

/** Tries again by itself, ever more slowly, and at once when something gives hope: signal, or the page is looked at. */
export interface Retry {
  /** After a try that did not get through. */
  later(seconds?: number): void
  /** After one that did. */
  done(): void
  close(): void
}

export function retryWith(attempt: () => void): Retry {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const now = (): void => {
    clearTimeout(timer)
    attempt()
  }
  const whenSeen = (): void => {
    if (document.visibilityState === 'visible') now()
  }
  window.addEventListener('online', now)
  document.addEventListener('visibilitychange', whenSeen)
  return {
    later(seconds) {
      clearTimeout(timer)
      const pause = seconds ?? Math.min(FIRST_SECONDS * 2 ** failures, LONGEST_SECONDS)
      failures += 1
      timer = setTimeout(attempt, pause * 1000)
    },
    done() {
      clearTimeout(timer)
      failures = 0
    },
    close() {
      clearTimeout(timer)
      window.removeEventListener('online', now)
      document.removeEventListener('visibilitychange', whenSeen)
    },
  }
}
