import { ModelFailure } from '#core/model-failure.ts'

export type AnswerHeaders = Record<string, string | string[] | undefined>

export interface AnswerHead {
  status: number
  /** Undefined where it is not told. */
  bodyBytes: number | undefined
  /** By their names in small letters. Taken apart when they are asked for, which only failures are. */
  headers(): AnswerHeaders
}

/** Who is told of an answer as it comes in. Parts are lent: they hold until the call returns. */
export interface AnswerListener {
  onHead(head: AnswerHead): void
  onPart(bytes: Buffer): void
  onEnd(): void
}

type Stage = 'head' | 'sized' | 'to the end' | 'chunk size' | 'chunk' | 'chunk end' | 'trailer' | 'over'

const HEAD_BYTES_MAX = 16 * 1024
const CHUNK_LINE_BYTES_MAX = 256
const NOTHING = Buffer.alloc(0)
const MORE = -1

/**
 * Reads one answer of HTTP/1.1 to a POST (RFC 9112), in whatever pieces it comes. It takes what Node's own parser would
 * take, and less where in doubt: lines that end otherwise, two lengths, a length beside chunks, encodings that were not
 * asked for are no answer.
 */
export class WireAnswer {
  readonly #listener: AnswerListener
  #stage: Stage = 'head'
  #rest = NOTHING
  /** Of the body or of the chunk, and of trailers as many as may still come. */
  #bytesLeft = 0
  /** For how long the connection may wait for the next request after it; 0 when it may not. */
  keepMillis = 0

  constructor(listener: AnswerListener) {
    this.#listener = listener
  }

  get isOver(): boolean {
    return this.#stage === 'over'
  }

  /** Throws a `ModelFailure` when that is no answer. What comes after the end of it makes the connection useless. */
  take(piece: Buffer): void {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece])
    this.#rest = NOTHING
    for (let at = 0; at < bytes.length;) {
      const next = this.#step(bytes, at)
      // A copy, for the piece is lent.
      if (next === MORE) return void (this.#rest = Buffer.from(bytes.subarray(at)))
      at = next
    }
  }

  /** The other side says no more. */
  close(): void {
    if (this.#stage === 'to the end') this.#finish()
    else if (this.#stage !== 'over') broken()
  }

  /** Nobody wants the rest. */
  stop(): void {
    this.#stage = 'over'
    this.keepMillis = 0
  }

  /** Works off what it can from there on, and answers where that ends. */
  #step(bytes: Buffer, at: number): number {
    switch (this.#stage) {
      case 'head':
        return this.#readHead(bytes, at)
      case 'sized':
      case 'chunk':
        return this.#readSized(bytes, at)
      case 'to the end':
        this.#listener.onPart(bytes.subarray(at))
        return bytes.length
      case 'chunk size':
        return this.#readChunkSize(bytes, at)
      case 'chunk end':
        return this.#readChunkEnd(bytes, at)
      case 'trailer':
        return this.#readTrailer(bytes, at)
      case 'over':
        this.keepMillis = 0
        return bytes.length
    }
  }

  #readHead(bytes: Buffer, at: number): number {
    const text = bytes.toString('latin1', at, at + HEAD_BYTES_MAX)
    const length = text.indexOf('\r\n\r\n')
    if (length === -1 && text.length === HEAD_BYTES_MAX) throw new ModelFailure('too_large')
    if (length === -1) return MORE
    const next = at + length + 4
    const head = text.slice(0, length)
    const [, minor, code] = HEAD.exec(head) ?? broken()
    const status = Number(code)
    // Something on the way, such as "100 Continue"; the answer itself is still to come. Another protocol was not asked for.
    if (status < 200) return status === 101 ? broken() : next
    const framing = framingIn(head)
    const isEmpty = status === 204 || status === 304
    const bodyBytes = isEmpty ? 0 : framing.length
    if (framing.isChunked && !isEmpty) this.#stage = 'chunk size'
    else if (bodyBytes !== undefined) this.#expect('sized', bodyBytes)
    else this.#stage = 'to the end'
    if (minor === '1' && this.#stage !== 'to the end') this.keepMillis = framing.keepMillis
    this.#listener.onHead({ status, bodyBytes, headers: () => headersIn(head) })
    if (bodyBytes === 0 && !this.isOver) this.#finish()
    return next
  }

  #expect(stage: Stage, bytesLeft: number): void {
    this.#stage = stage
    this.#bytesLeft = bytesLeft
  }

  #readSized(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.#bytesLeft)
    this.#bytesLeft -= end - at
    this.#listener.onPart(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end))
    if (this.#bytesLeft > 0) return end
    if (this.#stage === 'sized') this.#finish()
    else if (this.#stage === 'chunk') this.#stage = 'chunk end'
    return end
  }

  #readChunkSize(bytes: Buffer, at: number): number {
    const line = lineIn(bytes, at, CHUNK_LINE_BYTES_MAX)
    if (line === undefined) return MORE
    const [, size] = CHUNK_SIZE.exec(line) ?? broken()
    const sizeBytes = Number.parseInt(size ?? '', 16)
    if (sizeBytes === 0) this.#expect('trailer', HEAD_BYTES_MAX)
    else this.#expect('chunk', sizeBytes)
    return at + line.length + 2
  }

  #readChunkEnd(bytes: Buffer, at: number): number {
    if (bytes.length - at < 2) return MORE
    if (bytes[at] !== 13 || bytes[at + 1] !== 10) broken()
    this.#stage = 'chunk size'
    return at + 2
  }

  /** Headers after the body. Nobody asked for any. */
  #readTrailer(bytes: Buffer, at: number): number {
    const line = lineIn(bytes, at, this.#bytesLeft)
    if (line === undefined) return MORE
    if (line === '') this.#finish()
    else fieldIn(line)
    this.#bytesLeft -= line.length + 2
    return at + line.length + 2
  }

  #finish(): void {
    this.#stage = 'over'
    this.#listener.onEnd()
  }
}

function broken(): never {
  throw new ModelFailure('unreachable')
}

/** Up to the next end of a line; undefined when that is not there yet. */
function lineIn(bytes: Buffer, at: number, bytesMax: number): string | undefined {
  const end = bytes.indexOf('\r\n', at, 'latin1')
  if ((end === -1 ? bytes.length : end) - at > bytesMax) throw new ModelFailure('too_large')
  return end === -1 ? undefined : bytes.toString('latin1', at, end)
}

/** A line with the status, then lines with a name and a value each. */
const HEAD =
  /^HTTP\/1\.([01]) ([1-5]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?(?:\r\n[!#$%&'*+\-.^_`|~0-9a-z]+:[\t\x20-\x7e\x80-\xff]*)*$/i
const FIELD = /^([!#$%&'*+\-.^_`|~0-9a-z]+):[\t ]*(|[\x21-\x7e\x80-\xff][\t\x20-\x7e\x80-\xff]*)$/i
const CHUNK_SIZE = /^([0-9a-f]{1,8})(?:;[!#$%&'*+\-.^_`|~0-9a-z]+(?:=[!#$%&'*+\-.^_`|~0-9a-z]+)?)*$/i

/** How long the body is, and how long the connection lasts. */
interface Framing {
  isChunked: boolean
  length: number | undefined
  keepMillis: number
}

/** As long as nothing is said; most servers wait for five seconds. */
const KEEP_MILLIS_USUAL = 4000
const KEEP_MILLIS_MAX = 600_000
/** So much before the other side would close it: a request on its way then would be lost. */
const KEEP_MILLIS_LESS = 1000

function framingIn(head: string): Framing {
  const framing: Framing = { isChunked: false, length: undefined, keepMillis: KEEP_MILLIS_USUAL }
  let isClosing = false
  for (let at = head.indexOf('\r\n'); at !== -1;) {
    const from = at + 2
    at = head.indexOf('\r\n', from)
    const colon = head.indexOf(':', from)
    // Most names have other lengths, and need not be read.
    if (!FRAMING_LENGTHS.includes(colon - from)) continue
    const value = head.slice(colon + 1, at === -1 ? head.length : at)
    switch (head.slice(from, colon).toLowerCase()) {
      case 'content-length': {
        const [, digits] = /^[\t ]*(\d{1,15})$/.exec(value) ?? broken()
        if (framing.length !== undefined) broken()
        framing.length = Number(digits)
        break
      }
      case 'transfer-encoding':
        if (framing.isChunked || !/^ *chunked *$/i.test(value)) broken()
        framing.isChunked = true
        break
      case 'keep-alive': {
        const [, seconds] = /\btimeout=(\d{1,6})\b/i.exec(value) ?? []
        if (seconds !== undefined) framing.keepMillis = Number(seconds) * 1000 - KEEP_MILLIS_LESS
        break
      }
      case 'connection':
        isClosing ||= /\bclose\b/i.test(value)
    }
  }
  if (framing.isChunked && framing.length !== undefined) broken()
  framing.keepMillis = isClosing ? 0 : Math.max(0, Math.min(KEEP_MILLIS_MAX, framing.keepMillis))
  return framing
}
const FRAMING_LENGTHS = ['content-length', 'transfer-encoding', 'keep-alive', 'connection'].map(({ length }) => length)

function headersIn(head: string): AnswerHeaders {
  const headers: AnswerHeaders = { __proto__: null } as never
  for (const line of head.split('\r\n').slice(1)) {
    const [name, value] = fieldIn(line)
    const before = headers[name]
    headers[name] = before === undefined ? value : [before, value].flat()
  }
  return headers
}

function fieldIn(line: string): [name: string, value: string] {
  const [, name = '', value = ''] = FIELD.exec(line) ?? broken()
  return [name.toLowerCase(), value.trimEnd()]
}
