import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { commanded } from './commanded.ts'
import { backend } from './database.ts'
import { CONSOLE, newInstallation, PUBLIC, signIn, type Installation } from './installation.ts'
import { killAll, launch, patiently, startServer, type Settings } from './process.ts'

const PASSWORD = 'a password: with@signs/of%20all'
const made: string[] = []

afterAll(async () => {
  await killAll()
  if (backend !== 'postgres') return
  const client = await connected(inject('postgresUrl'))
  for (const role of made) await client.query(`drop role if exists ${role}`).catch(() => {})
  await client.end()
})

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  return client
}

const roleName = (kind: string): string => {
  const name = `${kind}_${randomBytes(4).toString('hex')}`
  made.push(name)
  return name
}

function addressAs(url: string, name: string): string {
  const address = new URL(url)
  address.username = name
  address.password = encodeURIComponent(PASSWORD)
  return address.href
}

/** Both addresses of an installation: the serving role's, which does not exist yet, and the owner's. */
function addressesOf({ settings }: Installation): { serving: string; owner: string } {
  const owner = settings.DATABASE_URL ?? ''
  return { owner, serving: addressAs(owner, roleName('serving')) }
}

/** What the serving role may not do to the log, whoever controls the server. */
const TAMPERING = [
  "update audit_log set action = 'nothing.happened'",
  'delete from audit_log',
  "delete from audit_log where created_at < now() - interval '1000 days'",
  'truncate audit_log',
  'truncate audit_log cascade',
  'alter table audit_log disable trigger all',
  'drop trigger audit_log_stays on audit_log',
  'drop table audit_log',
  'update retention set kept_days = 1',
  'delete from retention',
  'update audit_stream set shift = 0',
  "create or replace function prune_audit_log(asked_days integer, rows_max integer) returns integer language sql as 'select 1'",
  "set session_replication_role = 'replica'",
]

async function proveServing(settings: Settings): Promise<void> {
  const server = await startServer({ ...settings, MIGRATION_DATABASE_URL: '' })
  expect(server.output()).not.toContain('rewrite the audit log')
  const token = await signIn(server)
  const me = server.as(token)
  const property = (await me.get(`${PUBLIC}/properties?limit=1`)).body.items[0]
  const department = (await me.get(`${PUBLIC}/departments?limit=1`)).body.items[0]
  const task = await me.post(`${PUBLIC}/tasks`, {
    title: 'Change the bulb',
    propertyId: property.id,
    departmentId: department.id,
  })
  expect(task.status).toBe(201)
  // The worker picked up the event: jobs, their tables, and LISTEN work.
  await expect.poll(() => waiting(settings)).toBe(0)
  expect((await me.post(`${CONSOLE}/task-tags`, { name: 'Bulbs', color: '#2f6f4f' })).status).toBe(201)
  const entries = (await me.get(`${CONSOLE}/audit-log?action=task_tag.created&limit=1`)).body.items
  expect(entries[0]).toMatchObject({ details: { name: 'Bulbs' } })
  await server.stop()
}

async function waiting(settings: Settings): Promise<number> {
  const client = await connected(settings.DATABASE_URL ?? '')
  const { rows } = await client.query(
    "select (select count(*) from outbox) + (select count(*) from pgboss.job where state < 'completed' and name <> 'routines') as left",
  )
  await client.end()
  return Number(rows[0].left)
}

async function proveWalls(serving: string, owner: string): Promise<void> {
  const [client, admin] = [await connected(serving), await connected(owner)]
  const count = async (): Promise<unknown> => (await admin.query('select count(*) from audit_log')).rows
  const before = await count()
  for (const statement of TAMPERING) {
    await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' })
  }
  expect(await count()).toEqual(before)
  const old = (days: number, action: string) => `
    insert into audit_log (workspace_id, id, actor_kind, action, target_kind, target_id, details, created_at)
    values ('seaside-homes', gen_random_uuid(), 'system', '${action}', 'test', '1', '{}', now() - interval '${days} days 1 minute')`
  await client.query(old(399, 'young.entry'))
  await client.query(old(401, 'old.entry'))
  const left = async () =>
    (await client.query("select action from audit_log where action like '%.entry' order by 1")).rows.map(
      (row) => row.action,
    )
  for (const days of ['0', 'null']) {
    await client.query(`select prune_audit_log(${days}, 1000)`)
    expect(await left()).toEqual(['old.entry', 'young.entry'])
  }
  // Asking for fewer days than the owner keeps changes nothing.
  await client.query('select prune_audit_log(-5, 1000)')
  expect(await left()).toEqual(['young.entry'])
  await client.query('select prune_audit_log(1, 1000)')
  expect(await left()).toEqual(['young.entry'])
  await client.end()
  await admin.end()
}

describe.runIf(backend === 'postgres')('two roles', patiently, () => {
  test('an installation that served as its owner goes on as a role that cannot touch the log', async () => {
    const installation = await newInstallation({}, { isBare: true })
    const { owner, serving } = addressesOf(installation)
    const old = await startServer(installation.settings)
    expect(old.output()).toContain('rewrite the audit log')
    expect(
      (await old.as(await signIn(old)).post(`${CONSOLE}/task-tags`, { name: 'Old', color: '#2f6f4f' })).status,
    ).toBe(201)
    await old.stop()

    const settings = { ...installation.settings, DATABASE_URL: serving }
    const given = await commanded(['migrate'], { ...settings, MIGRATION_DATABASE_URL: owner })
    expect([given.code, given.stderr]).toEqual([0, ''])
    // Running it again changes nothing, and the serving role may run it too.
    expect((await commanded(['migrate'], { ...settings, MIGRATION_DATABASE_URL: owner })).code).toBe(0)
    expect((await commanded(['migrate'], settings)).code).toBe(0)
    await proveServing(settings)
    await proveWalls(serving, owner)
    await installation.remove()
  })

  test('a new installation whose owner is no superuser', async () => {
    const installation = await newInstallation({}, { isBare: true })
    const { owner: superuser, serving } = addressesOf(installation)
    const name = roleName('owner')
    const owner = addressAs(superuser, name)
    const admin = await connected(superuser)
    await admin.query(`create role ${name} login createrole password '${PASSWORD}'`)
    await admin.query(`alter database ${new URL(superuser).pathname.slice(1)} owner to ${name}`)
    await admin.end()

    const settings = { ...installation.settings, DATABASE_URL: serving, MIGRATION_DATABASE_URL: owner }
    const first = await startServer(settings)
    expect(first.output()).not.toContain('rewrite the audit log')
    await first.stop()
    await proveServing(settings)
    await proveWalls(serving, owner)
    await installation.remove()
  })

  test('a node that may not migrate waits for the owner, and says for what', async () => {
    const installation = await newInstallation({}, { isBare: true })
    const { owner, serving } = addressesOf(installation)
    const settings = { ...installation.settings, DATABASE_URL: serving }
    const admin = await connected(owner)
    await admin.query(`create role ${new URL(serving).username} login password '${PASSWORD}'`)
    await admin.end()
    const refused = await commanded(['migrate'], settings)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('MIGRATION_DATABASE_URL')])
    const node = launch(['src/main.mjs'], settings)
    await expect.poll(() => node.output()).toContain('which the role of DATABASE_URL may not bring')
    expect((await commanded(['migrate'], { ...settings, MIGRATION_DATABASE_URL: owner })).code).toBe(0)
    await expect.poll(() => node.output()).toContain('Server listening')
    node.signal('SIGINT')
    await node.ended
    await installation.remove()
  })

  test('settings that cannot be meant are told', async () => {
    const installation = await newInstallation({}, { isBare: true })
    const { owner, serving } = addressesOf(installation)
    const said = async (settings: Settings) =>
      (await commanded(['migrate'], { ...installation.settings, ...settings })).stderr
    expect(await said({ MIGRATION_DATABASE_URL: owner })).toContain('name the same role')
    expect(await said({ DATABASE_URL: '', MIGRATION_DATABASE_URL: owner })).toContain('set that too')
    expect(await said({ MIGRATION_DATABASE_URL: 'mysql://x' })).toContain('MIGRATION_DATABASE_URL must start with')
    const bare = new URL(serving)
    bare.password = ''
    expect(await said({ DATABASE_URL: bare.href, MIGRATION_DATABASE_URL: owner })).toContain('without a password')
    await installation.remove()
  })
})

test('on a database that serves as its own owner the log stays all the same', async () => {
  const { harness } = await import('./harness.ts')
  const { asAdmin, runtime, workspaceId } = await harness()
  await asAdmin.post('/task-tags', { name: 'Kept', color: '#2f6f4f' })
  const { pool } = runtime.database
  for (const statement of [
    `update audit_log set action = 'x' where workspace_id = '${workspaceId}'`,
    `delete from audit_log where workspace_id = '${workspaceId}'`,
    'truncate audit_log',
  ])
    await expect(pool.raw(statement), statement).rejects.toThrow('neither changed nor deleted')
  expect((await asAdmin.get('/audit-log?action=task_tag.created')).body.items).toHaveLength(1)
})
