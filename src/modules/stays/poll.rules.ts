const USUAL_SECONDS = 5 * 60
const LONGEST_SECONDS = 3 * 3600

/**
 * Seconds until the next poll: five minutes, and after failures twice as long each time. A tenth more or less, by
 * chance, so that those who began together do not go on together. Who asks for patience gets it.
 */
export function pauseAfter(failures: number, retryAfterSeconds: number | undefined, chance: number): number {
  const pause = Math.min(USUAL_SECONDS * 2 ** Math.min(failures, 10), LONGEST_SECONDS)
  return Math.ceil(Math.max(pause * (0.9 + 0.2 * chance), retryAfterSeconds ?? 0))
}
