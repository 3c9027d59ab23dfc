import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '#test/postgres.ts'
import { makeData } from './data.ts'
import type { Settings } from './servers.ts'
import { postgresClock } from './usage.ts'

const POOL_SIZE = 10
const SETTLE_SECONDS_MAX = 60

export interface Filled {
  settings: Settings
  key: string
  tasks: number
  settle(): Promise<void>
}

export interface DatabaseServer {
  version: string
  postgresMillis(): number
  /** A database of its own, with so many tasks. */
  filled(tasks: number): Promise<Filled>
}

/** PostgreSQL: the one of DATABASE_URL, else a fresh one from the npm package. What is made in it is dropped at the end. */
export async function openDatabaseServer(cleanup: AsyncDisposableStack): Promise<DatabaseServer> {
  const server = await serverUrl(cleanup)
  const admin = await connected(server, cleanup)
  const { rows } = await admin.query('show server_version')

  async function filled(tasks: number): Promise<Filled> {
    const name = `innkeeper_bench_${process.pid}_${tasks}`
    await admin.query(`create database ${name}`)
    cleanup.defer(async () => void (await admin.query(`drop database if exists ${name} with (force)`)))
    const url = new URL(server)
    url.pathname = `/${name}`
    const settings = {
      DATABASE_URL: url.href,
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      JWT_SECRET: 'only-for-the-benchmark-'.repeat(2),
    }
    const startedAt = performance.now()
    console.log(`making ${tasks.toLocaleString('en')} tasks`)
    const key = await makeData(settings, tasks)
    const inside = await connected(url.href, cleanup)
    await inside.query('checkpoint').catch(() => {})
    console.log(`made in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    return { settings, key, tasks, settle: () => settled(inside) }
  }
  return { version: `PostgreSQL ${rows[0].server_version}`, postgresMillis: await postgresClock(admin), filled }
}

async function serverUrl(cleanup: AsyncDisposableStack): Promise<string> {
  const given = process.env.DATABASE_URL
  if (given) return given
  const server = await startPostgres()
  cleanup.defer(() => server.stop())
  return server.url
}

async function connected(url: string, cleanup: AsyncDisposableStack): Promise<pg.Client> {
  const client = new pg.Client(url)
  // Dropping a database by force ends our connections to it.
  client.on('error', () => {})
  await client.connect()
  cleanup.defer(() => client.end())
  return client
}

async function settled(client: pg.Client): Promise<void> {
  const until = performance.now() + SETTLE_SECONDS_MAX * 1000
  while (performance.now() < until) {
    const { rows } = await client.query('select exists (select 1 from outbox) as waiting')
    if (!rows[0].waiting) return
    await sleep(20)
  }
  throw new Error(`events were still waiting after ${SETTLE_SECONDS_MAX} s`)
}
