import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import type { DatabaseSettings } from '#core/database.ts'
import { copyOfTemplate, emptyFolder } from './pglite.ts'
import { createDatabase } from './postgres.ts'

/** Which database the current project of the suite runs on. */
export const backend = process.env.TEST_BACKEND === 'postgres' ? 'postgres' : 'pglite'

interface NewDatabase {
  poolSize?: number
  /** Without a table in it; of an embedded one there is the folder alone. */
  isBare?: boolean
  /** Connects as the serving role, as `npm start` should. Most tests also create or drop tables. */
  isServing?: boolean
}

/** Settings of a new database that is migrated already: a copy is made in no time. */
export async function newDatabase({
  poolSize = 10,
  isBare = false,
  isServing = false,
}: NewDatabase = {}): Promise<DatabaseSettings> {
  if (backend === 'pglite') {
    const root = inject('embeddedRoot')
    return { kind: 'embedded', folder: isBare ? emptyFolder(root) : copyOfTemplate(root) }
  }
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  const url = await createDatabase(inject('postgresUrl'), name, isBare ? undefined : inject('postgresTemplate'))
  return { kind: 'postgres', url: isServing && !isBare ? asServing(url) : url, poolSize, statementTimeoutSeconds: 30 }
}

/** The address for the serving role. */
function asServing(url: string): string {
  const address = new URL(url)
  address.username = `serving_${inject('postgresTemplate')}`
  return address.href
}
