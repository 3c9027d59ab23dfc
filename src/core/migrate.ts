import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sha256 } from './crypto.ts'
import { many, one, run, type Db, type Pool, type Tx } from './db.ts'
import { hasWaitedInVain } from './db-failures.ts'
import { sql } from './sql.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)
const LOCK = 4_608_552
/** As long as a file waits, all of the old nodes that want the same table wait behind it; they give up after five. */
const WAIT_SECONDS = 2
const PAUSE_MILLIS = 1000
/** Between two looks whether another node is done with its file. */
const LOOK_MILLIS = 200
/** Some minutes in all: longer than any of our own transactions may take. */
const TRIES_MAX = 150

interface MigrateOptions {
  folder?: URL
  /** Says what is waited for. */
  stage?: (text: string) => void
}

interface Migration {
  version: string
  text: string
  checksum: string
}

/**
 * Brings the database up to this version of the code. Forward only, each file in a transaction of its own, under an
 * advisory lock, so that nodes started together run each file once. Answers the files it ran.
 */
export async function migrate(pool: Pool, { folder = FOLDER, stage }: MigrateOptions = {}): Promise<string[]> {
  await assertUnicode(pool)
  if ((await pendingMigrations(pool, folder)).length === 0) return []
  const locked = lockedIn(pool, stage)
  await locked((tx) =>
    tx.raw(`create table if not exists schema_migrations (
      version text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`),
  )
  const done: string[] = []
  for (const migration of await readMigrations(folder)) {
    if (await applied(locked, migration)) done.push(migration.version)
  }
  return done
}

/** Tried again while a transaction of an old node is in the way: to wait for it in line would stop all behind it. */
async function applied(locked: Locked, migration: Migration): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await locked((tx) => apply(tx, migration))
    } catch (error) {
      if (tries >= TRIES_MAX || !hasWaitedInVain(error)) throw error
      await sleep(PAUSE_MILLIS)
    }
  }
}

/** The database has an encoding that cannot hold every text. */
export class WrongEncoding extends Error {}

async function assertUnicode(db: Db): Promise<void> {
  const row = await one<{ encoding: string }>(db, sql`select current_setting('server_encoding') as encoding`)
  if (row?.encoding === 'UTF8') return
  throw new WrongEncoding(`The database has the encoding ${row?.encoding}; make it with ENCODING 'UTF8'.`)
}

/** The database was made by a build whose files said something else. */
export class ForeignMigration extends Error {}

/** The files that the database lacks. A file changed after it ran is an error. */
export async function pendingMigrations(db: Db, folder = FOLDER): Promise<string[]> {
  const applied = await appliedIn(db)
  return (await readMigrations(folder))
    .filter((migration) => !isApplied(migration, applied))
    .map(({ version }) => version)
}

type Locked = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Asks again and again: a node that waits in line for another one's long file would be told that the database is away. */
function lockedIn(pool: Pool, stage: MigrateOptions['stage'] = () => {}): Locked {
  let hasSaid = false
  return async (work) => {
    for (;;) {
      const done = await pool.transaction(async (tx) => {
        const lock = await one<{ isOurs: boolean }>(tx, sql`select pg_try_advisory_xact_lock(${LOCK}) as "isOurs"`)
        return lock?.isOurs ? { answer: await work(tx) } : undefined
      })
      if (done) return done.answer
      if (!hasSaid) stage('another node migrates the database; waiting for it')
      hasSaid = true
      await sleep(LOOK_MILLIS)
    }
  }
}

async function apply(tx: Tx, migration: Migration): Promise<boolean> {
  if (isApplied(migration, await appliedIn(tx))) return false
  await run(tx, sql`set local statement_timeout = 0`)
  await run(tx, sql`select set_config('lock_timeout', ${`${WAIT_SECONDS}s`}, true)`)
  await tx.script(migration.text)
  await run(
    tx,
    sql`insert into schema_migrations (version, checksum) values (${migration.version}, ${migration.checksum})`,
  )
  return true
}

function isApplied({ version, checksum }: Migration, applied: Map<string, string>): boolean {
  const known = applied.get(version)
  if (known === undefined || known === checksum) return known !== undefined
  throw new ForeignMigration(
    `migrations/${version} was changed after it ran on this database. Start the build that made the database, or restore a backup of another.`,
  )
}

async function appliedIn(db: Db): Promise<Map<string, string>> {
  const table = await one<{ there: boolean }>(db, sql`select to_regclass('schema_migrations') is not null as there`)
  if (!table?.there) return new Map()
  const rows = await many<Migration>(db, sql`select version, checksum from schema_migrations`)
  return new Map(rows.map(({ version, checksum }) => [version, checksum]))
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_[a-z_]+\.sql$/.test(file)).toSorted()
  return Promise.all(
    files.map(async (version) => {
      const text = await readFile(new URL(version, folder), 'utf8')
      return { version, text, checksum: sha256(text).toString('hex') }
    }),
  )
}
