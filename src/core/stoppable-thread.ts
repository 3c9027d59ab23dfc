import { coreFailures, fail } from './errors.ts'
import { FairQueue } from './fair-queue.ts'
import { OneThread, type Lost, type Trade, type Work } from './one-thread.ts'

export { HEAP_MEGABYTES_MAX, type Lost } from './one-thread.ts'

/** Runs what others wrote where it can be stopped. */
export interface StoppableThread<Request, Answer> {
  /** Never fails for what is in the request; fails when too many wait, and as soon as the signal fires. */
  run(whose: string, request: Request, signal?: AbortSignal): Promise<Answer>
  close(): Promise<void>
}

export interface ThreadOptions {
  timeoutMillis?: number
  idleMillis?: number
  /** Of one workspace. */
  waitingMax?: number
  /** How many in all; a workspace uses at most one at a time. */
  threads?: number
}

const TIMEOUT_MILLIS = 250
/** To compile has a time of its own, which only the length of what is compiled makes long. */
const COMPILING_TIMES = 8
const RETRY_SECONDS = 5
const IDLE_MILLIS = 60_000
const WAITING_MAX = 250
/** What keeps coming in is too much for this process, whosever it is. */
const WAITING_IN_ALL_MAX = 2000
/** If one workspace's work never ends, this leaves a thread for everybody else. */
const THREADS = 2
/** Longer than usual work takes. After this, another thread starts for whatever still waits. */
const GROW_MILLIS = 25

export function openStoppableThread<Request, Answer extends object>(
  trade: Trade<Request, Answer>,
  options: ThreadOptions = {},
): StoppableThread<Request, Answer> {
  return new Threads(trade, options)
}

/**
 * Threads that start on demand, stop when idle, and are replaced when a request never ends. Workspaces take turns and
 * use one thread each, so endless work holds up only its own workspace, as long as threads outnumber such workspaces.
 */
class Threads<Request, Answer extends object> implements StoppableThread<Request, Answer> {
  readonly #trade: Trade<Request, Answer>
  readonly #timeoutMillis: number
  readonly #idleMillis: number
  readonly #waitingMax: number
  readonly #threadsMax: number
  readonly #queue = new FairQueue<Work<Request, Answer>>()
  readonly #threads = new Set<OneThread<Request, Answer>>()
  #growing: NodeJS.Timeout | undefined
  #idling: NodeJS.Timeout | undefined

  constructor(trade: Trade<Request, Answer>, options: ThreadOptions) {
    const { timeoutMillis, idleMillis, waitingMax, threads } = options
    this.#trade = trade
    this.#timeoutMillis = timeoutMillis ?? TIMEOUT_MILLIS
    this.#idleMillis = idleMillis ?? IDLE_MILLIS
    this.#waitingMax = waitingMax ?? WAITING_MAX
    this.#threadsMax = threads ?? THREADS
  }

  async run(whose: string, request: Request, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted()
    const waiting = this.#queue.sizeOf(whose)
    // However much others have waiting, one of each is taken.
    if (waiting >= this.#waitingMax || (waiting > 0 && this.#queue.size >= WAITING_IN_ALL_MAX)) {
      fail(coreFailures.unavailable, { retryAfterSeconds: RETRY_SECONDS })
    }
    return new Promise((settle, reject) => {
      const limit = this.#timeoutMillis * (this.#trade.isCompiled(request) ? COMPILING_TIMES : 1)
      const work = { whose, request, limit, deadline: 0, settle, fail: reject }
      this.#queue.add(whose, work)
      // What has begun goes on to its end, for nobody.
      const leave = (): void => {
        this.#queue.drop(whose, work)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#next()
    })
  }

  async close(): Promise<void> {
    const closed = new Error('the thread is closed')
    for (const work of this.#queue.takeAll()) work.fail(closed)
    await this.#endAll(closed)
  }

  async #endAll(reason?: Error): Promise<void> {
    clearTimeout(this.#growing)
    clearTimeout(this.#idling)
    const ended = [...this.#threads]
    this.#threads.clear()
    await Promise.all(ended.map((thread) => thread.end(reason)))
  }

  #begin(): void {
    const thread = new OneThread(this.#trade, this.#timeoutMillis, {
      free: () => this.#next(),
      ended: (lost, hasBegun) => {
        this.#threads.delete(thread)
        if (!hasBegun) this.#giveUpOne(lost)
        this.#next()
      },
    })
    this.#threads.add(thread)
  }

  /** Fails one waiting request when a thread cannot even start, instead of restarting it forever. */
  #giveUpOne(lost: Lost): void {
    const work = this.#queue.take()
    work?.settle(this.#trade.lost(work.request, lost))
  }

  #next(): void {
    clearTimeout(this.#idling)
    for (const thread of this.#threads) {
      if (!thread.isFree) continue
      const work = this.#queue.take(this.#mayTake)
      if (!work) break
      thread.begin(work)
    }
    if (this.#queue.size === 0) return this.#rest()
    if (this.#threads.size === 0) this.#begin()
    else this.#growing ??= setTimeout(() => this.#grow(), GROW_MILLIS)
    for (const thread of this.#threads) thread.hold(true)
  }

  readonly #mayTake = (whose: string): boolean => {
    for (const thread of this.#threads) if (thread.whose === whose) return false
    return true
  }

  /** Starts another thread if runnable work is waiting. */
  #grow(): void {
    this.#growing = undefined
    const isComing = [...this.#threads].some((thread) => thread.whose === undefined)
    const couldRun = this.#queue.has(this.#mayTake)
    if (!isComing && couldRun && this.#threads.size < this.#threadsMax) this.#begin()
  }

  #rest(): void {
    clearTimeout(this.#growing)
    this.#growing = undefined
    const isBusy = [...this.#threads].some((thread) => thread.whose !== undefined)
    for (const thread of this.#threads) thread.hold(thread.whose !== undefined)
    if (!isBusy && this.#threads.size > 0) {
      this.#idling = setTimeout(() => void this.#endAll(), this.#idleMillis).unref()
    }
  }
}
