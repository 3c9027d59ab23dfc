import { expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness, type Harness } from '#test/harness.ts'
import { startModelUpstream } from '#test/model-upstream.ts'

const KEY = 'sk-workspace-secret-7788'
const openai = { name: 'openai', kind: 'openai', apiKey: KEY }
const house = { name: 'house', kind: 'openai-compatible', baseUrl: 'http://localhost:9/v1', apiKey: KEY }

async function asMember(place: Harness, role: 'member' | 'manager') {
  return place.asConsole((await place.make.person({ role })).token)
}

test('without settings it says that the embedded rules answer, and what nobody can do', async () => {
  const { asAdmin } = await harness()
  const { status, body } = await asAdmin.get('/ai-settings')
  expect(status).toBe(200)
  expect(body).toMatchObject({ providers: [], version: 0, updatedAt: null, models: { default: null, image: null } })
  expect(body.inUse).toContainEqual({ purpose: 'default', provider: 'embedded', model: 'rules-1', degraded: true })
  expect(body.inUse).toContainEqual({ purpose: 'translate', provider: null, model: null, degraded: false })
})

test('only administrators read and change them', async () => {
  const place = await harness()
  for (const role of ['member', 'manager'] as const) {
    const client = await asMember(place, role)
    expect((await client.get('/ai-settings')).status).toBe(403)
    expect((await client.patch('/ai-settings', { models: {} })).status).toBe(403)
  }
})

test('a key is never shown, told or kept in the open', async () => {
  const { asAdmin, runtime, workspaceId } = await harness()
  const { status, body } = await asAdmin.patch('/ai-settings', {
    providers: [house],
    models: { default: 'house:llama' },
  })
  expect(status).toBe(200)
  expect(body.providers).toEqual([{ name: 'house', kind: house.kind, baseUrl: house.baseUrl, apiKeyLastFour: '7788' }])
  expect(body.inUse).toContainEqual({ purpose: 'fast', provider: 'house', model: 'llama', degraded: false })
  const { pool } = runtime.database
  const kept = await Promise.all([
    many(pool, sql`select * from ai_settings where workspace_id = ${workspaceId}`),
    many(pool, sql`select * from audit_log where workspace_id = ${workspaceId}`),
    many(pool, sql`select * from outbox where workspace_id = ${workspaceId}`),
    asAdmin.get('/ai-settings'),
  ])
  expect(JSON.stringify(kept)).not.toContain(KEY)
  expect(JSON.stringify(kept[1])).toContain('ai_settings.updated')
})

test('what was read can be sent back, and the key stays', async () => {
  const { asAdmin, runtime, workspaceId } = await harness()
  const upstream = await startModelUpstream()
  const provider = { ...house, baseUrl: upstream.url }
  const { body } = await asAdmin.patch('/ai-settings', { providers: [provider], models: { default: 'house:llama' } })
  const again = await asAdmin.patch('/ai-settings', body)
  expect(again.status).toBe(200)
  expect(again.body).toEqual(body)
  // The key itself is nothing new either.
  expect((await asAdmin.patch('/ai-settings', { providers: [provider] })).body).toEqual(body)
  const { model } = await runtime.services.models.language(workspaceId, 'default')
  await model.doGenerate({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] })
  expect(upstream.calls[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
})

test('a key can be forgotten, and the provider stays', async () => {
  const { asAdmin, runtime, workspaceId } = await harness()
  const upstream = await startModelUpstream()
  const providers = [{ ...house, baseUrl: upstream.url }, openai]
  await asAdmin.patch('/ai-settings', { providers, models: { default: 'house:llama' } })
  const forgotten = await asAdmin.patch('/ai-settings', {
    providers: providers.map((provider) => ({ ...provider, apiKey: null })),
  })
  expect([forgotten.status, forgotten.body.providers]).toMatchObject([
    200,
    [
      { name: 'house', apiKeyLastFour: null },
      { name: 'openai', apiKeyLastFour: null },
    ],
  ])
  const { model } = await runtime.services.models.language(workspaceId, 'default')
  await model.doGenerate({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] })
  expect(upstream.calls[0]?.headers).not.toHaveProperty('authorization')
  await expect(runtime.services.models.language(workspaceId, 'openai:gpt-5')).rejects.toMatchObject({
    failure: { code: 'capability_unavailable' },
    options: { extra: { missing: 'the key of openai' } },
  })
  expect((await asAdmin.patch('/ai-settings', forgotten.body)).status).toBe(200)
})

test('an old version is refused, and a change takes effect at once', async () => {
  const { asAdmin, runtime, workspaceId } = await harness()
  const named = () => runtime.services.models.language(workspaceId, 'fast')
  expect((await named()).provider).toBe('embedded')
  const { body, headers } = await asAdmin.patch('/ai-settings', {
    providers: [house],
    models: { default: 'house:one' },
  })
  expect(await named()).toMatchObject({ provider: 'house', modelId: 'one', degraded: false })
  expect((await asAdmin.patch('/ai-settings', { models: { fast: 'house:two' } })).status).toBe(200)
  expect(await named()).toMatchObject({ modelId: 'two' })
  const stale = await asAdmin.patch('/ai-settings', { models: { fast: null } }, { 'if-match': String(headers['etag']) })
  expect(stale.status).toBe(412)
  expect(body.version).toBe(1)
  await asAdmin.patch('/ai-settings', { models: { default: 'embedded', fast: null } })
  expect(await named()).toMatchObject({ provider: 'embedded', degraded: true })
})

test('a key does not follow to another address', async () => {
  const { asAdmin } = await harness()
  await asAdmin.patch('/ai-settings', { providers: [house] })
  const { apiKey: _, ...without } = house
  const moved = { ...without, baseUrl: 'http://localhost:10/v1' }
  const { status, body } = await asAdmin.patch('/ai-settings', { providers: [moved] })
  expect(status).toBe(422)
  expect(body).toMatchObject({ code: 'ai_provider_inapplicable', errors: [{ pointer: '/providers/0/apiKey' }] })
  expect((await asAdmin.patch('/ai-settings', { providers: [{ ...moved, apiKey: KEY }] })).status).toBe(200)
})

const REFUSED: [what: string, body: object, pointer: string][] = [
  ['a private address', { providers: [{ ...house, baseUrl: 'http://127.0.0.1:8000/v1' }] }, '/providers/0/baseUrl'],
  ['a private https address', { providers: [{ ...house, baseUrl: 'https://10.0.0.1/v1' }] }, '/providers/0/baseUrl'],
  ['plain http', { providers: [{ ...house, baseUrl: 'http://llm.example/v1' }] }, '/providers/0/baseUrl'],
  ['a query', { providers: [{ ...house, baseUrl: 'https://llm.example/v1?key=1' }] }, '/providers/0/baseUrl'],
  ['no address', { providers: [{ ...house, baseUrl: null }] }, '/providers/0/baseUrl'],
  ['a name twice', { providers: [house, house] }, '/providers/1/name'],
  ['the name of the embedded one', { providers: [{ ...house, name: 'embedded' }] }, '/providers/0/name'],
  ['no key', { providers: [{ name: 'openai', kind: 'openai' }] }, '/providers/0/apiKey'],
  ['a key of nothing', { providers: [{ ...openai, apiKey: null }] }, '/providers/0/apiKey'],
  ['a hint that is not its own', { providers: [{ ...openai, apiKeyLastFour: '0000' }] }, '/providers/0/apiKeyLastFour'],
  ['a model of nobody', { models: { default: 'openai:gpt-5' } }, '/models/default'],
  [
    'an embedder of Anthropic',
    { providers: [{ ...openai, name: 'anthropic', kind: 'anthropic' }], models: { embed: 'anthropic:claude' } },
    '/models/embed',
  ],
]

test.for(REFUSED)('refuses %s', async ([, body, pointer]) => {
  const { asAdmin } = await harness()
  const answer = await asAdmin.patch('/ai-settings', body)
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toMatchObject([{ pointer }])
  expect((await asAdmin.get('/ai-settings')).body.version).toBe(0)
})

test('a provider whose models are still in use cannot go', async () => {
  const { asAdmin } = await harness()
  await asAdmin.patch('/ai-settings', { providers: [house], models: { default: 'house:one' } })
  expect((await asAdmin.patch('/ai-settings', { providers: [] })).body.errors).toMatchObject([
    { pointer: '/models/default' },
  ])
  const gone = await asAdmin.patch('/ai-settings', { providers: [], models: { default: null } })
  expect(gone.body).toMatchObject({ providers: [], models: { default: null } })
})
