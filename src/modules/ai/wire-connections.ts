import { connect, isIP, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { endOfTurn } from '#core/end-of-turn.ts'
import { ModelFailure } from '#core/model-failure.ts'
import { WireAnswer, type AnswerListener } from './wire-answer.ts'

/** A request, and who waits for its answer. */
export interface Asking extends AnswerListener {
  /** Nobody waits for it any more. */
  readonly isOver: boolean
  /** It is on its way; from now on it can be broken off. */
  onSent(breakOff: () => void): void
  onError(error: Error): void
}

export interface WireConnections {
  /** Sends a text that is a whole request of HTTP/1.1. */
  send(origin: URL, text: string, asking: Asking): void
  /** Takes nothing more, and ends when all that is under way has been answered. */
  close(): Promise<void>
}

interface Limits {
  /** For each origin; who comes when all are in use waits. */
  connectionsMax: number
  connectMillisMax: number
}

/** Connections of HTTP/1.1, kept for the next request. One at a time is asked on each, for models take their time. */
export function openWire(limits: Limits): WireConnections {
  const origins = new Map<string, Origin>()
  let isClosed = false
  const sweeping = setInterval(() => origins.forEach((origin) => origin.sweep()), SWEEP_MILLIS).unref()
  return {
    send(url, text, asking) {
      if (isClosed) return asking.onError(new ModelFailure('unreachable'))
      const origin = origins.get(url.origin) ?? new Origin(url, limits)
      origins.set(url.origin, origin)
      origin.send({ text, asking })
    },
    async close() {
      isClosed = true
      clearInterval(sweeping)
      await Promise.all([...origins.values()].map((origin) => origin.close()))
    },
  }
}

const SWEEP_MILLIS = 1000

interface Sending {
  text: string
  asking: Asking
}

/** Where requests go, with the connections to it. */
class Origin {
  readonly #url: URL
  readonly #limits: Limits
  /** The one that was used last is the last of them, and the next to be used. */
  readonly #idle: Connection[] = []
  readonly #waiting: Sending[] = []
  #open = 0
  #isClosed = false
  readonly #ended = Promise.withResolvers<void>()
  #session: Buffer | undefined

  constructor(url: URL, limits: Limits) {
    this.#url = url
    this.#limits = limits
  }

  send(sending: Sending): void {
    const connection = this.#free() ?? this.#another()
    if (connection) connection.send(sending)
    else this.#waiting.push(sending)
  }

  /** Lets go what the other side may close any moment. */
  sweep(): void {
    for (const connection of this.#idle) if (!connection.isFresh) connection.close()
  }

  close(): Promise<void> {
    this.#isClosed = true
    for (const connection of this.#idle) connection.close()
    if (this.#open === 0) this.#ended.resolve()
    return this.#ended.promise
  }

  #free(): Connection | undefined {
    for (let connection = this.#idle.pop(); connection; connection = this.#idle.pop()) {
      if (connection.isFresh) return connection
      connection.close()
    }
    return undefined
  }

  #another(): Connection | undefined {
    if (this.#open >= this.#limits.connectionsMax) return undefined
    const connection = new Connection({
      open: (onRead) => this.#socket(onRead),
      connectMillisMax: this.#limits.connectMillisMax,
      onFree: (freed) => this.#use(freed),
      onUnsent: (sending) => this.send(sending),
      onGone: (gone) => this.#forget(gone),
    })
    this.#open += 1
    return connection
  }

  #socket(onRead: OnRead): Socket {
    const { protocol, hostname, port } = this.#url
    const host = hostname.replace(/^\[|\]$/g, '')
    const isSecure = protocol === 'https:'
    const onread = { buffer: new Uint8Array(READ_BYTES), callback: onRead }
    const options = { host, port: Number(port || (isSecure ? 443 : 80)), noDelay: true, ...PROBED, onread }
    if (!isSecure) return connect(options)
    const name = isIP(host) === 0 && { servername: host }
    const session = this.#session && { session: this.#session }
    const socket = connectSecurely({ ...options, ...name, ...session, ALPNProtocols: ['http/1.1'] })
    return socket.on('session', (next) => void (this.#session = next))
  }

  #use(connection: Connection): void {
    const next = this.#next()
    if (next) connection.send(next)
    else if (this.#isClosed) connection.close()
    else this.#idle.push(connection)
  }

  #forget(connection: Connection): void {
    this.#open -= 1
    const place = this.#idle.indexOf(connection)
    if (place !== -1) this.#idle.splice(place, 1)
    const next = this.#next()
    if (next) this.send(next)
    else if (this.#isClosed && this.#open === 0) this.#ended.resolve()
  }

  #next(): Sending | undefined {
    let next = this.#waiting.shift()
    while (next?.asking.isOver === true) next = this.#waiting.shift()
    return next
  }
}

/** The bytes are lent, and are the first ones of the buffer. */
type OnRead = (sizeBytes: number, buffer: Uint8Array) => boolean
const READ_BYTES = 16 * 1024
/** A connection that something on the way has forgotten gives no error by itself. */
const PROBED = { keepAlive: true, keepAliveInitialDelay: 60_000 }

interface ConnectionParts {
  open(onRead: OnRead): Socket
  connectMillisMax: number
  onFree(connection: Connection): void
  /** It was gone before the question was on its way. */
  onUnsent(sending: Sending): void
  onGone(connection: Connection): void
}

class Connection {
  readonly #socket: Socket
  readonly #parts: ConnectionParts
  #asking: Asking | undefined
  #answer: WireAnswer | undefined
  #next: Sending | undefined
  #freshUntil = 0
  #error: Error | undefined
  readonly #breakOff = (): void => {
    this.#answer?.stop()
    this.#asking = undefined
    this.#socket.destroy()
  }

  constructor(parts: ConnectionParts) {
    this.#parts = parts
    this.#socket = parts.open((sizeBytes, { buffer }) => {
      this.#take(Buffer.from(buffer, 0, sizeBytes))
      return true
    })
    this.#socket
      .setTimeout(parts.connectMillisMax, () => this.#socket.destroy(new ModelFailure('unreachable')))
      .once('encrypted' in this.#socket ? 'secureConnect' : 'connect', () => this.#socket.setTimeout(0))
      .on('error', (error) => {
        this.#error = error
        // Of a fault of TLS the socket only tells.
        this.#socket.destroy()
      })
      .on('end', () => this.#end())
      .on('close', () => this.#gone())
  }

  get isFresh(): boolean {
    return !this.#socket.destroyed && performance.now() < this.#freshUntil
  }

  /**
   * What comes in on a connection that was used before, after its answer and before the next question, is nobody's: it
   * must not be taken for the answer to that. So a turn of the event loop goes by in which it is seen.
   */
  send(sending: Sending): void {
    if (this.#freshUntil === 0) return this.#write(sending)
    this.#next = sending
    inTheNextTurn(() => this.#sendNext())
  }

  #sendNext(): void {
    const sending = this.#next
    this.#next = undefined
    if (!sending) return
    if (this.#socket.destroyed) this.#parts.onUnsent(sending)
    else if (sending.asking.isOver) this.#parts.onFree(this)
    else this.#write(sending)
  }

  #write({ text, asking }: Sending): void {
    this.#asking = asking
    this.#answer = new WireAnswer(asking)
    asking.onSent(this.#breakOff)
    this.#socket.write(text)
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(bytes: Buffer): void {
    const answer = this.#answer
    // Nothing was asked.
    if (!answer) return void this.#socket.destroy()
    try {
      answer.take(bytes)
    } catch (error) {
      return void this.#socket.destroy(error as Error)
    }
    if (answer.isOver) this.#release(answer)
  }

  #release({ keepMillis }: WireAnswer): void {
    this.#asking = undefined
    this.#answer = undefined
    // Whoever answers before the question is through has not read it, and takes the rest for the next one.
    const isThrough = this.#socket.writableLength === 0
    if (keepMillis === 0 || !isThrough) return void this.#socket.destroy()
    this.#freshUntil = performance.now() + keepMillis
    this.#parts.onFree(this)
  }

  #end(): void {
    try {
      this.#answer?.close()
      this.#asking = undefined
      this.#socket.destroy()
    } catch (error) {
      this.#socket.destroy(error as Error)
    }
  }

  #gone(): void {
    const asking = this.#asking
    this.#asking = undefined
    asking?.onError(this.#error ?? new ModelFailure('unreachable'))
    this.#parts.onGone(this)
  }
}

/** Without a limit on how many wait: a full batch would go out before the turn is over, and `send` needs that turn. */
const inTheNextTurn = endOfTurn()
