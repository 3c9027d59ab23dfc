import pg from 'pg'
import { inject } from 'vitest'
import type { DatabaseSettings } from '#core/database.ts'

/** Cuts every connection to one database of the test server and refuses new ones, until `end`. */
export async function outageOf(settings: DatabaseSettings): Promise<{ end(): Promise<void> }> {
  if (settings.kind !== 'postgres') throw new Error('only a server can be cut off')
  const name = new URL(settings.url).pathname.slice(1)
  const client = new pg.Client(inject('postgresUrl'))
  await client.connect()
  await client.query(`alter database ${name} with allow_connections false`)
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  return {
    async end() {
      await client.query(`alter database ${name} with allow_connections true`)
      await client.end()
    },
  }
}
