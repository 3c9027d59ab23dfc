import { readdir, readFile } from 'node:fs/promises'
import { sha256 } from './crypto.ts'
import { many, one, run, type Db, type Pool, type Tx } from './db.ts'
import { sql } from './sql.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)
const LOCK = 4_608_552

interface Migration {
  version: string
  text: string
  checksum: string
}

/**
 * Brings the database up to this version of the code. Forward only, each file in a transaction of its own, under an
 * advisory lock, so that nodes started together run each file once. Answers the files it ran.
 */
export async function migrate(pool: Pool): Promise<string[]> {
  await assertUnicode(pool)
  if ((await pendingMigrations(pool)).length === 0) return []
  await locked(pool, (tx) =>
    tx.raw(`create table if not exists schema_migrations (
      version text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`),
  )
  const done: string[] = []
  for (const migration of await readMigrations()) {
    if (await locked(pool, (tx) => apply(tx, migration))) done.push(migration.version)
  }
  return done
}

/** The database has an encoding that cannot hold every text. */
export class WrongEncoding extends Error {}

async function assertUnicode(db: Db): Promise<void> {
  const row = await one<{ encoding: string }>(db, sql`select current_setting('server_encoding') as encoding`)
  if (row?.encoding === 'UTF8') return
  throw new WrongEncoding(`The database has the encoding ${row?.encoding}; make it with ENCODING 'UTF8'.`)
}

/** The files that the database lacks. A file changed after it ran is an error. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const applied = await appliedIn(db)
  return (await readMigrations()).filter((migration) => !isApplied(migration, applied)).map(({ version }) => version)
}

function locked<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  return pool.transaction(async (tx) => {
    await run(tx, sql`set local lock_timeout = 0`)
    await run(tx, sql`select pg_advisory_xact_lock(${LOCK})`)
    return work(tx)
  })
}

async function apply(tx: Tx, migration: Migration): Promise<boolean> {
  if (isApplied(migration, await appliedIn(tx))) return false
  await run(tx, sql`set local statement_timeout = 0`)
  await tx.script(migration.text)
  await run(
    tx,
    sql`insert into schema_migrations (version, checksum) values (${migration.version}, ${migration.checksum})`,
  )
  return true
}

function isApplied({ version, checksum }: Migration, applied: Map<string, string>): boolean {
  const known = applied.get(version)
  if (known && known !== checksum)
    throw new Error(`migrations/${version} was changed after it ran; add a new file instead`)
  return known !== undefined
}

async function appliedIn(db: Db): Promise<Map<string, string>> {
  const table = await one<{ there: boolean }>(db, sql`select to_regclass('schema_migrations') is not null as there`)
  if (!table?.there) return new Map()
  const rows = await many<Migration>(db, sql`select version, checksum from schema_migrations`)
  return new Map(rows.map(({ version, checksum }) => [version, checksum]))
}

async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(FOLDER)).filter((file) => /^\d{4}_[a-z_]+\.sql$/.test(file)).toSorted()
  return Promise.all(
    files.map(async (version) => {
      const text = await readFile(new URL(version, FOLDER), 'utf8')
      return { version, text, checksum: sha256(text).toString('hex') }
    }),
  )
}
