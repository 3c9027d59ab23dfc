import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { errorText } from './error-text.ts'
import { coreFailures, fail } from './errors.ts'
import { FairQueue } from './fair-queue.ts'

/** Runs what others wrote where it can be stopped. */
export interface StoppableThread<Request, Answer> {
  /** Never fails for what is in the request; fails when too many wait, and as soon as the signal fires. */
  run(whose: string, request: Request, signal?: AbortSignal): Promise<Answer>
  close(): Promise<void>
}

/** Why a request has no answer of its own. */
export type Lost = { reason: 'time'; limitMillis: number } | { reason: 'memory' } | { reason: 'error'; message: string }

export interface ThreadOptions {
  timeoutMillis?: number
  idleMillis?: number
  /** Of one workspace. */
  waitingMax?: number
}

/** What the thread does. Its file says 'ready' when it is, and 'compiled' within a request that has to be compiled first. */
interface Trade<Request, Answer> {
  file: URL
  /** Whether it has to be compiled, each time a thread is new. */
  isCompiled(request: Request): boolean
  lost(request: Request, lost: Lost): Answer
}

const TIMEOUT_MILLIS = 250
/** To compile has a time of its own, which only the length of what is compiled makes long. */
const COMPILING_TIMES = 8
/** A busy machine must not make good work fail: what counts is the thread's own time, within this long. */
const WALL_MILLIS_MAX = 30_000
const ANSWER_MILLIS_MAX = 5000
const RETRY_SECONDS = 5
const IDLE_MILLIS = 60_000
const WAITING_MAX = 250
/** What keeps coming in is too much for this process, whosever it is. */
const WAITING_IN_ALL_MAX = 2000
/** What the thread itself may have. */
export const HEAP_MEGABYTES_MAX = 128
/** How a thread ends when there is no memory left; and how jq does, or when its own stack is full. */
const OUT_OF_MEMORY = /^Aborted|out of memory|out of bounds|call stack|unreachable/i

interface Work<Request, Answer> {
  request: Request
  /** How long the thread may work on what it is at. */
  limit: number
  deadline: number
  settle(answer: Answer): void
  fail(error: Error): void
}

export function openStoppableThread<Request, Answer extends object>(
  trade: Trade<Request, Answer>,
  options: ThreadOptions = {},
): StoppableThread<Request, Answer> {
  return new OneThread(trade, options)
}

/**
 * One thread that begins at the first use and ends after a while without any. It does one request at a time, so that
 * the limit counts the work and not the waiting, and it is replaced when a request does not end. Workspaces take turns.
 */
class OneThread<Request, Answer extends object> implements StoppableThread<Request, Answer> {
  readonly #trade: Trade<Request, Answer>
  readonly #timeoutMillis: number
  readonly #idleMillis: number
  readonly #waitingMax: number
  readonly #queue = new FairQueue<Work<Request, Answer>>()
  /** Whose turn it is, while the thread begins. */
  #upcoming: Work<Request, Answer> | undefined
  #current: Work<Request, Answer> | undefined
  #thread: Worker | undefined
  #isReady = false
  #timer: NodeJS.Timeout | undefined

  constructor(
    trade: Trade<Request, Answer>,
    { timeoutMillis = TIMEOUT_MILLIS, idleMillis = IDLE_MILLIS, waitingMax = WAITING_MAX }: ThreadOptions,
  ) {
    this.#trade = trade
    this.#timeoutMillis = timeoutMillis
    this.#idleMillis = idleMillis
    this.#waitingMax = waitingMax
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
      const work = { request, limit, deadline: 0, settle, fail: reject }
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
    for (const work of [this.#current, this.#upcoming, ...this.#queue.takeAll()]) work?.fail(closed)
    this.#current = undefined
    this.#upcoming = undefined
    await this.#end()
  }

  async #end(): Promise<void> {
    const ended = this.#thread
    this.#thread = undefined
    this.#isReady = false
    clearTimeout(this.#timer)
    await ended?.terminate()
  }

  #begin(): Worker {
    const begun = new Worker(this.#trade.file, {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES_MAX },
      env: {},
      // What jq writes when it gives up is told in the answer.
      stdout: true,
      stderr: true,
    })
    begun.on('message', (message: 'ready' | 'compiled' | Answer) => {
      if (this.#thread !== begun) return
      if (message === 'ready') this.#isReady = true
      else if (message === 'compiled') this.#compiled()
      else this.#done(message)
      this.#next()
    })
    begun.on('error', (error) => this.#thread === begun && this.#lost(lossOf(error)))
    begun.on(
      'exit',
      () => this.#thread === begun && this.#lost({ reason: 'error', message: 'The thread has stopped.' }),
    )
    return begun
  }

  #next(): void {
    if (this.#current) return
    clearTimeout(this.#timer)
    const work = (this.#upcoming ??= this.#queue.take())
    if (!work) {
      // A command ends when its work is done, and not when the thread does.
      this.#thread?.unref()
      if (this.#thread) this.#timer = setTimeout(() => void this.#end(), this.#idleMillis).unref()
      return
    }
    this.#thread ??= this.#begin()
    this.#thread.ref()
    if (!this.#isReady) return
    this.#upcoming = undefined
    this.#current = work
    work.deadline = Date.now() + WALL_MILLIS_MAX
    this.#watch(work)
    try {
      this.#thread.postMessage(work.request, [])
    } catch {
      // To copy what lies very deep takes more stack than there is; the thread has seen nothing of it.
      this.#done(this.#trade.lost(work.request, { reason: 'memory' }))
      queueMicrotask(() => this.#next())
    }
  }

  #watch(work: Work<Request, Answer>): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#judge(work), work.limit)
  }

  #compiled(): void {
    if (!this.#current) return
    this.#current.limit = this.#timeoutMillis
    this.#watch(this.#current)
  }

  #done(answer: Answer): void {
    clearTimeout(this.#timer)
    this.#current?.settle(answer)
    this.#current = undefined
  }

  /** The thread broke: out of memory, or stopped because it took too long. */
  #lost(lost: Lost): void {
    // A thread that cannot even begin must not be begun again and again for the same work.
    const broken = this.#current ?? (this.#isReady ? undefined : this.#upcoming)
    if (broken === this.#upcoming) this.#upcoming = undefined
    this.#current = undefined
    void this.#end()
    broken?.settle(this.#trade.lost(broken.request, lost))
    this.#next()
  }

  /** Asked only of what takes long, so that the usual request is not slowed down; it may work twice as long as the limit. */
  async #judge(work: Work<Request, Answer>, before?: number): Promise<void> {
    const { limit } = work
    const used = this.#thread && (await workedMillis(this.#thread))
    if (this.#current !== work || work.limit !== limit) return
    const isOver = before !== undefined && used !== undefined && used - before >= limit
    if (used === undefined || isOver || Date.now() > work.deadline) this.#lost({ reason: 'time', limitMillis: limit })
    else this.#timer = setTimeout(() => void this.#judge(work, before ?? used), limit / 4)
  }
}

/** How long the thread has worked in all; nothing when it does not even answer that. */
async function workedMillis(thread: Worker): Promise<number | undefined> {
  const silence = sleep(ANSWER_MILLIS_MAX, undefined, { ref: false })
  const usage = await Promise.race([thread.cpuUsage().catch(() => undefined), silence])
  return usage && (usage.user + usage.system) / 1000
}

function lossOf(error: unknown): Lost {
  const message = errorText(error)
  return OUT_OF_MEMORY.test(message) ? { reason: 'memory' } : { reason: 'error', message }
}
