import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { CHANNEL } from './bus.ts'
import { poolOver } from './db.ts'
import type { Database } from './database.ts'
import { keepUp } from './embedded-upkeep.ts'
import { makeFolder } from './folder.ts'
import { holdFolder } from './folder-lock.ts'

/**
 * PostgreSQL inside this process (PGlite). It is one session: a pool of one connection is its mutex, messages
 * come from the library itself, and the folder is locked because two processes on it would destroy it.
 */
export async function openEmbedded(folder: string): Promise<Database> {
  // Only this kind of database needs the library, and it is large.
  const [{ PGlite }, { createPgConfig }, { pg_trgm }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/node-postgres'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
  ])
  makeFolder(folder)
  const lock = holdFolder(folder)
  const making = beginMaking(folder)
  const lite = await PGlite.create(join(folder, 'pgdata'), { extensions: { pg_trgm } }).catch((error: unknown) => {
    lock.release()
    throw folderFailure(folder, error)
  })
  making.done()
  await lite.exec(`set timezone = 'UTC'; set plan_cache_mode = force_generic_plan`)
  // Said before anybody else speaks: inside another's transaction, a rollback would take it back.
  const listeners = new Set<(payload: string) => void>()
  await lite.listen(CHANNEL, (payload) => listeners.forEach((hear) => hear(payload)))
  const session = new pg.Pool({
    ...createPgConfig(lite),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 30_000,
  })
  const pool = poolOver(session, { single: true })
  const stopUpkeep = keepUp(pool)
  return {
    kind: 'embedded',
    pool,
    aside: undefined,
    listen: async (onMessage) => {
      const hear = (payload: string): void => onMessage(payload)
      listeners.add(hear)
      // Same process, same session: there is no line that could be cut.
      return { query: async () => {}, close: async () => void listeners.delete(hear) }
    },
    async close() {
      stopUpkeep()
      await session.end()
      await lite.close()
      lock.release()
    },
  }
}

/** The folder cannot hold the database. */
export class FolderUnusable extends Error {}

/** The library's file system knows errors by the numbers of WASI, and says nothing else of them. */
const REASONS: Readonly<Record<number, string>> = {
  2: 'permission denied',
  19: 'the quota is used up',
  22: 'a file may not become that large',
  29: 'input/output error',
  33: 'too many open files',
  51: 'no space is left on the disk',
  63: 'not permitted',
  69: 'read-only file system',
}

export function folderFailure(folder: string, error: unknown): unknown {
  // Errors of Node itself have a number too, and say what it means.
  if (typeof error !== 'object' || error === null || !('errno' in error) || 'code' in error) return error
  const reason = REASONS[Number(error.errno)] ?? `error ${String(error.errno)} of its file system`
  return new FolderUnusable(`the embedded database in ${folder} cannot be opened: ${reason}.`, { cause: error })
}

/**
 * A process killed while it makes the database leaves files that the library takes for a whole one, and fails on. Nobody
 * has used that database yet, so the next start makes it anew; a mark tells the two apart.
 */
function beginMaking(folder: string): { done(): void } {
  const data = join(folder, 'pgdata')
  const mark = join(folder, 'pgdata.unfinished')
  if (existsSync(mark)) rmSync(data, { recursive: true, force: true })
  if (!existsSync(data)) writeFileSync(mark, '')
  return { done: () => rmSync(mark, { force: true }) }
}
