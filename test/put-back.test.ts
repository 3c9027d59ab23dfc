import { expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { WorkflowUpdate } from '#modules/workflows/definition.schema.ts'
import { WorkflowTriggerUpdate } from '#modules/workflows/trigger.schema.ts'
import type { Client } from './client.ts'
import { harness, type Harness } from './harness.ts'
import { ANY, publish } from './workflow-place.ts'

/** Makes one and answers where it stands, and what of it can be sent if not all, or what cannot be read. */
type Made = (here: Harness) => Promise<{ client: Client; path: string; only?: string[]; hidden?: object }>

const posted =
  (list: string, body: object): Made =>
  async ({ asAdmin }) => {
    const { status, body: made } = await asAdmin.post(list, body)
    expect(status, JSON.stringify(made)).toBe(201)
    return { client: asAdmin, path: `${list}/${made.id}` }
  }

const KINDS: Record<string, Made> = {
  property: async ({ asKey, make }) => {
    const customFields = { owner: 'M. Rossi', floors: [1, 2] }
    return { client: asKey, path: `/properties/${(await make.property({ customFields, cleaningFee: 65 })).id}` }
  },
  'property guide': async ({ asAdmin, make }) => ({
    client: asAdmin,
    path: `/properties/${(await make.property()).id}/guide`,
  }),
  contact: posted('/contacts', { fullName: 'Ada', email: 'ada@example.com' }),
  reservation: async (here) => {
    const { id: propertyId } = await here.make.property()
    return posted('/reservations', { propertyId, checkinDate: '2026-12-01', checkoutDate: '2026-12-05' })(here)
  },
  tag: posted('/task-tags', { name: 'Deep clean', color: '#2f6f4f' }),
  template: async (here) => {
    const tagIds = [(await here.make.tag()).id, (await here.make.tag()).id]
    const item = { kind: 'CHECK', title: 'Change the linen', required: true, blocksCompletion: true }
    return posted('/task-templates', { name: 'Turnover', tagIds, items: [item] })(here)
  },
  vendor: async (here) => {
    const { body: skill } = await here.asAdmin.post('/skills', { name: 'Plumbing' })
    return posted('/vendors', { name: 'Pipes', skillIds: [skill.id] })(here)
  },
  agent: posted('/agents', { name: 'Night porter', instructions: 'Answers at night.', tools: ['list_tasks'] }),
  'event hook': posted('/event-hooks', { url: 'https://hooks.example/1', events: ['task.created'] }),
  'api key': posted('/api-keys', {
    name: 'Export',
    integrationType: 'server',
    scopes: ['properties:read'],
    expiresAt: '2030-01-01T00:00:00Z',
  }),
  'saved view': posted('/saved-views', { area: 'tasks', name: 'Late', filters: 'status=OPEN' }),
  connection: posted('/connections', {
    provider: 'breezeway',
    name: 'Lisbon',
    credentials: { clientId: 'client-1', clientSecret: 'a-secret-of-the-provider' },
  }),
  integration: async (here) => {
    const secrets = { webhookSecret: 'a-secret-of-the-code-host' }
    const body = { kind: 'code_host', name: 'Handbook', accounts: ['casa/docs'], secrets, settings: { folder: 'a' } }
    return { ...(await posted('/integrations', body)(here)), hidden: { secrets } }
  },
  'ai settings': async ({ asAdmin }) => {
    const provider = { name: 'house', kind: 'openai-compatible', baseUrl: 'https://models.example/v1', apiKey: 'sk-1' }
    const { status, body } = await asAdmin.patch('/ai-settings', { providers: [provider] })
    expect(status, JSON.stringify(body)).toBe(200)
    return { client: asAdmin, path: '/ai-settings', hidden: { providers: [provider] } }
  },
  workflow: async (here) => {
    const client = here.asKey
    const path = `/workflows/${await publish(here, 'do: [ { keep: { set: { a: 1 } } } ]')}`
    await client.patch(path, { tags: ['a'], concurrency: { limit: 2, key: '.id' }, description: 'Keeps.' }, ANY)
    return { client, path, only: Object.keys(WorkflowUpdate.properties).filter((name) => name !== 'status') }
  },
  'draft of a workflow': async (here) => {
    const path = `/workflows/${await publish(here, 'do: [ { keep: { set: { a: 1 } } } ]')}/draft`
    return { client: { ...here.asKey, patch: here.asKey.put }, path, only: ['text', 'format'] }
  },
  trigger: async (here) => {
    const path = `/workflows/${await publish(here, 'do: [ { keep: { set: { a: 1 } } } ]')}/triggers`
    const made = await here.asKey.post(path, { kind: 'webhook', name: 'Door', payloadSchema: { type: 'object' } })
    return { client: here.asKey, path: `${path}/${made.body.id}`, only: Object.keys(WorkflowTriggerUpdate.properties) }
  },
  workspace: async ({ asAdmin }) => ({ client: asAdmin, path: '' }),
}

test.for(Object.entries(KINDS))('%s: sent back as it was read, it is no change', async ([, made]) => {
  const here = await harness()
  const { client, path, only, hidden } = await made(here)
  const events = async () =>
    many(here.runtime.database.pool, sql`select id from outbox where workspace_id = ${here.workspaceId}`)
  const read = await client.get(path)
  const known = await events()
  const written = Object.fromEntries(Object.entries(read.body).filter(([name]) => only?.includes(name) ?? true))
  const sent = await client.patch(path, { ...written, ...hidden }, only && ANY)
  expect([sent.status, sent.body]).toEqual([200, read.body])
  expect(sent.headers.etag).toBe(read.headers.etag)
  expect(await events()).toEqual(known)
})
