import { expect, onTestFinished, test } from 'vitest'
import { seal, signerFrom } from '#core/crypto.ts'
import { many, run, type Db } from '#core/db.ts'
import { forgetKeys, keepKeys, resealAll } from '#core/reseal.ts'
import { fixed, sql } from '#core/sql.ts'
import { createCaller } from '#modules/ai/gateway-caller.service.ts'
import { seedDemo } from '#src/demo/seed.ts'
import { systemContext } from '#src/runtime.ts'
import { durableProofs, sealedPlaces } from '#src/sealed-places.ts'
import { clientOf } from './client.ts'
import { newDatabase } from './database.ts'
import { harness, startTestApp, type Harness, type TestApp } from './harness.ts'
import { makeSubject, SUBJECT_NAMES } from './subjects.ts'
import { publishedBefore, reached, start, workflows } from './workflow-place.ts'

const [A, B] = ['the-first-secret-of-the-server-'.repeat(2), 'the-second-secret-of-the-server-'.repeat(2)]
const PASSWORD = 'correct horse battery'
/** The secret a voice platform sends, by which its integration is found. */
const FOUND_BY = 'a-secret-that-a-sender-shows'

/** Every database column that holds something sealed, including those of the job tables. */
async function columnsWithSealed(db: Db): Promise<string[]> {
  const columns = await many<{ schema: string; table: string; column: string }>(
    db,
    sql`
    select c.table_schema as schema, c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
      and (c.data_type in ('text', 'jsonb', 'json', 'character varying') or c.data_type = 'ARRAY')`,
  )
  const found: string[] = []
  for (const { schema, table, column } of columns) {
    const rows = await many(
      db,
      sql`
      select 1 from ${fixed(`"${schema}"."${table}"`)}
      where ${fixed(`"${column}"`)}::text ~ '[A-Za-z0-9_-]{38,}=[.][A-Za-z0-9_-]{8}' limit 1`,
    )
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found.toSorted()
}

/** Creates one of everything that is sealed or signed. */
async function fill(here: Harness) {
  const { asAdmin, runtime } = here
  const { pool } = runtime.database
  const { signer } = runtime.services
  const ok = ({ status, body }: { status: number; body: unknown }): void =>
    expect(status, JSON.stringify(body)).toBeLessThan(300)
  for (const name of SUBJECT_NAMES) await makeSubject(here, name, 'sealed')
  const provider = {
    name: 'house',
    kind: 'openai-compatible',
    baseUrl: 'http://localhost:9/v1',
    apiKey: 'sk-key-of-ours',
  }
  ok(await asAdmin.patch('/ai-settings', { providers: [provider] }))
  ok(await asAdmin.put('/lock-connections/seam', { apiKey: 'seam_key_of_ours' }))
  ok(await asAdmin.post('/workflow-secrets', { name: 'TOKEN', value: 'hush' }))
  const credentials = { accountId: '1', apiKey: 'hostaway-key' }
  const system = await asAdmin.post('/property-systems', { provider: 'hostaway', name: 'Hostaway', credentials })
  ok(system)
  await createCaller(
    { ...systemContext(runtime) },
    { name: 'caller', workspaces: ['*'], routes: ['*'], actorKinds: ['user'] },
  )
  const hookId = await makeSubject(here, 'hookId', 'sealed')
  ok(await asAdmin.post(`/event-hooks/${hookId}/rotate-secret`, {}))
  ok(
    await asAdmin.post('/integrations', {
      kind: 'bot_messenger',
      name: 'Shown',
      secrets: { webhookSecret: FOUND_BY, botToken: '12:token' },
    }),
  )
  // The state that a poll and a provider call leave behind.
  const { id: systemId } = system.body
  const connection = await makeSubject(here, 'connectionId', 'sealed')
  const token = seal(signer, 'property-system-token', systemId, 'brought')
  const tokens = seal(signer, 'connection-tokens', connection, '{}')
  const inFuture = new Date(Date.now() + 3_600_000)
  await run(
    pool,
    sql`update property_systems set token = ${token}, token_expires_at = ${inFuture} where id = ${systemId}`,
  )
  await run(
    pool,
    sql`update connections set tokens = ${tokens}, tokens_expire_at = ${inFuture} where id = ${connection}`,
  )
  const worker = workflows(here)
  const workflowId = await publishedBefore(
    here,
    `
    use: { secrets: [TOKEN] }
    do:
      - hear:
          input: { from: '\${ { all: [$secrets.TOKEN], long: ("x" * 4000) } }' }
          listen: { to: { one: { with: { type: test.go } } } }`,
  )
  await reached(here, await start(here, workflowId), 'waiting')
  await worker.stop()
  // The other sealed columns of a frame are filled only briefly and look the same.
  await run(pool, sql`update wf_frame set pending = state, ended = state where state ? 'sealed'`)
}

type Place = Pick<TestApp['runtime']['config'], 'database'> & Partial<TestApp['runtime']['config']>

const open = (place: Place, jwtSecret: string, jwtSecretPrevious?: string): Promise<TestApp> =>
  startTestApp({ config: { ...place, jwtSecret, jwtSecretPrevious } })

/** Uses again everything that outsiders hold. */
async function proveHeld({ app }: TestApp, held: Held): Promise<string> {
  const nobody = clientOf(app, '')
  expect((await nobody.get(held.photo)).status, 'photo').toBe(200)
  const refreshed = await nobody.post('/api/v1/auth/refresh', { refreshToken: held.refreshToken })
  expect(refreshed.status, 'refresh').toBe(200)
  const admin = clientOf(app, `/api/app/v1/workspaces/${held.workspaceId}`, refreshed.body.accessToken)
  const link = await admin.get(`/tasks/${held.taskId}/share-links/${held.linkId}`)
  expect(link.body.url ?? link.body, 'link').toBe(held.shareUrl)
  return refreshed.body.refreshToken
}

interface Held {
  workspaceId: string
  photo: string
  refreshToken: string
  taskId: string
  linkId: string
  shareUrl: string
}

test('a change of JWT_SECRET: both are read, everything is sealed anew, and the old one is needed no more', async () => {
  const database = await newDatabase()
  const first = await open({ database }, A)
  // Copy the files too.
  const { storage } = first.runtime.config
  await seedDemo(systemContext(first.runtime), {})
  const here = await harness(first)
  await fill(here)
  const { email } = await here.make.person({ role: 'admin', password: PASSWORD })
  const { body: session } = await clientOf(first.app, '').post('/api/v1/auth/token', { email, password: PASSWORD })
  const taskId = await makeSubject(here, 'taskId', 'held')
  const { body: link } = await here.asAdmin.post(`/tasks/${taskId}/share-links`, {})
  const photoId = await makeSubject(here, 'photoId', 'held', { taskId })
  const attachments = (await here.asKey.get(`/tasks/${taskId}/attachments`)).body.items
  const photo = attachments.find(({ id }: { id: string }) => id === photoId)
  const held: Held = {
    workspaceId: here.workspaceId,
    photo: new URL(photo.internalUrl).pathname,
    refreshToken: session.refreshToken,
    taskId,
    linkId: link.id,
    shareUrl: link.url,
  }

  const named = sealedPlaces
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !name.startsWith('kept_keys'))
  // A place missing from src/sealed-places.ts would be lost with the secret; one listed but not found here would go
  // untested.
  expect(await columnsWithSealed(first.runtime.database.pool)).toEqual(named.toSorted())
  await first.close()

  const second = await open({ database, storage }, B, A)
  held.refreshToken = await proveHeld(second, held)
  const { pool } = second.runtime.database
  const { signer } = second.runtime.services
  await keepKeys(pool, signer, durableProofs, new Date())
  const done = await resealAll(pool, signer, sealedPlaces)
  expect(done.filter(({ left }) => left > 0)).toEqual([])
  expect(done.filter(({ resealed, table }) => resealed === 0 && table !== 'kept_keys')).toEqual([])
  // Starting again after an interruption finds nothing more to do.
  await keepKeys(pool, signer, durableProofs, new Date())
  expect((await resealAll(pool, signer, sealedPlaces)).some(({ resealed, left }) => resealed + left > 0)).toBe(false)
  await second.close()

  const third = await open({ database, storage }, B)
  // Everything opens with the new secret alone; anything still under the old one would be counted as left.
  const last = await resealAll(
    third.runtime.database.pool,
    signerFrom('another-secret-of-the-server-altogether', B),
    sealedPlaces,
  )
  expect(last.filter(({ left }) => left > 0)).toEqual([])
  await resealAll(third.runtime.database.pool, signerFrom(B, 'another-secret-of-the-server-altogether'), sealedPlaces)
  await proveHeld(third, held)
  const finders = await many<{ finder: string }>(
    third.runtime.database.pool,
    sql`select finder from integration_finders where finder like 'secret:%' and workspace_id = ${here.workspaceId}`,
  )
  expect(finders.length).toBeGreaterThan(0)
  const shown = signerFrom(B).mac('integration-finder', FOUND_BY)
  expect(finders.map(({ finder }) => finder)).toEqual([`secret:${shown}`])

  // A secret is forgotten because somebody else knows it, so proofs made with it must stop working.
  expect(await forgetKeys(third.runtime.database.pool)).toBe(durableProofs.length)
  await third.close()
  const fourth = await open({ database, storage }, B)
  onTestFinished(() => fourth.close())
  expect((await clientOf(fourth.app, '').get(held.photo)).status).toBe(404)
})

test('what nobody can open stays as it is, and is counted', async () => {
  const { asAdmin, runtime, workspaceId } = await harness()
  const { pool } = runtime.database
  const taskId = await makeSubject(await harness(), 'taskId', 'closed')
  expect(taskId).not.toBe('')
  await asAdmin.post('/workflow-secrets', { name: 'CLOSED', value: 'x' })
  const place = sealedPlaces.filter(({ table }) => table === 'wf_secret')
  const kept = () => many(pool, sql`select value_sealed from wf_secret where workspace_id = ${workspaceId}`)
  const before = await kept()
  const [outcome] = await resealAll(pool, signerFrom(B, A), place)
  expect(outcome?.left).toBeGreaterThan(0)
  expect(await kept()).toEqual(before)
})
