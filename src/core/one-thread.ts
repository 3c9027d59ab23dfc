import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { errorText } from './error-text.ts'

/** Why a request has no answer of its own. */
export type Lost = { reason: 'time'; limitMillis: number } | { reason: 'memory' } | { reason: 'error'; message: string }

/** What a thread does. Its file answers by `answerRequests`, and says `isCompiled` within a request that has to be compiled first. */
export interface Trade<Request, Answer> {
  file: URL
  /** Whether it has to be compiled, each time a thread is new. */
  isCompiled(request: Request): boolean
  lost(request: Request, lost: Lost): Answer
}

export interface Work<Request, Answer> {
  whose: string
  request: Request
  /** How long the thread may work on what it is at. */
  limit: number
  deadline: number
  settle(answer: Answer): void
  fail(error: Error): void
}

/** A busy machine must not make good work fail: what counts is the thread's own time, within this long. */
const WALL_MILLIS_MAX = 30_000
const ANSWER_MILLIS_MAX = 5000
/** What the thread itself may have. */
export const HEAP_MEGABYTES_MAX = 128
/**
 * No thread of this process that begins from here on makes code of text. V8 reads the flag as it makes a context, so the
 * one we are in stays as it is. As `execArgv` of a thread Node refuses it, and within the thread it comes too late.
 */
const NO_CODE_OF_TEXT = '--disallow-code-generation-from-strings'
/** How a thread ends when there is no memory left; and how jq does, or when its own stack is full. */
const OUT_OF_MEMORY = /^Aborted|out of memory|out of bounds|call stack|unreachable/i

interface Told {
  /** It is ready for the next. */
  free(): void
  /** It has ended; with whether it ever began. */
  ended(lost: Lost, hasBegun: boolean): void
}

/** A thread that does one request at a time, so that the limit counts the work and not the waiting. */
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
      // What jq writes when it gives up is told in the answer.
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

  /** Whose work it does. */
  get whose(): string | undefined {
    return this.#work?.whose
  }

  /** A command ends when its work is done, and not when the thread does. */
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
      // To copy what lies very deep takes more stack than there is; the thread has seen nothing of it.
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

  /** It broke: out of memory, or stopped because it took too long. */
  #lost(lost: Lost): void {
    if (this.#isOver) return
    const work = this.#work
    void this.end()
    work?.settle(this.#trade.lost(work.request, lost))
    this.#told.ended(lost, this.#isReady)
  }

  /** Asked only of what takes long, so that the usual request is not slowed down; it may work twice as long as the limit. */
  async #judge(work: Work<Request, Answer>, before?: number): Promise<void> {
    const { limit } = work
    const used = await workedMillis(this.#worker)
    if (this.#work !== work || work.limit !== limit) return
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
