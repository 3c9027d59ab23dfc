import type { Log } from './context.ts'

/** Tells of a trouble that may come back every second, but not every second. */
export type Report = (error: unknown, text: string) => void

const QUIET_MILLIS = 10_000

export function reporter(log: Log): Report {
  const heard = new Map<string, { at: number; repeated: number }>()
  return (error, text) => {
    const last = heard.get(text)
    if (last && performance.now() - last.at < QUIET_MILLIS) {
      last.repeated += 1
      return
    }
    log.warn({ err: error, repeated: last?.repeated ?? 0 }, text)
    heard.set(text, { at: performance.now(), repeated: 0 })
  }
}
