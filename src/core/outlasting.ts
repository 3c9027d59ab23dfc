import type { Log } from './context.ts'
import { coreFailures, fail } from './errors.ts'

/** Of one lane: what is slow there must not fill the memory, nor stand in the way of others. */
const RUNNING_MAX = 50

interface Patience<T> {
  /** Those who wait for the same thing share a lane. */
  lane: string
  millis: number
  /** What is said in place of an answer; it may refuse. */
  late(): T
}

/** Work that may outlast the request it came with. It is in memory only, so it is bounded and waited for at the end. */
export interface OutlastingWork {
  /** What the work gives, or after `millis` what `late` says: the work then goes on by itself. */
  within<T>(work: () => Promise<T>, patience: Patience<T>): Promise<T>
  /** Does the work now, and again after every so many seconds. A failure changes nothing. */
  every(seconds: number, what: string, work: () => Promise<unknown>): void
  /** Looks no more by itself, and waits for what is under way. */
  close(): Promise<void>
}

export function openOutlastingWork(log: Log): OutlastingWork {
  const lanes = new Map<string, Set<Promise<unknown>>>()
  const timers: NodeJS.Timeout[] = []

  async function begin<T>(lane: string, work: () => Promise<T>): Promise<T> {
    const running = lanes.get(lane) ?? new Set()
    lanes.set(lane, running)
    if (running.size >= RUNNING_MAX) fail(coreFailures.unavailable, { cause: new Error(`too much at once: ${lane}`) })
    const begun = work()
    const ended: Promise<void> = begun.then(
      () => void running.delete(ended),
      () => void running.delete(ended),
    )
    running.add(ended)
    return begun
  }

  return {
    async within(work, { lane, millis, late }) {
      const begun = begin(lane, work)
      const timeout = Promise.withResolvers<'late'>()
      const timer = setTimeout(timeout.resolve, millis, 'late')
      try {
        const first = await Promise.race([begun.then((value) => ({ value })), timeout.promise])
        if (first !== 'late') return first.value
      } finally {
        clearTimeout(timer)
      }
      begun.catch((error: unknown) => log.error({ err: error, lane }, 'what went on in the background has failed'))
      return late()
    },
    every(seconds, what, work) {
      const again = (): void => {
        // It only fetches ahead: whoever needs what is missing asks again, and that failure is told. Where the other side
        // cannot be reached at all, as in a demo, a warning each time would say nothing new.
        begin(what, work).catch((error: unknown) => log.debug({ err: error }, `${what}: not now`))
      }
      timers.push(setInterval(again, seconds * 1000).unref())
      again()
    },
    async close() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all([...lanes.values()].flatMap((running) => [...running]))
    },
  }
}
