import { setTimeout as sleep } from 'node:timers/promises'

/** Data that the database cannot take, or more than fits a text: one that brings it must not take the others with it. */
function isOfOne(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return error instanceof RangeError || (typeof code === 'string' && code.startsWith('22'))
}

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

interface Gathering {
  countMax?: number
  /** Where a crowd comes all the time: from the beginning of one statement to that of the next. */
  crowdMillis?: number
}

/** So many at once are a crowd. */
const CROWD = 3

/**
 * One statement for all who ask while the last one is under way. A lone caller waits for nobody; under load the cost of
 * a trip to the database is shared. `run` answers one result for each item, in their order.
 */
export function gathered<Item, Result>(
  run: (key: string, items: Item[]) => Promise<Result[]>,
  { countMax = 200, crowdMillis = 0 }: Gathering = {},
): (key: string, item: Item) => Promise<Result> {
  const queues = new Map<string, Waiting<Item, Result>[]>()

  async function alone(key: string, { item, resolve, reject }: Waiting<Item, Result>): Promise<void> {
    try {
      const [result] = await run(key, [item])
      resolve(result as Result)
    } catch (error) {
      reject(error)
    }
  }

  async function serve(key: string): Promise<void> {
    for (;;) {
      const batch = queues.get(key)?.splice(0, countMax) ?? []
      if (batch.length === 0) return void queues.delete(key)
      const startedAt = performance.now()
      try {
        const results = await run(
          key,
          batch.map(({ item }) => item),
        )
        batch.forEach(({ resolve }, index) => resolve(results[index] as Result))
      } catch (error) {
        if (batch.length > 1 && isOfOne(error)) for (const each of batch) await alone(key, each)
        else batch.forEach(({ reject }) => reject(error))
      }
      const pauseMillis = batch.length < CROWD ? 0 : crowdMillis - (performance.now() - startedAt)
      if (pauseMillis > 0) await sleep(pauseMillis)
    }
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key)
      if (queue) return void queue.push({ item, resolve, reject })
      queues.set(key, [{ item, resolve, reject }])
      // After all that the process has just been told, so that those who come together go together.
      setImmediate(() => void serve(key))
    })
}

/** One call at a time; what arrives meanwhile goes together into the next. */
export function oneAtATime<T>(send: (items: T[]) => Promise<unknown>): (item: T) => Promise<void> {
  let next: { items: T[]; sent: Promise<void> } | undefined
  let last: Promise<void> = Promise.resolve()

  async function sendAfter(previous: Promise<void>, items: T[]): Promise<void> {
    await previous.catch(() => {})
    next = undefined
    await send(items)
  }

  return (item) => {
    if (!next) {
      const items: T[] = []
      const sent = sendAfter(last, items)
      next = { items, sent }
      last = sent
    }
    next.items.push(item)
    return next.sent
  }
}
