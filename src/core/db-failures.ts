import pg from 'pg'
import { coreFailures, Refusal } from './errors.ts'

const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT'])

/** Classes of SQLSTATE that mean the server, not the request, is the reason: connection, resources, shutdown. */
const SERVER_CLASSES = new Set(['08', '53', '57', '58'])
const LOCK_NOT_AVAILABLE = '55P03'

const LOST_CONNECTION = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered|Query read timeout)/

/** Turns "the database cannot answer now" into a 503 that says when to try again; anything else stays as it is. */
export function databaseFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error
  return isUnavailable(error) ? new Refusal(coreFailures.unavailable, { cause: error }) : error
}

function isUnavailable(error: Error): boolean {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? ''
    return code === LOCK_NOT_AVAILABLE || SERVER_CLASSES.has(code.slice(0, 2))
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (NETWORK_CODES.has(code)) return true
  return LOST_CONNECTION.test(error.message)
}

/** The name of the unique constraint an insert or update ran into, if that is what went wrong. */
export function violatedUnique(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined
}
