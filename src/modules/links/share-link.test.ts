import { expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness } from '#test/harness.ts'

async function place() {
  const here = await harness()
  const { id: departmentId } = await here.make.department()
  const { body: task } = await here.asKey.post('/tasks', { title: 'Tap', departmentId })
  return { ...here, task, path: `/tasks/${task.id}/share-links` }
}

test('a link is made with its defaults, shown again, listed without its address, and withdrawn for good', async () => {
  const { asAdmin, asConsole, make, path, task } = await place()
  const member = asConsole((await make.person()).token)
  const made = await member.post(path, {})
  expect(made).toMatchObject({
    status: 201,
    body: {
      taskId: task.id,
      technicianName: null,
      mode: 'carry_out',
      expiresAt: null,
      state: 'active',
      url: expect.stringMatching(/^http:\/\/localhost:3000\/t\/[\w-]{32}$/),
      revokedAt: null,
      completedAt: null,
      completedBy: null,
    },
  })
  const { url, ...shown } = made.body
  expect((await asAdmin.get(`${path}/${made.body.id}`)).body).toEqual(made.body)
  expect((await asAdmin.get(path)).body).toMatchObject({ items: [shown], pagination: { total: 1 } })
  expect((await asAdmin.get(path)).body.items[0].url).toBeUndefined()
  const revoked = await asAdmin.post(`${path}/${made.body.id}/revoke`)
  expect(revoked.body).toMatchObject({ state: 'revoked', revokedAt: expect.any(String), url })
  expect((await asAdmin.post(`${path}/${made.body.id}/revoke`)).body).toEqual(revoked.body)
})

test('the token is nowhere in the database but as a hash and as ciphertext, nor in an answer that is kept', async () => {
  const { asAdmin, path, runtime } = await place()
  const key = { 'idempotency-key': 'share-1' }
  const { body } = await asAdmin.post(path, { technicianName: 'Duarte' }, key)
  const token = body.url.split('/t/')[1]
  const replayed = await asAdmin.post(path, { technicianName: 'Duarte' }, key)
  expect(replayed.body).toEqual({ ...body, url: null })
  for (const table of ['share_links', 'idempotency_keys', 'outbox', 'task_activities']) {
    const { rows } = await runtime.database.pool.raw(`select to_jsonb(t)::text as row from ${table} t`)
    expect(JSON.stringify(rows), table).not.toContain(token)
  }
  const events = await many(
    runtime.database.pool,
    sql`select type from outbox where payload->>'shareLinkId' = ${body.id}`,
  )
  expect(events).toEqual([{ type: 'task.shared' }])
})

test('an expiry in the past is 422, a task that is not there 404, and a foreign link is not found', async () => {
  const { asAdmin, path, asKey, task } = await place()
  const other = await place()
  expect((await asAdmin.post(path, { expiresAt: '2020-01-01T00:00:00Z' })).body).toMatchObject({
    status: 422,
    code: 'link_inapplicable',
    errors: [{ pointer: '/expiresAt' }],
  })
  expect((await asAdmin.post(path, { mode: 'edit' })).body).toMatchObject({
    status: 400,
    errors: [{ pointer: '/mode' }],
  })
  const { body: link } = await other.asAdmin.post(other.path, {})
  expect((await asAdmin.get(`${path}/${link.id}`)).body.code).toBe('share_link_not_found')
  expect((await asAdmin.post(`${path}/${link.id}/revoke`)).body.code).toBe('share_link_not_found')
  await asKey.delete(`/tasks/${task.id}`)
  expect((await asAdmin.post(path, {})).body.code).toBe('task_not_found')
})

test('all links of a task are withdrawn at once, or one of them, and again nothing is left to withdraw', async () => {
  const { asAdmin, path, task, runtime } = await place()
  const other = await place()
  const ids: string[] = []
  for (let count = 0; count < 3; count++) ids.push((await asAdmin.post(path, {})).body.id)
  const one = await asAdmin.post(`${path}/revoke`, { shareLinkId: ids[0] })
  expect(one).toMatchObject({ status: 200, body: { taskId: task.id, withdrawn: 1 } })
  expect((await asAdmin.post(`${path}/revoke`, {})).body.withdrawn).toBe(2)
  expect((await asAdmin.post(`${path}/revoke`, {})).body.withdrawn).toBe(0)
  const states = (await asAdmin.get(path)).body.items.map(({ state }: { state: string }) => state)
  expect(states).toEqual(['revoked', 'revoked', 'revoked'])
  const events = await many(
    runtime.database.pool,
    sql`select 1 from outbox where type = 'task.share_revoked' and payload->>'taskId' = ${task.id}`,
  )
  expect(events).toHaveLength(3)
  const { body: foreign } = await other.asAdmin.post(other.path, {})
  const refused = await asAdmin.post(`${path}/revoke`, { shareLinkId: foreign.id })
  expect(refused.body.code).toBe('share_link_not_found')
})
