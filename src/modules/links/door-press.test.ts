import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { Client } from '#test/client.ts'
import { backend } from '#test/database.ts'
import { attemptsIn, guestPlace } from '#test/guest-place.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { logLines } from '#test/log-lines.ts'

let server: TestApp
let clock: Date | undefined
const { logTo, lines: log } = logLines()
const WARN = 40
beforeAll(async () => {
  server = await startTestApp({ logTo, now: () => clock ?? new Date() })
})
afterAll(() => server.close())

test('a slow lock does not open once the press was called uncertain', async () => {
  const here = await guestPlace(server)
  await here.behave('slow')
  const pressing = here.guest.post('/open-door')
  await expect.poll(() => attemptsIn(here)).toHaveLength(1)
  await here.behave('online')
  expect((await pressing).body.code).toBe('device_uncertain')
  await sleep(200)
  const { body } = await here.asAdmin.get(`/locks/${here.lockId}/simulation`)
  expect(body).toMatchObject({ behaviour: 'online', openedCount: 0, openedAt: null })
})

test('a press whose driver cannot be made ready has failed, and the next one is not in its way', async () => {
  const here = await guestPlace(server)
  const { pool } = here.runtime.database
  await run(pool, sql`alter table simulated_locks rename to simulated_locks_away`)
  const refused = await here.guest.post('/open-door')
  await run(pool, sql`alter table simulated_locks_away rename to simulated_locks`)
  expect(refused.body).toMatchObject({ status: 503, code: 'device_error' })
  expect(await attemptsIn(here)).toMatchObject([{ id: refused.body.attemptId, outcome: 'failed' }])
  expect((await here.guest.post('/open-door')).status).toBe(200)
})

test.runIf(backend === 'postgres')(
  'a press that has to look again counts once against the limit of the lock',
  async () => {
    const here = await guestPlace(server)
    const { workspaceId, propertyId, lockId, id } = here
    const { pool } = here.runtime.database
    const counted = () =>
      many(pool, sql`select cardinality(hits) as hits from rate_windows where key = ${`lock:${lockId}`}`)
    // Not to be seen until the press has been counted, and given up by its process then.
    const pressing = await pool.transaction(async (tx) => {
      await run(
        tx,
        sql`
      insert into door_attempts (workspace_id, id, property_id, lock_id, door_link_id, outcome, started_at)
      values (${workspaceId}, ${newId()}, ${propertyId}, ${lockId}, ${id}, 'running', now() - interval '1 minute')`,
      )
      const answer = here.guest.post('/open-door')
      await expect.poll(counted).toEqual([{ hits: 1 }])
      return { answer }
    })
    expect((await pressing.answer).status).toBe(200)
    expect(await counted()).toEqual([{ hits: 1 }])
  },
)

test.for([
  ['offline', 'device_offline'],
  ['failing', 'device_error'],
  ['slow', 'device_uncertain'],
] as const)('a lock that is %s is a warning in the log, without a stack', async ([behaviour, code]) => {
  const here = await guestPlace(server)
  await here.behave(behaviour)
  const { body } = await here.guest.post('/open-door')
  const lines = log.map((line) => JSON.parse(line)).filter((line) => JSON.stringify(line).includes(body.requestId))
  expect(lines).toContainEqual(expect.objectContaining({ level: WARN, code }))
  expect(lines.filter(({ level, err }) => level > WARN || err)).toEqual([])
})

test('a refusal does not hide that the lock was asked under the same key', async () => {
  const here = await guestPlace(server)
  const press = async () => (await here.guest.post('/open-door', undefined, { 'idempotency-key': 'press-1' })).body
  const mark = (hasSmartLock: boolean) => here.asKey.patch(`/properties/${here.propertyId}`, { hasSmartLock })
  await here.behave('slow')
  const { attemptId } = await press()
  await mark(false)
  expect((await press()).code).toBe('no_smart_lock')
  await mark(true)
  await here.behave('online')
  expect(await press()).toMatchObject({ code: 'device_uncertain', attemptId })
})

test('presses over the limit are written down once a minute per link', async () => {
  const here = await guestPlace(server)
  const press = async ({ guest }: { guest: Client }, times: number) => {
    for (let time = 0; time < times; time++) await guest.post('/open-door')
  }
  await press(here, 8)
  const others = [await here.invite(), await here.invite(), await here.invite()]
  for (const other of others) await press(other, 3)
  await press(await here.invite(), 3)
  const last = await here.invite()
  await press(last, 2)
  const refused = (await attemptsIn(here)).filter(({ outcome }) => outcome === 'refused')
  expect(refused).toMatchObject([
    { reason: 'limited', doorLinkId: last.id, lockId: here.lockId },
    { reason: 'limited', lockId: here.lockId },
    { reason: 'limited', doorLinkId: here.id, lockId: null },
  ])
})

test('a press with a dead link is written down, as often as one with a living link could be', async () => {
  const here = await guestPlace(server)
  const expiring = await here.invite({ expiresAt: '2999-01-01T00:00:00Z' })
  clock = new Date('2999-01-01T00:00:00Z')
  await expiring.guest.post('/open-door')
  clock = undefined
  await here.asAdmin.post(`/door-links/${here.id}/revoke`)
  await here.guest.get('')
  const answers = []
  for (let time = 0; time < 61; time++) answers.push((await here.guest.post('/open-door')).body.code)
  expect(new Set(answers.slice(0, 59))).toEqual(new Set(['link_revoked']))
  expect(answers.at(-1)).toBe('rate_limited')
  const written = (await attemptsIn(here)).map(({ doorLinkId, outcome, reason }) => [doorLinkId, outcome, reason])
  expect(written).toEqual([
    [here.id, 'refused', 'limited'],
    ...Array.from({ length: 5 }, () => [here.id, 'refused', 'revoked']),
    [expiring.id, 'refused', 'expired'],
  ])
})
