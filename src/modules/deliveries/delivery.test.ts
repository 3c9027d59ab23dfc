import { expect, onTestFinished, test, vi } from 'vitest'
import type { Ctx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { many, run } from '#core/db.ts'
import { startJobs, type DeliveredEvent, type Subscriber } from '#core/jobs.ts'
import { sql } from '#core/sql.ts'
import { harness, type Harness } from '#test/harness.ts'
import { listDeadLettersEverywhere } from './delivery.queries.ts'
import { replayDeadLetterAnywhere } from './delivery.service.ts'

interface Letter {
  subscriber?: string
  minutesAgo?: number
  replayed?: boolean
}

async function makeLetter(
  { runtime, workspaceId }: Harness,
  { subscriber = 'mail', minutesAgo = 1, replayed = false }: Letter = {},
) {
  const id = newId()
  const at = new Date(Date.now() - minutesAgo * 60_000)
  await run(
    runtime.database.pool,
    sql`
    insert into dead_letters
      (workspace_id, id, subscriber, type, payload, request_id, error, attempts, event_at, failed_at, replayed_at)
    values (${workspaceId}, ${id}, ${subscriber}, 'thing.happened', '{"thingId": "t1"}', 'request-1', 'refused', 5, ${at}, ${at},
      ${replayed ? at : null})`,
  )
  return { id, at: at.toISOString() }
}

test('dead letters are listed newest first, by subscriber and by whether they were replayed', async () => {
  const place = await harness()
  const old = await makeLetter(place, { minutesAgo: 9, subscriber: 'sync' })
  const done = await makeLetter(place, { minutesAgo: 5, replayed: true })
  const fresh = await makeLetter(place, { minutesAgo: 2 })
  const ids = async (query: string): Promise<string[]> =>
    (await place.asAdmin.get(`/dead-letters${query}`)).body.items.map(({ id }: { id: string }) => id)
  expect(await ids('')).toEqual([fresh.id, done.id, old.id])
  expect(await ids('?replayed=false')).toEqual([fresh.id, old.id])
  expect(await ids('?replayed=true')).toEqual([done.id])
  expect(await ids('?subscriber=sync&limit=1')).toEqual([old.id])
  const page = await place.asAdmin.get('/dead-letters?limit=1&offset=2')
  expect(page.body).toEqual({
    items: [
      {
        id: old.id,
        eventId: expect.any(String),
        subscriber: 'sync',
        type: 'thing.happened',
        payload: { thingId: 't1' },
        error: 'refused',
        attempts: 5,
        requestId: 'request-1',
        eventAt: old.at,
        failedAt: old.at,
        replayedAt: null,
      },
    ],
    pagination: { total: 3, limit: 1, offset: 2, hasMore: false },
  })
})

test('a replay is refused a second time, for an unknown id, and to anybody but administrators', async () => {
  const place = await harness()
  const { id } = await makeLetter(place)
  const manager = place.asConsole((await place.make.person({ role: 'manager' })).token)
  expect((await manager.post(`/dead-letters/${id}/replay`)).status).toBe(403)
  expect((await manager.get('/dead-letters')).status).toBe(403)
  const stranger = await harness()
  expect((await stranger.asAdmin.post(`/dead-letters/${id}/replay`)).body.code).toBe('dead_letter_not_found')
  const replayed = await place.asAdmin.post(`/dead-letters/${id}/replay`)
  expect(replayed.status).toBe(200)
  expect(replayed.body).toMatchObject({ id, replayedAt: expect.any(String) })
  const again = await place.asAdmin.post(`/dead-letters/${id}/replay`)
  expect([again.status, again.body.code]).toEqual([409, 'already_replayed'])
  const unknown = await place.asAdmin.post(`/dead-letters/${newId()}/replay`)
  expect([unknown.status, unknown.body.code]).toEqual([404, 'dead_letter_not_found'])
  const audit = await place.asAdmin.get('/audit-log?action=dead_letter.replayed')
  expect(audit.body.items).toMatchObject([{ target: { kind: 'dead_letter', id }, actor: { id: place.admin.userId } }])
})

test('what nobody needs any more is dropped, which an administrator of this workspace decides and the log remembers', async () => {
  const place = await harness()
  const { id } = await makeLetter(place)
  const manager = place.asConsole((await place.make.person({ role: 'manager' })).token)
  expect((await manager.delete(`/dead-letters/${id}`)).status).toBe(403)
  const stranger = await harness()
  expect((await stranger.asAdmin.delete(`/dead-letters/${id}`)).body.code).toBe('dead_letter_not_found')
  expect((await place.asAdmin.delete(`/dead-letters/${id}`)).body).toMatchObject({ id, deleted: true })
  expect((await place.asAdmin.get('/dead-letters')).body.items).toEqual([])
  expect((await place.asAdmin.delete(`/dead-letters/${id}`)).status).toBe(404)
  expect((await place.asAdmin.post(`/dead-letters/${id}/replay`)).status).toBe(404)
  const audit = await place.asAdmin.get('/audit-log?action=dead_letter.dropped')
  expect(audit.body.items).toMatchObject([{ target: { id }, details: { subscriber: 'mail', type: 'thing.happened' } }])
})

test('of many replays of one dead letter at once, one counts', async () => {
  const place = await harness()
  const { id } = await makeLetter(place)
  const answers = await Promise.all(Array.from({ length: 8 }, () => place.asAdmin.post(`/dead-letters/${id}/replay`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
  const waiting = await many(
    place.runtime.database.pool,
    sql`select id from outbox where workspace_id = ${place.workspaceId} and subscriber = 'mail'`,
  )
  expect(waiting).toHaveLength(1)
})

test('a replay reaches only the subscriber that had failed, with the event as it was', async () => {
  const place = await harness()
  const { database, bus, services, log } = place.runtime
  const mark = newId().slice(-8)
  const seen: Record<'failed' | 'other', DeliveredEvent[]> = { failed: [], other: [] }
  const remember = (role: 'failed' | 'other'): Subscriber => ({
    name: `${role}-${mark}`,
    on: ['thing.happened', `marker-${mark}`],
    handle: async (_, event) => void seen[role].push(event),
  })
  const letter = await makeLetter(place, { subscriber: `failed-${mark}` })
  const subscribers = [remember('failed'), remember('other')]
  const jobs = await startJobs({ database, bus, services, log, subscribers, routines: [] })
  onTestFinished(() => jobs.stop())
  const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 60_000, interval: 20 })

  await place.asAdmin.post(`/dead-letters/${letter.id}/replay`)
  await soon(() => expect(seen.failed).toHaveLength(1))
  await run(
    database.pool,
    sql`
    insert into outbox (workspace_id, type, payload, created_at)
    values (${place.workspaceId}, ${`marker-${mark}`}, '{}', now())`,
  )
  await soon(() => expect([seen.failed.length, seen.other.length]).toEqual([2, 1]))
  const [kept] = (await place.asAdmin.get('/dead-letters')).body.items
  expect(seen.failed[0]).toMatchObject({
    id: kept.eventId,
    type: 'thing.happened',
    workspaceId: place.workspaceId,
    payload: { thingId: 't1' },
    occurredAt: letter.at,
    requestId: 'request-1',
  })
  expect(seen.other[0]?.type).toBe(`marker-${mark}`)
})

test('the operator of the installation sees and replays the dead letters of all workspaces', async () => {
  const [here, there] = [await harness(), await harness()]
  const mark = newId()
  const letters = [
    await makeLetter(here, { subscriber: mark }),
    await makeLetter(there, { subscriber: mark, minutesAgo: 0 }),
  ]
  const { database, services, log } = here.runtime
  const listed = await listDeadLettersEverywhere(database.pool, { subscriber: mark })
  expect(listed.items.map(({ workspaceId }) => workspaceId)).toEqual([there.workspaceId, here.workspaceId])
  const ctx: Ctx = {
    db: database.pool,
    principal: { kind: 'system' },
    now: new Date(),
    requestId: newId(),
    log,
    services,
  }
  await replayDeadLetterAnywhere(ctx, letters[0]?.id ?? '')
  await expect(replayDeadLetterAnywhere(ctx, newId())).rejects.toThrow('No such dead letter')
  const audit = await here.asAdmin.get('/audit-log?action=dead_letter.replayed')
  expect(audit.body.items).toMatchObject([{ actor: { kind: 'system', id: null } }])
})
