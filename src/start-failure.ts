import { WrongSetting } from './setting-reader.ts'
import { FolderUnusable } from '#core/database-embedded.ts'
import { sqlState } from '#core/db-failures.ts'
import { coreFailures, Refusal } from '#core/errors.ts'
import { FolderHeld } from '#core/folder-lock.ts'
import { ForeignMigration, WrongEncoding } from '#core/migrate.ts'
import { ServingRoleUnusable } from '#core/serving-role.ts'
import { NotMigrated } from './upgrade.ts'

/** Classes of SQLSTATE that no waiting cures: wrong user or password, no such database. */
const WRONG_ADDRESS_CLASSES = new Set(['28', '3D'])

/** One line for the operator, if the reason lies outside the code; undefined for a defect, which deserves its stack. */
export function startFailure(error: unknown): string | undefined {
  if (error instanceof WrongSetting || error instanceof FolderHeld || error instanceof FolderUnusable)
    return error.message
  if (error instanceof NotMigrated || error instanceof ServingRoleUnusable) return error.message
  if (error instanceof WrongEncoding || error instanceof ForeignMigration) return error.message
  const waiting = missingDatabase(error)
  if (waiting !== undefined) return `the database does not answer: ${waiting}`
  if (!(error instanceof Error)) return undefined
  if (WRONG_ADDRESS_CLASSES.has(sqlState(error)?.slice(0, 2) ?? '')) {
    return `DATABASE_URL does not open the database: ${error.message}.`
  }
  if (!('syscall' in error)) return undefined
  if (error.syscall === 'listen') return `cannot listen: ${error.message}. Set PORT to a free one.`
  if (error.syscall === 'getaddrinfo') return `HOST cannot be listened on: ${error.message}.`
  // The operating system's own, such as a folder that may not be written.
  return `${error.message}.`
}

/** Why the database cannot be reached now; undefined when that is not what went wrong. */
export function missingDatabase(error: unknown): string | undefined {
  if (!(error instanceof Refusal && error.failure === coreFailures.unavailable)) return undefined
  return error.cause instanceof Error ? error.cause.message : error.message
}
