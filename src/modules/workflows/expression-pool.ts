import { Worker } from 'node:worker_threads'
import type { Evaluated } from './expression.rules.ts'
import type { ThreadRequest } from './expression-thread.ts'

/** Runs what authors wrote where it can be stopped. */
export interface ExpressionPool {
  /** One answer for each item of the request. Never fails for what is in it; fails when too many wait. */
  run(request: ThreadRequest): Promise<Evaluated[]>
  close(): Promise<void>
}

interface Options {
  timeoutMillis?: number
  idleMillis?: number
  waitingMax?: number
}

const TIMEOUT_MILLIS = 250
/** A busy machine must not make a good expression fail: what did not end in time is tried once more, alone. */
const SECOND_TIMEOUT_FACTOR = 4
const IDLE_MILLIS = 60_000
const WAITING_MAX = 1000
const HEAP_MEGABYTES_MAX = 128

interface Work {
  request: ThreadRequest
  tries: number
  settle(answers: Evaluated[]): void
  fail(error: Error): void
}

/**
 * One thread that begins at the first use and ends after a while without any. It does one request at a time, so that
 * the limit counts the work and not the waiting, and it is replaced when a request does not end.
 */
export function openExpressionPool(options: Options = {}): ExpressionPool {
  const { timeoutMillis = TIMEOUT_MILLIS, idleMillis = IDLE_MILLIS, waitingMax = WAITING_MAX } = options
  const queue: Work[] = []
  let current: Work | undefined
  let thread: Worker | undefined
  let isReady = false
  let timer: NodeJS.Timeout | undefined

  async function endThread(): Promise<void> {
    const ended = thread
    thread = undefined
    isReady = false
    clearTimeout(timer)
    await ended?.terminate()
  }

  function begin(): void {
    // What jq writes when it gives up is told in the answer.
    const begun = new Worker(new URL('./expression-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES_MAX },
      env: {},
      stdout: true,
      stderr: true,
    })
    begun.unref()
    begun.on('message', (message: 'ready' | Evaluated[]) => {
      if (thread !== begun) return
      if (message === 'ready') isReady = true
      else done(message)
      next()
    })
    begun.on('error', (error) => thread === begun && lost(error))
    begun.on('exit', () => thread === begun && lost(new Error('the thread has stopped')))
    thread = begun
  }

  function done(answers: Evaluated[]): void {
    clearTimeout(timer)
    current?.settle(answers)
    current = undefined
  }

  /** The thread broke: out of memory, or stopped because it took too long. */
  function lost(error: Error, isLate = false): void {
    // A thread that cannot even begin must not be begun again and again for the same work.
    const broken = current ?? (isReady ? undefined : queue.shift())
    current = undefined
    void endThread()
    if (broken && isLate && broken.tries === 1) queue.unshift(broken)
    else if (broken) broken.settle(faultsFor(broken.request, isLate ? tooLong() : `It used too much: ${error.message}`))
    next()
  }

  const tooLong = () => `It took longer than ${timeoutMillis} ms.`

  function next(): void {
    if (current) return
    clearTimeout(timer)
    const work = queue[0]
    if (!work) {
      if (thread) timer = setTimeout(() => void endThread(), idleMillis).unref()
      return
    }
    if (!thread) begin()
    if (!isReady || !thread) return
    queue.shift()
    current = work
    work.tries += 1
    const limit = work.tries === 1 ? timeoutMillis : timeoutMillis * SECOND_TIMEOUT_FACTOR
    timer = setTimeout(() => lost(new Error('late'), true), limit)
    thread.postMessage(work.request, [])
  }

  return {
    run(request) {
      if (queue.length >= waitingMax) return Promise.reject(new Error('too many wait for the expression thread'))
      return new Promise((settle, fail) => {
        queue.push({ request, tries: 0, settle, fail })
        next()
      })
    },
    async close() {
      const closed = new Error('the expression thread is closed')
      for (const work of [...queue.splice(0), ...(current ? [current] : [])]) work.fail(closed)
      current = undefined
      await endThread()
    },
  }
}

function faultsFor(request: ThreadRequest, fault: string): Evaluated[] {
  return request.kind === 'schema' ? [{ fault }] : request.items.map(() => ({ fault }))
}
