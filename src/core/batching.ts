import { setImmediate as nextTurn } from 'node:timers/promises'

/** Data that the database cannot take, or more than fits a text: one that brings it must not take the others with it. */
export function isOfOne(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return error instanceof RangeError || (typeof code === 'string' && /^2[23]/.test(code))
}

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/** Answers one result for each item, in their order. */
type Run<Item, Result> = (items: Item[]) => Promise<Result[]>

const COUNT_MAX = 200

/**
 * One statement for all who ask while the last one is under way. A lone caller waits for nobody; under load the cost of
 * a trip to the database is shared.
 */
export function gathered<Item, Result>(
  run: (key: string, items: Item[]) => Promise<Result[]>,
): (key: string, item: Item) => Promise<Result> {
  const queues = new Map<string, Waiting<Item, Result>[]>()

  async function serve(key: string): Promise<void> {
    for (;;) {
      const batch = queues.get(key)?.splice(0, COUNT_MAX) ?? []
      if (batch.length === 0) return void queues.delete(key)
      await answerAll(batch, (items) => run(key, items))
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

interface Batching {
  /** The most from the beginning of one statement to that of the next. */
  millisMax: number
  /** As many statements may be under way. */
  atOnceMax: number
}

/**
 * The same for what comes by the thousands and need not go one after the other: a statement begins as soon as the process
 * has nothing else to do. While it works for others, waiting costs nothing. A statement does not wait for the one before
 * it: callers who came one by one would leave together, and come together ever after.
 */
export function gatheredWhileBusy<Item, Result>(
  run: Run<Item, Result>,
  { millisMax, atOnceMax }: Batching,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let isGathering = false
  let underWay = 0
  let begunAt = 0

  async function serve(): Promise<void> {
    isGathering = true
    await whileBusy(begunAt + millisMax)
    isGathering = false
    begunAt = performance.now()
    underWay += 1
    const batch = waiting.splice(0, COUNT_MAX)
    serveMore()
    await answerAll(batch, run)
    underWay -= 1
    serveMore()
  }

  function serveMore(): void {
    if (waiting.length > 0 && !isGathering && underWay < atOnceMax) void serve()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      serveMore()
    })
}

async function answerAll<Item, Result>(batch: Waiting<Item, Result>[], run: Run<Item, Result>): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item))
    batch.forEach(({ resolve }, index) => resolve(results[index] as Result))
  } catch (error) {
    if (batch.length > 1 && isOfOne(error)) for (const each of batch) await answerAll([each], run)
    else batch.forEach(({ reject }) => reject(error))
  }
}

/** To the end of this turn of the event loop, and on as long as turns bring something to do; but not beyond then. */
async function whileBusy(until: number): Promise<void> {
  let before: number
  let now = eventCount()
  do {
    before = now
    await nextTurn()
    now = eventCount()
  } while (now !== before && performance.now() < until)
}

/** How many messages from outside the process has worked off so far. */
function eventCount(): number {
  return performance.nodeTiming.uvMetricsInfo.events
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
