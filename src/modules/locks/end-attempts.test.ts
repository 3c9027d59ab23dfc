import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { systemContext } from '#src/runtime.ts'
import { attemptsIn, guestPlace, type Place } from '#test/guest-place.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { endAttempts } from './end-attempts.ts'

let server: TestApp
beforeAll(async () => void (server = await startTestApp()))
afterAll(() => server.close())

/** One that a server began so long ago, and did not finish. */
async function begun(
  { runtime, workspaceId, propertyId, id }: Place,
  lockId: string,
  seconds: number,
): Promise<string> {
  const attemptId = newId()
  await run(
    runtime.database.pool,
    sql`
    insert into door_attempts (workspace_id, id, property_id, lock_id, door_link_id, outcome, started_at)
    values (${workspaceId}, ${attemptId}, ${propertyId}, ${lockId}, ${id}, 'running',
      clock_timestamp() - make_interval(secs => ${seconds}))`,
  )
  return attemptId
}

/** What the events say of presses, oldest first. */
async function told({ runtime, workspaceId }: Place): Promise<Record<string, unknown>[]> {
  const rows = await many<{ payload: Record<string, unknown> }>(
    runtime.database.pool,
    sql`select payload from outbox where type = 'door.attempted' and workspace_id = ${workspaceId} order by id`,
  )
  return rows.map(({ payload }) => payload)
}

test('an attempt whose server is gone is uncertain, and stands in nobody’s way', async () => {
  const here = await guestPlace(server)
  const attemptId = await begun(here, here.lockId, 60)
  expect((await here.guest.post('/open-door')).status).toBe(200)
  expect(await attemptsIn(here)).toMatchObject([{ outcome: 'opened' }, { id: attemptId, outcome: 'uncertain' }])
  expect(await told(here)).toMatchObject([{ attemptId, outcome: 'uncertain' }, { outcome: 'opened' }])
})

test('where nobody presses again it ends by itself, and is told once', async () => {
  const here = await guestPlace(server)
  const { propertyId, lockId, id: doorLinkId, runtime } = here
  const { body: garage } = await here.asAdmin.post('/locks', { propertyId, name: 'Garage', provider: 'simulated' })
  const gone = await begun(here, lockId, 60)
  const young = await begun(here, garage.id, 0)
  await Promise.all([endAttempts.run(systemContext(runtime)), endAttempts.run(systemContext(runtime))])
  expect(await attemptsIn(here)).toMatchObject([
    { id: young, outcome: 'running', finishedAt: null },
    { id: gone, outcome: 'uncertain', reason: 'the server stopped', finishedAt: expect.any(String) },
  ])
  const actor = { kind: 'system', actorId: null }
  expect(await told(here)).toEqual([{ attemptId: gone, outcome: 'uncertain', lockId, propertyId, doorLinkId, actor }])
})
