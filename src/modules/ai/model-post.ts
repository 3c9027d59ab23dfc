import type { Agent, Dispatcher } from 'undici'
import { openClock, type OnClock } from '#core/clock.ts'
import { ModelFailure } from '#core/model-failure.ts'
import { networkFailure, startWatch, type FetchLimits } from './model-fetch.ts'
import type { Line, LineAnswer } from './model-line.ts'
import { cutFailure, wholeBody } from './model-response.ts'

/** Where to; taken apart once, and not for every question. */
interface PostAddress {
  url: URL
  origin: string
  path: string
}

export function postAddress(url: URL): PostAddress {
  return { url, origin: url.origin, path: url.pathname + url.search }
}

interface Posting {
  address: PostAddress
  headers: Record<string, string>
  body: string
  signal: AbortSignal | undefined
}

interface Posted extends Pick<LineAnswer, 'status' | 'headers'> {
  bytes: Uint8Array
}

/** Sends a question and answers all that comes back, bounded and failing as `boundedFetch` is and does. */
export type Post = (posting: Posting) => Promise<Posted>

/** Over any line. */
export function postOver(line: Line, limits: FetchLimits): Post {
  return async ({ address: { url }, signal, ...posting }) => {
    const watch = startWatch(limits, signal)
    try {
      const answer = await line(url, { method: 'POST', ...posting, signal: watch.signal })
      watch.heard()
      const bytes = await wholeBody(answer, limits.sizeBytesMax, watch)
      return { status: answer.status, headers: answer.headers, bytes }
    } catch (error) {
      watch.stop()
      throw watch.failureOf(error)
    }
  }
}

/**
 * Over connections of our own, without the stream and the signals that stand between a connection and its reader: for an
 * answer that is read at once they cost as much as all the rest of the call.
 */
export function directPost(agent: Agent, limits: FetchLimits): Post {
  const clock = openClock<Reading>(LOOK_MILLIS, (reading, now) => reading.look(now))
  return ({ address: { origin, path }, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const reading = new Reading(limits, signal, (outcome) => {
        clock.end(reading)
        if ('bytes' in outcome) resolve(outcome)
        else reject(outcome.error)
      })
      clock.begin(reading)
      agent.dispatch({ origin, path, method: 'POST', headers, body }, reading)
    })
}

/** A second is the shortest limit that can be set. Who gives up is let go at once by the gateway, and the connection then. */
const LOOK_MILLIS = 100

/** One answer as it comes in. Whoever is first to end it settles it; what comes later is nobody's. */
class Reading implements Dispatcher.DispatchHandler, OnClock {
  place: number | undefined
  readonly #sizeBytesMax: number
  readonly #signal: AbortSignal | undefined
  readonly #settle: (outcome: Posted | { error: unknown }) => void
  readonly #idleMillis: number
  readonly #endsAt: number
  #heardAt: number
  readonly #chunks: Buffer[] = []
  #controller: Dispatcher.DispatchController | undefined
  #sizeBytes = 0
  #status = 0
  #headers: Posted['headers'] = {}
  #isOver = false

  constructor(
    { timeoutSeconds, idleSeconds, sizeBytesMax }: FetchLimits,
    signal: AbortSignal | undefined,
    settle: (outcome: Posted | { error: unknown }) => void,
  ) {
    this.#sizeBytesMax = sizeBytesMax
    this.#signal = signal
    this.#settle = settle
    this.#idleMillis = idleSeconds * 1000
    this.#heardAt = performance.now()
    this.#endsAt = this.#heardAt + timeoutSeconds * 1000
  }

  /** Whether it is still wanted, and there is time left. */
  look(now: number): void {
    if (this.#signal?.aborted) this.#fail(this.#signal.reason)
    else if (now >= Math.min(this.#endsAt, this.#heardAt + this.#idleMillis)) this.#fail(new ModelFailure('timeout'))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // It waited for a connection, and in the meantime the time was up, or nobody wants it any more.
    if (this.#isOver) controller.abort(new ModelFailure('timeout'))
    else if (this.#signal?.aborted) this.#fail(this.#signal.reason)
  }

  onResponseStart(_: unknown, status: number, headers: Posted['headers']): void {
    this.#status = status
    this.#headers = headers
    if (Number(headers['content-length'] ?? 0) > this.#sizeBytesMax) this.#fail(new ModelFailure('too_large'))
    else this.#heardAt = performance.now()
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#sizeBytes += chunk.byteLength
    if (this.#sizeBytes > this.#sizeBytesMax) return this.#fail(new ModelFailure('too_large'))
    this.#chunks.push(chunk)
    this.#heardAt = performance.now()
  }

  onResponseEnd(): void {
    const [first] = this.#chunks
    if (!this.#end()) return
    const bytes = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks)
    this.#settle({ status: this.#status, headers: this.#headers, bytes })
  }

  onResponseError(_: unknown, error: Error): void {
    if (!this.#end()) return
    const failure = networkFailure(error)
    this.#settle({ error: this.#status === 0 ? failure : cutFailure(failure) })
  }

  #fail(error: unknown): void {
    if (!this.#end()) return
    this.#settle({ error })
    this.#controller?.abort(new ModelFailure('timeout'))
  }

  /** False when it was over already. */
  #end(): boolean {
    if (this.#isOver) return false
    this.#isOver = true
    return true
  }
}
