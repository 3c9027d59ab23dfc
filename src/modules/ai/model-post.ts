import { openClock, type OnClock } from '#core/clock.ts'
import { ModelFailure } from '#core/model-failure.ts'
import { networkFailure, startWatch, type FetchLimits } from './model-fetch.ts'
import type { Line, LineAnswer } from './model-line.ts'
import { cutFailure, wholeBody } from './model-response.ts'
import type { AnswerHead } from './wire-answer.ts'
import type { Asking, WireConnections } from './wire-connections.ts'

/** Where to; taken apart once, and not for every question. */
interface PostAddress {
  url: URL
  /** How a request to it begins. */
  head: string
}

export function postAddress(url: URL): PostAddress {
  return { url, head: `POST ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n` }
}

interface Posting {
  address: PostAddress
  headers: Record<string, string>
  body: string
  signal: AbortSignal | undefined
}

interface Posted {
  status: number
  headers(): LineAnswer['headers']
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
      return { status: answer.status, headers: () => answer.headers, bytes }
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
export function directPost(wire: WireConnections, limits: FetchLimits): Post {
  const clock = openClock<Reading>(LOOK_MILLIS, (reading, now) => reading.look(now))
  return ({ address: { url, head }, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const text = `${head}${linesOf(headers)}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
      const reading = new Reading(limits, signal, (outcome) => {
        clock.end(reading)
        if ('bytes' in outcome) resolve(outcome)
        else reject(outcome.error)
      })
      clock.begin(reading)
      wire.send(url, text, reading)
    })
}

/** Most questions are sent with the same headers, which are written once. */
const written = new WeakMap<Posting['headers'], string>()

function linesOf(headers: Posting['headers']): string {
  const known = written.get(headers)
  if (known !== undefined) return known
  const lines = Object.entries(headers).map(([name, value]) => {
    if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value)) throw new TypeError(`not a header: ${name}`)
    return `${name}: ${value}\r\n`
  })
  const text = lines.join('')
  written.set(headers, text)
  return text
}
/** How long a question is, and where it goes, is told by us. */
const HEADER_NAME = /^(?!host$|connection$|content-length$|transfer-encoding$)[\w-]+$/i
/** A line break in it would begin a header of its own. */
const HEADER_VALUE = /^[\t\x20-\x7e]*$/

/**
 * How often time limits and signals are looked at, by one timer for all. No limit is shorter than a second; and a caller
 * who gives up is let go by the gateway at once, so that only the connection is closed this much later.
 */
const LOOK_MILLIS = 100

/** One answer as it comes in. Whoever is first to end it settles it; what comes later is nobody's. */
class Reading implements Asking, OnClock {
  place: number | undefined
  readonly #sizeBytesMax: number
  readonly #signal: AbortSignal | undefined
  readonly #settle: (outcome: Posted | { error: unknown }) => void
  readonly #idleMillis: number
  readonly #endsAt: number
  #heardAt: number
  readonly #parts: Buffer[] = []
  #breakOff: (() => void) | undefined
  #sizeBytes = 0
  #head: AnswerHead | undefined
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

  get isOver(): boolean {
    return this.#isOver || this.#signal?.aborted === true
  }

  /** Whether it is still wanted, and there is time left. */
  look(now: number): void {
    if (this.#signal?.aborted) this.#fail(this.#signal.reason)
    else if (now >= Math.min(this.#endsAt, this.#heardAt + this.#idleMillis)) this.#fail(new ModelFailure('timeout'))
  }

  onSent(breakOff: () => void): void {
    this.#breakOff = breakOff
  }

  onHead(head: AnswerHead): void {
    this.#head = head
    if ((head.bodyBytes ?? 0) > this.#sizeBytesMax) this.#fail(new ModelFailure('too_large'))
    else this.#heardAt = performance.now()
  }

  onPart(bytes: Buffer): void {
    this.#sizeBytes += bytes.byteLength
    if (this.#sizeBytes > this.#sizeBytesMax) return this.#fail(new ModelFailure('too_large'))
    // A copy: what comes in is only lent.
    this.#parts.push(Buffer.from(bytes))
    this.#heardAt = performance.now()
  }

  onEnd(): void {
    const head = this.#head
    if (!head || !this.#end()) return
    const [first] = this.#parts
    const bytes = this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts)
    this.#settle({ status: head.status, headers: head.headers, bytes })
  }

  onError(error: Error): void {
    if (!this.#end()) return
    const failure = networkFailure(error)
    this.#settle({ error: this.#head ? cutFailure(failure) : failure })
  }

  #fail(error: unknown): void {
    if (!this.#end()) return
    this.#settle({ error })
    this.#breakOff?.()
  }

  /** False when it was over already. */
  #end(): boolean {
    if (this.#isOver) return false
    this.#isOver = true
    return true
  }
}
