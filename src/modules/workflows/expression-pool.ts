import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { errorText } from '#core/error-text.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { FairQueue } from '#core/fair-queue.ts'
import type { Evaluated } from './expression.rules.ts'
import type { ThreadRequest } from './expression-thread.ts'

/** Runs what authors wrote where it can be stopped. */
export interface ExpressionPool {
  /** One answer for each item of the request. Never fails for what is in it; fails when too many wait. */
  run(whose: string, request: ThreadRequest): Promise<Evaluated[]>
  close(): Promise<void>
}

interface Options {
  timeoutMillis?: number
  idleMillis?: number
  /** Of one workspace. */
  waitingMax?: number
}

const TIMEOUT_MILLIS = 250
/** A schema is compiled first, each time a thread is new; that has a time of its own, which only its length makes long. */
const COMPILING_TIMES = 8
/** A busy machine must not make a good expression fail: what counts is the thread's own time, within this long. */
const WALL_MILLIS_MAX = 30_000
const ANSWER_MILLIS_MAX = 5000
const RETRY_SECONDS = 5
const IDLE_MILLIS = 60_000
const WAITING_MAX = 250
/** What keeps coming in is too much for this process, whosever it is. */
const WAITING_IN_ALL_MAX = 2000
/** What the thread itself may have, as for JSONata; jq has memory of its own, whose limit is built into it. */
const HEAP_MEGABYTES_MAX = 128
const JQ_MEGABYTES_MAX = 256
/** How jq ends when there is no memory left, or its own stack is full; and how the thread does. */
const OUT_OF_MEMORY = /^Aborted|out of memory|out of bounds|call stack|unreachable/i
const WAY_OUT =
  'Take less of the data at once, as with limit( ) or first( ), or share the work out among several tasks.'

const WAY_OUT_OF_SCHEMA = 'A schema with fewer references, or a list without uniqueItems, needs less.'
const isOfSchema = ({ kind }: ThreadRequest): boolean => kind === 'schema' || kind === 'compile'
const wayOutOf = (request: ThreadRequest): string => (isOfSchema(request) ? WAY_OUT_OF_SCHEMA : WAY_OUT)

interface Work {
  request: ThreadRequest
  /** How long the thread may work on what it is at. */
  limit: number
  deadline: number
  settle(answers: Evaluated[]): void
  fail(error: Error): void
}

export function openExpressionPool(options: Options = {}): ExpressionPool {
  return new OneThread(options)
}

/**
 * One thread that begins at the first use and ends after a while without any. It does one request at a time, so that
 * the limit counts the work and not the waiting, and it is replaced when a request does not end. Workspaces take turns.
 */
class OneThread implements ExpressionPool {
  readonly #timeoutMillis: number
  readonly #idleMillis: number
  readonly #waitingMax: number
  readonly #queue = new FairQueue<Work>()
  /** Whose turn it is, while the thread begins. */
  #upcoming: Work | undefined
  #current: Work | undefined
  #thread: Worker | undefined
  #isReady = false
  #timer: NodeJS.Timeout | undefined

  constructor({ timeoutMillis = TIMEOUT_MILLIS, idleMillis = IDLE_MILLIS, waitingMax = WAITING_MAX }: Options) {
    this.#timeoutMillis = timeoutMillis
    this.#idleMillis = idleMillis
    this.#waitingMax = waitingMax
  }

  async run(whose: string, request: ThreadRequest): Promise<Evaluated[]> {
    const waiting = this.#queue.sizeOf(whose)
    // However much others have waiting, one of each is taken.
    if (waiting >= this.#waitingMax || (waiting > 0 && this.#queue.size >= WAITING_IN_ALL_MAX)) {
      fail(coreFailures.unavailable, { retryAfterSeconds: RETRY_SECONDS })
    }
    return new Promise((settle, reject) => {
      const limit = this.#timeoutMillis * (isOfSchema(request) ? COMPILING_TIMES : 1)
      this.#queue.add(whose, { request, limit, deadline: 0, settle, fail: reject })
      this.#next()
    })
  }

  async close(): Promise<void> {
    const closed = new Error('the expression thread is closed')
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
    const begun = new Worker(new URL('./expression-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES_MAX },
      env: {},
      // What jq writes when it gives up is told in the answer.
      stdout: true,
      stderr: true,
    })
    begun.on('message', (message: 'ready' | 'compiled' | Evaluated[]) => {
      if (this.#thread !== begun) return
      if (message === 'ready') this.#isReady = true
      else if (message === 'compiled') this.#compiled()
      else this.#done(message)
      this.#next()
    })
    begun.on('error', (error) => this.#thread === begun && this.#lost(wordsFor(error, this.#current?.request)))
    begun.on('exit', () => this.#thread === begun && this.#lost('The thread has stopped.'))
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
    this.#thread.postMessage(work.request, [])
  }

  #watch(work: Work): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#judge(work), work.limit)
  }

  #compiled(): void {
    if (!this.#current) return
    this.#current.limit = this.#timeoutMillis
    this.#watch(this.#current)
  }

  #done(answers: Evaluated[]): void {
    clearTimeout(this.#timer)
    this.#current?.settle(answers)
    this.#current = undefined
  }

  /** The thread broke: out of memory, or stopped because it took too long. */
  #lost(fault: string): void {
    // A thread that cannot even begin must not be begun again and again for the same work.
    const broken = this.#current ?? (this.#isReady ? undefined : this.#upcoming)
    if (broken === this.#upcoming) this.#upcoming = undefined
    this.#current = undefined
    void this.#end()
    broken?.settle(faultsFor(broken.request, fault))
    this.#next()
  }

  /** Asked only of what takes long, so that the usual request is not slowed down; it may work twice as long as the limit. */
  async #judge(work: Work, before?: number): Promise<void> {
    const { limit } = work
    const used = this.#thread && (await workedMillis(this.#thread))
    if (this.#current !== work || work.limit !== limit) return
    const isOver = before !== undefined && used !== undefined && used - before >= limit
    if (used === undefined || isOver || Date.now() > work.deadline)
      this.#lost(`It took longer than ${limit} ms. ${wayOutOf(work.request)}`)
    else this.#timer = setTimeout(() => void this.#judge(work, before ?? used), limit / 4)
  }
}

/** How long the thread has worked in all; nothing when it does not even answer that. */
async function workedMillis(thread: Worker): Promise<number | undefined> {
  const silence = sleep(ANSWER_MILLIS_MAX, undefined, { ref: false })
  const usage = await Promise.race([thread.cpuUsage().catch(() => undefined), silence])
  return usage && (usage.user + usage.system) / 1000
}

function wordsFor(error: unknown, request: ThreadRequest | undefined): string {
  const message = errorText(error)
  if (!OUT_OF_MEMORY.test(message)) return `It could not be worked out: ${message}`
  if (request && isOfSchema(request))
    return `It needed more memory than the ${HEAP_MEGABYTES_MAX} MiB that a schema has. ${WAY_OUT_OF_SCHEMA}`
  const isOfJq = request?.kind === 'jq' || (request?.kind === 'check' && request.language === 'jq')
  const most = isOfJq ? JQ_MEGABYTES_MAX : HEAP_MEGABYTES_MAX
  return `It needed more memory than the ${most} MiB that an expression has. ${WAY_OUT}`
}

function faultsFor(request: ThreadRequest, fault: string): Evaluated[] {
  return 'items' in request ? request.items.map(() => ({ fault })) : [{ fault }]
}
