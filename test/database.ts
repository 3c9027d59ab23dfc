import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { DatabaseSettings } from '#core/database.ts'
import { copyOfTemplate } from './pglite.ts'

/** Which database the current project of the suite runs on. */
export const backend = process.env.TEST_BACKEND === 'postgres' ? 'postgres' : 'pglite'

/** Settings of a new database; the embedded one is migrated already. */
export async function newDatabase(poolSize = 10): Promise<DatabaseSettings> {
  if (backend === 'pglite') return { kind: 'embedded', folder: copyOfTemplate(inject('embeddedRoot')) }
  const server = inject('postgresUrl')
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return { kind: 'postgres', url: url.href, poolSize, statementTimeoutSeconds: 30 }
}
