import { expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { Client } from './client.ts'
import { harness, type Harness } from './harness.ts'

/** Makes one and answers where it stands. */
type Made = (here: Harness) => Promise<{ client: Client; path: string }>

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
  workspace: async ({ asAdmin }) => ({ client: asAdmin, path: '' }),
}

test.for(Object.entries(KINDS))('%s: sent back as it was read, it is no change', async ([, made]) => {
  const here = await harness()
  const { client, path } = await made(here)
  const events = async () =>
    many(here.runtime.database.pool, sql`select id from outbox where workspace_id = ${here.workspaceId}`)
  const read = await client.get(path)
  const known = await events()
  const sent = await client.patch(path, read.body)
  expect([sent.status, sent.body]).toEqual([200, read.body])
  expect(sent.headers.etag).toBe(read.headers.etag)
  expect(await events()).toEqual(known)
})
