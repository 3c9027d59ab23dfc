import type { Bus } from './bus.ts'
import { oneAtATime } from './batching.ts'

const SOON_MILLIS = 500

/** Short messages between all processes, each about one thing. One may get lost: whoever waits looks again by itself. */
export interface Signals {
  /** After the commit, so that whoever looks finds it. */
  send(key: string): void
  /** For frequent events: batches this process's signals, and sends each key once within a second. */
  sendSoon(key: string): void
  /** Answers how to stop listening. */
  on(key: string, handler: () => void): () => void
  /** Until the key is named, this long at most. Listening begins with the call. */
  wait(key: string, millis: number): Promise<void>
}

export function openSignals(bus: Pick<Bus, 'on' | 'publish'>, topic: string): Signals {
  const handlers = new Map<string, Set<() => void>>()
  bus.on(topic, (key) => handlers.get(key)?.forEach((handle) => handle()))

  // Those that come while the last ones are on their way go together, each once.
  const publish = oneAtATime<string>((keys) => bus.publish(...[...new Set(keys)].map((key) => `${topic}:${key}`)))

  function on(key: string, handler: () => void): () => void {
    const all = handlers.get(key) ?? new Set()
    handlers.set(key, all.add(handler))
    return () => {
      all.delete(handler)
      if (all.size === 0) handlers.delete(key)
    }
  }

  const soon = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  function sendSoon(key: string): void {
    soon.add(key)
    timer ??= setTimeout(() => {
      timer = undefined
      soon.forEach(send)
      soon.clear()
    }, SOON_MILLIS).unref()
  }
  function send(key: string): void {
    // This signal covers any pending one for the key.
    soon.delete(key)
    void publish(key).catch(() => {})
  }

  return {
    send,
    sendSoon,
    on,
    wait: (key, millis) =>
      new Promise((resolve) => {
        const timer = setTimeout(done, millis)
        const off = on(key, done)
        function done(): void {
          clearTimeout(timer)
          off()
          resolve()
        }
      }),
  }
}
