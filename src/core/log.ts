import pino, { type DestinationStream, type Logger } from 'pino'

/** JSON lines. An error is logged without the parts in which PostgreSQL repeats the values of the statement. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino({ level, serializers: { err: withoutValues } }, destination ?? pino.destination(1))
}

function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { detail: _detail, where: _where, parameters: _parameters, ...rest } = pino.stdSerializers.err(error)
  return rest
}
