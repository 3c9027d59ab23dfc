import type { Bindings } from 'pino'
import type { FastifyBaseLogger } from 'fastify'

type Said = [data: object, text?: string]

/** The log of one request, which knows its id. It is made when something is said: of most requests nothing is. */
class RequestLog {
  readonly #log: FastifyBaseLogger
  readonly #bindings: Bindings
  #made: FastifyBaseLogger | undefined

  constructor(log: FastifyBaseLogger, bindings: Bindings) {
    this.#log = log
    this.#bindings = bindings
  }

  get #own(): FastifyBaseLogger {
    return (this.#made ??= this.#log.child(this.#bindings))
  }

  get level(): string {
    return this.#log.level
  }

  child(bindings: Bindings): FastifyBaseLogger {
    return this.#own.child(bindings)
  }

  silent(): void {}

  trace(...said: Said): void {
    this.#own.trace(...said)
  }

  debug(...said: Said): void {
    this.#own.debug(...said)
  }

  info(...said: Said): void {
    this.#own.info(...said)
  }

  warn(...said: Said): void {
    this.#own.warn(...said)
  }

  error(...said: Said): void {
    this.#own.error(...said)
  }

  fatal(...said: Said): void {
    this.#own.fatal(...said)
  }
}

export function requestLog(log: FastifyBaseLogger, bindings: Bindings): FastifyBaseLogger {
  return new RequestLog(log, bindings) as FastifyBaseLogger
}
