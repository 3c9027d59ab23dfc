import pg from 'pg'
import type { Ear, Listen } from './bus.ts'
import { CHANNEL } from './bus.ts'
import { poolOver, type Db, type Pool } from './db.ts'
import { openEmbedded } from './database-embedded.ts'

export interface Database {
  readonly kind: 'postgres' | 'embedded'
  readonly pool: Pool
  /** For short statements that must not wait for the pool. The embedded database, being one session, has none. */
  readonly aside: Db | undefined
  readonly listen: Listen
  close(): Promise<void>
}

interface PostgresSettings {
  kind: 'postgres'
  url: string
  poolSize: number
  statementTimeoutSeconds: number
}

export type DatabaseSettings = PostgresSettings | { kind: 'embedded'; folder: string }

export function openDatabase(settings: DatabaseSettings): Promise<Database> {
  return settings.kind === 'embedded' ? openEmbedded(settings.folder) : Promise.resolve(openPostgres(settings))
}

/** How much later than the server's own limit an answer may arrive. */
const ANSWER_SECONDS_MAX = 5
const ASIDE_SIZE = 2

/** Connects when first asked. */
function openPostgres(settings: PostgresSettings): Database {
  const pool = newPool(settings, settings.poolSize, {})
  // Numbers are counted here: their commit record precedes that of the row that uses them, so they need no flush.
  const aside = newPool(settings, ASIDE_SIZE, { synchronous_commit: 'off' })
  // The server has the time to give up first.
  const answerMillisMax = (settings.statementTimeoutSeconds + ANSWER_SECONDS_MAX) * 1000
  return {
    kind: 'postgres',
    pool: poolOver(pool, { single: false, answerMillisMax }),
    aside: poolOver(aside, { single: false, answerMillisMax }),
    listen: (onMessage, onLost) => listenOn(settings.url, onMessage, onLost),
    close: async () => void (await Promise.all([pool.end(), aside.end()])),
  }
}

function newPool(settings: PostgresSettings, max: number, session: Record<string, string>): pg.Pool {
  return new pg.Pool({
    connectionString: settings.url,
    max,
    // Closing an idle connection would throw its prepared statements away.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 10_000,
    // A half-open connection gives no error: while idle it is found out by TCP, and else by an answer that stays away.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'innkeeper',
    options: sessionOptions(settings.statementTimeoutSeconds, session),
  })
}

function sessionOptions(statementTimeoutSeconds: number, more: Record<string, string>): string {
  const session = {
    timezone: 'UTC',
    statement_timeout: `${statementTimeoutSeconds}s`,
    lock_timeout: '5s',
    idle_in_transaction_session_timeout: '15s',
    // Our statements are named and their plans do not depend much on the values; planning each call anew cost a third.
    plan_cache_mode: 'force_generic_plan',
    ...more,
  }
  return Object.entries(session)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

async function listenOn(url: string, onMessage: (payload: string) => void, onLost: () => void): Promise<Ear> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'innkeeper-listen',
    connectionTimeoutMillis: 5000,
    // A half-open connection gives no error: a beat without an answer has to end it.
    query_timeout: 2000,
    keepAlive: true,
  })
  let ended = false
  const lost = (): void => {
    if (!ended) onLost()
    ended = true
  }
  client.on('error', lost)
  client.on('end', lost)
  client.on('notification', ({ payload }) => onMessage(payload ?? ''))
  async function close(): Promise<void> {
    ended = true
    await client.end()
  }
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
  } catch (error) {
    // Left open it would report its end some day, and so take away the connection that came after it.
    void close().catch(() => {})
    throw error
  }
  return { query: (text, values) => client.query(text, values), close }
}
