import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { one, run } from '#core/db.ts'
import { insertion, sql } from '#core/sql.ts'
import { backend } from '#test/database.ts'
import { harness, type Harness } from '#test/harness.ts'

interface Line {
  id: string
  action: string
  cursor: string
  details: { name?: string }
}

/** A reader that remembers only the cursor of its last line. */
function reader({ app, admin, workspaceId }: Harness, limit = 1000) {
  const read: Line[] = []
  let after: string | undefined
  const self = {
    read,
    /** Everything read so far, including what is new. */
    async all(): Promise<Line[]> {
      await self.pull()
      return read
    },
    async pull(): Promise<Line[]> {
      const query = `limit=${limit}${after === undefined ? '' : `&after=${after}`}`
      const answer = await app.inject({
        url: `/api/app/v1/workspaces/${workspaceId}/audit-log/stream?${query}`,
        headers: { authorization: `Bearer ${admin.token}`, accept: 'application/x-ndjson' },
      })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, expect.stringMatching(/x-ndjson/)])
      const lines = answer.body
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Line)
      read.push(...lines)
      after = lines.at(-1)?.cursor ?? after
      return lines
    },
  }
  return self
}

async function tag({ asAdmin }: Harness, name: string): Promise<void> {
  expect((await asAdmin.post('/task-tags', { name, color: '#2f6f4f' })).status).toBe(201)
}

test('the log as lines, oldest first, from where one has stopped', async () => {
  const here = await harness()
  const { pull } = reader(here, 2)
  for (const name of ['One', 'Two', 'Three']) await tag(here, name)
  const names = async () => (await pull()).map(({ details, action }) => details.name ?? action)
  expect(await names()).toEqual(['Test key', 'One'])
  expect(await names()).toEqual(['Two', 'Three'])
  // Reading the log is logged too, once.
  expect(await names()).toEqual(['audit_log.exported'])
  expect(await names()).toEqual([])
  await tag(here, 'Four')
  expect(await names()).toEqual(['Four'])
})

test('only administrators read it, and a cursor that is none is told', async () => {
  const here = await harness()
  const manager = here.asConsole((await here.make.person({ role: 'manager' })).token)
  expect((await manager.get('/audit-log/stream')).status).toBe(403)
  expect((await here.asAdmin.get('/audit-log/stream?after=yesterday')).status).toBe(400)
  const { body } = await here.asAdmin.get('/audit-log/stream')
  expect(body).toMatchObject({ items: [{ action: 'api_key.created' }], cursor: body.items[0].cursor, isMore: false })
})

// The embedded database has a single session, so nothing can write concurrently.
test.runIf(backend === 'postgres')('what commits late is not missed by whoever has read on meanwhile', async () => {
  const here = await harness()
  const { read, pull, all } = reader(here)
  const { pool } = here.runtime.database
  const begun = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const late = pool.transaction(async (tx) => {
    const entry = { workspaceId: here.workspaceId, id: newId(), actorKind: 'system', action: 'late.entry' }
    const rest = { targetKind: 'test', targetId: '1', details: '{}', createdAt: new Date() }
    await run(tx, sql`insert into audit_log ${insertion({ ...entry, ...rest })}`)
    begun.resolve()
    await go.promise
  })
  await begun.promise
  await tag(here, 'Early')
  await pull()
  expect(read.map(({ action }) => action)).not.toContain('task_tag.created')
  go.resolve()
  await late
  await expect.poll(async () => (await all()).length).toBe(4)
  const actions = read.map(({ action }) => action).filter((action) => /late|task_tag/.test(action))
  expect(actions).toEqual(['late.entry', 'task_tag.created'])
})

test('many write while somebody reads: each entry comes once, and the order stays', async () => {
  const here = await harness()
  const { read, pull, all } = reader(here, 7)
  const writing = Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let index = 0; index < 12; index++) await tag(here, `Tag ${writer}-${index}`)
    }),
  )
  const state = { isDone: false }
  const ended = writing.finally(() => (state.isDone = true))
  while (!state.isDone) await pull()
  await ended
  const tags = (lines: Line[]) => lines.filter(({ action }) => action === 'task_tag.created')
  await expect.poll(async () => tags(await all()).length).toBe(96)
  expect(new Set(read.map(({ id }) => id)).size).toBe(read.length)
  const again = reader(here)
  await again.pull()
  expect(again.read.slice(0, read.length).map(({ id }) => id)).toEqual(read.map(({ id }) => id))
})

test('a log that was restored on another server goes on behind its last entry', async () => {
  const here = await harness()
  const { pull, all } = reader(here)
  await tag(here, 'Before')
  await expect.poll(async () => (await all()).length).toBe(3)
  const { pool } = here.runtime.database
  const last = () =>
    one<{ position: string }>(
      pool,
      sql`select max(position)::text as position from audit_log where workspace_id = ${here.workspaceId}`,
    )
  // Simulates a server whose transaction counter is a million lower.
  await run(pool, sql`update audit_stream set shift = shift - 1000000`)
  await run(pool, sql`select raise_audit_positions()`)
  const before = BigInt((await last())?.position ?? 0)
  await tag(here, 'After')
  expect(BigInt((await last())?.position ?? 0)).toBeGreaterThan(before)
  await expect.poll(async () => (await pull()).map(({ details }) => details.name)).toEqual(['After'])
})
