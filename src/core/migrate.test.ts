import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { newDatabase } from '#test/database.ts'
import { openDatabase } from './database.ts'
import { many, run } from './db.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { sql } from './sql.ts'
import { lockWaits } from '#test/lock-waits.ts'

const isEmbedded = process.env.TEST_BACKEND === 'pglite'

/** A folder with one file more. */
async function folderWith(text: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'innkeeper-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, '9001_more.sql'), text)
  return pathToFileURL(`${folder}/`)
}

// The embedded database has one session: nobody can be in the way.
test.skipIf(isEmbedded)(
  'while a transaction is in the way of a migration others read on, and then it runs',
  async () => {
    const database = await openDatabase(await newDatabase({ poolSize: 4 }))
    onTestFinished(() => database.close())
    const { pool } = database
    await pool.raw('create table things (n integer)')
    const folder = await folderWith(
      'lock table things in access exclusive mode; alter table things add column m integer',
    )

    const migrated = await pool.transaction(async (tx) => {
      await run(tx, sql`select from things`)
      const running = migrate(pool, { folder })
      await expect.poll(() => lockWaits(pool)).not.toEqual([])
      // Behind the one that waits, but not as long as the transaction in its way takes: that ends only after this.
      await many(pool, sql`select n from things`)
      expect(await pendingMigrations(pool, folder)).toEqual(['9001_more.sql'])
      return { running }
    })
    expect(await migrated.running).toEqual(['9001_more.sql'])
    expect(await many(pool, sql`select m from things`)).toEqual([])
  },
)

test.skipIf(isEmbedded)('a node that comes while another migrates says so, and waits until that is over', async () => {
  const database = await openDatabase(await newDatabase({ poolSize: 4 }))
  onTestFinished(() => database.close())
  const { pool } = database
  await pool.raw('create table turnstile ()')
  const folder = await folderWith('lock table turnstile in share mode')
  const said: string[] = []
  const running = await pool.transaction(async (tx) => {
    await tx.raw('lock table turnstile in row exclusive mode')
    const first = migrate(pool, { folder })
    await expect.poll(() => lockWaits(pool)).not.toEqual([])
    const second = migrate(pool, { folder, stage: (text) => said.push(text) })
    await expect.poll(() => said).toEqual(['another node migrates the database; waiting for it'])
    return { nodes: [first, second] }
  })
  const done = await Promise.all(running.nodes)
  expect(done.flat()).toEqual(['9001_more.sql'])
})

test('a file that was changed after it ran is refused', async () => {
  const database = await openDatabase(await newDatabase({ poolSize: 4 }))
  onTestFinished(() => database.close())
  expect(await migrate(database.pool, { folder: await folderWith('create table more (n integer)') })).toEqual([
    '9001_more.sql',
  ])
  const changed = await folderWith('create table more (n bigint)')
  await expect(migrate(database.pool, { folder: changed })).rejects.toThrow('9001_more.sql was changed after it ran')
})

test('a time zone that only Node knows becomes the one of the same clock that the database knows too', async () => {
  const database = await openDatabase(await newDatabase({ poolSize: 4 }))
  onTestFinished(() => database.close())
  const { pool } = database
  const before = `
    delete from schema_migrations where version = '0080_time_zone_regina.sql';
    insert into workspaces (id, name, currency, timezone, created_at, updated_at) values
      ('plains', 'Plains', 'CAD', 'Canada/East-Saskatchewan', now(), now()),
      ('coast', 'Coast', 'EUR', 'Europe/Lisbon', now(), now());
    insert into properties (workspace_id, id, name, status, timezone, search_text, search_text_reduced, created_at, updated_at)
    values ('coast', gen_random_uuid(), 'Barn', 'ACTIVE', 'canada/east-saskatchewan', '', '', now(), now()),
      ('coast', gen_random_uuid(), 'Cabin', 'ACTIVE', null, '', '', now(), now())`
  await pool.transaction((tx) => tx.script(before))
  expect(await migrate(pool)).toEqual(['0080_time_zone_regina.sql'])
  const rows = sql`
    select name, timezone, version, timestamptz '2026-07-01T12:00Z' at time zone timezone = '2026-07-01T06:00' as "isSixThere"
    from (select name, timezone, version from workspaces union all select name, timezone, version from properties) homes
    order by name`
  expect(await many(pool, rows)).toEqual([
    { name: 'Barn', timezone: 'America/Regina', version: 2, isSixThere: true },
    { name: 'Cabin', timezone: null, version: 1, isSixThere: null },
    { name: 'Coast', timezone: 'Europe/Lisbon', version: 1, isSixThere: false },
    { name: 'Plains', timezone: 'America/Regina', version: 2, isSixThere: true },
  ])
})

test('accounts without case are found by their small letters, and of two the one that works keeps its own', async () => {
  const database = await openDatabase(await newDatabase())
  onTestFinished(() => database.close())
  const { pool } = database
  const [works, idle, other] = [1, 2, 3].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`)
  const made = (id: string | undefined, kind: string, ...finders: string[]) => `
    insert into integrations (workspace_id, id, kind, name, status, accounts, settings, secrets, secrets_shown, created_at, updated_at)
      values ('coast', '${id}', '${kind}', 'x', 'active', '{}', '{}', '', '[]', now(), now());
    insert into integration_finders (workspace_id, integration_id, kind, finder)
      select 'coast', '${id}', '${kind}', 'account:' || name from unnest(array['${finders.join("','")}']) as name;`
  const before = `
    delete from schema_migrations where version = '0084_accounts_without_case.sql';
    insert into workspaces (id, name, currency, timezone, created_at, updated_at)
      values ('coast', 'Coast', 'EUR', 'Europe/Lisbon', now(), now());
    ${made(works, 'code_host', 'Casa/Docs', 'Casa/Guides', 'casa/guides')}
    ${made(idle, 'code_host', 'casa/docs')}
    ${made(other, 'voice_platform_a', 'agent_X')}
    insert into inbound_deliveries (workspace_id, id, sender, external_id, kind, integration_id, payload, headers, status, received_at)
      values ('coast', gen_random_uuid(), 'code-host', '1', 'push', '${works}', '{}', '{}', 'done', now())`
  await pool.transaction((tx) => tx.script(before))
  expect(await migrate(pool)).toEqual(['0084_accounts_without_case.sql'])
  const found = await many(
    pool,
    sql`select integration_id as id, finder from integration_finders order by finder collate "C"`,
  )
  expect(found).toEqual([
    // As nodes of the build before ask for them.
    { id: works, finder: 'account:Casa/Docs' },
    { id: works, finder: 'account:Casa/Guides' },
    { id: other, finder: 'account:agent_X' },
    { id: works, finder: 'account:casa/docs' },
    { id: works, finder: 'account:casa/guides' },
  ])
})
