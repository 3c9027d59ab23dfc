import { coreFailures, fail } from './errors.ts'

/** Runs work a few at a time, in order; refuses when too many wait already. */
export function turns(atOnceMax: number, waitingMax = Infinity): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnceMax) {
      if (waiting.length >= waitingMax) fail(coreFailures.unavailable, { retryAfterSeconds: 5 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
