import { coreFailures, failTaken, Refusal, type Failure } from './errors.ts'

const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT'])

/** Classes of SQLSTATE that mean the server, not the request, is the reason: connection, resources, shutdown. */
const SERVER_CLASSES = new Set(['08', '53', '57', '58'])
const LOCK_NOT_AVAILABLE = '55P03'
const QUERY_CANCELLED = '57014'

const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered|Query read timeout)/

/** A text too long for an index. Only the client can fix that. */
const PROGRAM_LIMIT_EXCEEDED = '54000'

/** Turns "the database cannot answer now" into a 503 that says when to try again; anything else stays as it is. */
export function databaseFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error
  if (sqlState(error) === PROGRAM_LIMIT_EXCEEDED) return new Refusal(coreFailures.text_too_long, { cause: error })
  return isUnavailable(error) ? new Refusal(coreFailures.unavailable, { cause: error }) : error
}

/** The same for an error while connecting: whatever the server says then, only a wrong address or password is final. */
export function connectFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error
  const isFinal = /^(28|3D)/.test(sqlState(error) ?? '')
  return isFinal ? error : new Refusal(coreFailures.unavailable, { cause: error })
}

function isUnavailable(error: Error): boolean {
  const state = sqlState(error)
  if (state !== undefined) return state === LOCK_NOT_AVAILABLE || SERVER_CLASSES.has(state.slice(0, 2))
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return NETWORK_CODES.has(code) || LOST_CONNECTION.test(error.message)
}

/** Whether it is the database that cannot answer now, and not one statement that takes too long each time. */
export function isDatabaseAway(error: unknown): boolean {
  // Others refuse too because something that they asked cannot be reached.
  const cause = error instanceof Refusal && error.failure === coreFailures.unavailable ? error.cause : undefined
  return cause instanceof Error && isUnavailable(cause) && sqlState(cause) !== QUERY_CANCELLED
}

/** Somebody else held what a statement wanted to lock, for longer than it may wait. */
export function hasWaitedInVain(error: unknown): boolean {
  return sqlState(error instanceof Refusal ? error.cause : error) === LOCK_NOT_AVAILABLE
}

/** Whether others would get no answer now either: it is no lock that somebody holds. */
export function isDatabaseAwayForAll(error: unknown): boolean {
  return isDatabaseAway(error) && !hasWaitedInVain(error)
}

/** A statement was sent and nothing came back in time: the connection can be half-open, and nothing more will come. */
export function hasTimedOut(error: unknown): error is Error {
  const cause = error instanceof Refusal ? error.cause : error
  return cause instanceof Error && cause.message === 'Query read timeout'
}

/** The SQLSTATE of an error the database gave. Told by its shape: pg and PGlite each have a class of their own. */
export function sqlState(error: unknown): string | undefined {
  const isGiven = error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
  return isGiven ? (error.code as string) : undefined
}

/** The name of the reference to a row that is not there, if that is what went wrong. */
export function violatedReference(error: unknown): string | undefined {
  return sqlState(error) === '23503' ? constraintOf(error) : undefined
}

/** The name of the unique constraint an insert or update ran into, if that is what went wrong. */
export function violatedUnique(error: unknown): string | undefined {
  return sqlState(error) === '23505' ? constraintOf(error) : undefined
}

/** By the name of the constraint: how it is refused, and the field that has to be another. */
type Taken = Readonly<Record<string, { failure: Failure; field: string }>>

/** Refuses what would be there twice. */
export async function refusingTaken<T>(write: Promise<T>, taken: Taken): Promise<T> {
  try {
    return await write
  } catch (error) {
    const reason = taken[violatedUnique(error) ?? '']
    if (!reason) throw error
    return failTaken(reason.failure, reason.field)
  }
}

function constraintOf(error: unknown): string | undefined {
  const { constraint } = error as { constraint?: unknown }
  return typeof constraint === 'string' ? constraint : undefined
}
