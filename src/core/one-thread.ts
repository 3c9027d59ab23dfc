import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { errorText } from './error-text.ts'

/** Why the thread gave no answer. */
export type Lost = { reason: 'time'; limitMillis: number } | { reason: 'memory' } | { reason: 'error'; message: string }

/** What a thread does. Its file calls `answerRequests`, and `isCompiled` after compiling a request that needs it. */
export interface Trade<Request, Answer> {
  file: URL
  /** Whether the request has to be compiled, which gets extra time. */
  isCompiled(request: Request): boolean
  lost(request: Request, lost: Lost): Answer
}

export interface Work<Request, Answer> {
  whose: string
  request: Request
  /** CPU time in milliseconds for the current phase: compiling or running. */
  limit: number
  deadline: number
  settle(answer: Answer): void
  fail(error: Error): void
}

/** Limits count CPU time so that a busy machine fails no good work. This caps the wall time. */
const WALL_MILLIS_MAX = 30_000
const ANSWER_MILLIS_MAX = 5000
/** For the thread's own heap. */
export const HEAP_MEGABYTES_MAX = 128
/**
 * Keeps every thread started from here on from turning text into code. V8 reads the flag when it creates a context, so
 * the current one is unaffected. Node refuses the flag in a thread's `execArgv`, and inside the thread it is too late.
 */
const NO_CODE_OF_TEXT = '--disallow-code-generation-from-strings'
/** Errors of a thread or of jq that ran out of memory or stack. */
const OUT_OF_MEMORY = /^Aborted|out of memory|out of bounds|call stack|unreachable/i

interface Told {
  /** The thread is ready for the next request. */
  free(): void
  /** The thread is gone; `hasBegun` is false if it never became ready. */
  ended(lost: Lost, hasBegun: boolean): void
}

/** A thread that handles one request at a time, so that the limit covers the work and not time in a queue. */
export class OneThread<Request, Answer extends object> {
  readonly #trade: Trade<Request, Answer>
  readonly #timeoutMillis: number
  readonly #told: Told
  readonly #worker: Worker
  #isReady = false
  #isOver = false
  #work: Work<Request, Answer> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(trade: Trade<Request, Answer>, timeoutMillis: number, told: Told) {
    this.#trade = trade
    this.#timeoutMillis = timeoutMillis
    this.#told = told
    setFlagsFromString(NO_CODE_OF_TEXT)
    this.#worker = new Worker(trade.file, {
      argv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES_MAX },
      env: {},
      // Swallows what jq prints when it aborts: the answer says so already.
      stdout: true,
      stderr: true,
    })
    this.#worker.on('message', (message: 'ready' | 'compiled' | Answer) => {
      if (this.#isOver) return
      if (message === 'compiled') return this.#compiled()
      if (message === 'ready') this.#isReady = true
      else this.#done(message)
      this.#told.free()
    })
    this.#worker.on('error', (error) => this.#lost(lossOf(error)))
    this.#worker.on('exit', () => this.#lost({ reason: 'error', message: 'The thread has stopped.' }))
  }

  get isFree(): boolean {
    return this.#isReady && !this.#work
  }

  /** Whose work is running. */
  get whose(): string | undefined {
    return this.#work?.whose
  }

  /** Keeps the process alive only while there is work, so that a command does not wait for an idle thread. */
  hold(isWanted: boolean): void {
    if (isWanted) this.#worker.ref()
    else this.#worker.unref()
  }

  begin(work: Work<Request, Answer>): void {
    this.#work = work
    work.deadline = Date.now() + WALL_MILLIS_MAX
    this.#watch(work)
    try {
      this.#worker.postMessage(work.request, [])
    } catch {
      // Cloning a deeply nested request overflowed the stack; the thread never got it.
      this.#done(this.#trade.lost(work.request, { reason: 'memory' }))
      queueMicrotask(() => this.#told.free())
    }
  }

  async end(error?: Error): Promise<void> {
    this.#isOver = true
    clearTimeout(this.#timer)
    if (error) this.#work?.fail(error)
    this.#work = undefined
    await this.#worker.terminate()
  }

  #watch(work: Work<Request, Answer>): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#judge(work), work.limit)
  }

  #compiled(): void {
    if (!this.#work) return
    this.#work.limit = this.#timeoutMillis
    this.#watch(this.#work)
  }

  #done(answer: Answer): void {
    clearTimeout(this.#timer)
    const work = this.#work
    this.#work = undefined
    work?.settle(answer)
  }

  /** Ends a thread that crashed or ran out of time, and settles its work. */
  #lost(lost: Lost): void {
    if (this.#isOver) return
    const work = this.#work
    void this.end()
    work?.settle(this.#trade.lost(work.request, lost))
    this.#told.ended(lost, this.#isReady)
  }

  /** Measures CPU time only once the limit has passed, to keep normal requests fast. Work may take twice the limit. */
  async #judge(work: Work<Request, Answer>, before?: number): Promise<void> {
    const { limit } = work
    const used = await workedMillis(this.#worker)
    if (this.#work !== work || work.limit !== limit) return
    const isOver = before !== undefined && used !== undefined && used - before >= limit
    if (used === undefined || isOver || Date.now() > work.deadline) this.#lost({ reason: 'time', limitMillis: limit })
    else this.#timer = setTimeout(() => void this.#judge(work, before ?? used), limit / 4)
  }
}

/** The thread's total CPU time; undefined if it does not respond. */
async function workedMillis(thread: Worker): Promise<number | undefined> {
  const silence = sleep(ANSWER_MILLIS_MAX, undefined, { ref: false })
  const usage = await Promise.race([thread.cpuUsage().catch(() => undefined), silence])
  return usage && (usage.user + usage.system) / 1000
}

function lossOf(error: unknown): Lost {
  const message = errorText(error)
  return OUT_OF_MEMORY.test(message) ? { reason: 'memory' } : { reason: 'error', message }
}
