import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { many, one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { startCalendars, type CalendarServer, type Entry } from '#test/calendar-server.ts'
import { dayAfter, wholeDay } from '#test/days.ts'
import { harness, type Harness } from '#test/harness.ts'
import { soon, working } from '#test/working.ts'
import { systemContext } from '#src/runtime.ts'
import { pollStays, stayPoll } from './stay-poll.ts'

/** Days from today: a test must not grow old. */
const day = (offset: number): string => dayAfter(offset, 'UTC')
beforeEach(() => wholeDay('UTC'))
const entry = (uid: string, from: number, to: number, rest: Partial<Entry> = {}): Entry => ({
  uid,
  start: day(from),
  end: day(to),
  ...rest,
})

interface Place extends Harness {
  calendars: CalendarServer
  systemId: string
  propertyId: string
  poll(): Promise<Record<string, unknown>>
  stays(): Promise<Record<string, unknown>[]>
}

async function place(): Promise<Place> {
  const here = await harness()
  const calendars = await startCalendars()
  const { id: propertyId } = await here.make.property({ timezone: 'UTC' })
  const { body } = await here.asAdmin.post('/property-systems', { provider: 'ical', name: 'Calendars' })
  const set = await here.asAdmin.put(`/property-systems/${body.id}/properties/${propertyId}`, {
    feedUrl: calendars.url('home'),
  })
  expect(set.status).toBe(200)
  calendars.feeds.set('home', [])
  return {
    ...here,
    calendars,
    systemId: body.id,
    propertyId,
    async poll() {
      const answer = await here.asAdmin.post(`/property-systems/${body.id}/poll`)
      expect(answer.status).toBe(200)
      return answer.body
    },
    stays: async () => (await here.asAdmin.get('/reservations?sort=checkinDate&limit=100')).body.items,
  }
}

/** Two properties in the order in which they are looked at; each one's feed has its id for a name. */
async function twoHomes({ asAdmin, calendars, make, propertyId, systemId }: Place): Promise<[string, string]> {
  const path = `/property-systems/${systemId}/properties`
  const { id: other } = await make.property({ timezone: 'UTC' })
  const [first = '', second = ''] = [propertyId, other].toSorted()
  for (const id of [first, second]) await asAdmin.put(`${path}/${id}`, { feedUrl: calendars.url(id) })
  return [first, second]
}

test('a calendar becomes stays; moved, cancelled, vanished and returned ones are followed, none is deleted', async () => {
  const { calendars, poll, stays, propertyId, systemId, asAdmin } = await place()
  const blocked = entry('b', 40, 44, { summary: 'Airbnb (Not available)' })
  calendars.feeds.set('home', [entry('a', 2, 5), entry('c', 10, 12), entry('d', 20, 22), blocked])
  const first = await poll()
  expect(first).toMatchObject({
    lastResult: { properties: 1, failed: 0, stays: 3, ignored: 1, created: 3, changed: 0, cancelled: 0 },
    lastError: null,
    failures: 0,
  })
  expect(first['lastPollAt']).toEqual(expect.any(String))
  expect(Date.parse(String(first['nextPollAt'])) - Date.now()).toBeGreaterThan(200_000)
  expect(await stays()).toMatchObject([
    { propertyId, checkinDate: day(2), checkoutDate: day(5), status: 'CONFIRMED', externalSource: 'ical' },
    { checkinDate: day(10) },
    { checkinDate: day(20) },
  ])
  calendars.feeds.set('home', [entry('a', 3, 6), entry('c', 10, 12, { status: 'CANCELLED' })])
  expect(await poll()).toMatchObject({ lastResult: { created: 0, changed: 1, cancelled: 2 } })
  expect(await stays()).toMatchObject([
    { checkinDate: day(3), checkoutDate: day(6), status: 'CONFIRMED' },
    { checkinDate: day(10), status: 'CANCELLED' },
    { checkinDate: day(20), status: 'CANCELLED' },
  ])
  calendars.feeds.set('home', [entry('a', 3, 6), entry('c', 10, 12), entry('d', 20, 22)])
  expect(await poll()).toMatchObject({ lastResult: { created: 0, changed: 2, cancelled: 0 } })
  expect((await stays()).map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
  expect((await asAdmin.get(`/property-systems/${systemId}`)).body.lastResult).toMatchObject({ changed: 2 })
})

test('what a poll brings is told as the doing of nobody, and is not in the audit log', async () => {
  const { calendars, poll, asAdmin, runtime, workspaceId } = await place()
  calendars.feeds.set('home', [entry('a', 2, 5), entry('c', 10, 12)])
  await poll()
  calendars.feeds.set('home', [entry('a', 3, 6)])
  expect(await poll()).toMatchObject({ lastResult: { changed: 1, cancelled: 1 } })
  expect((await asAdmin.get('/audit-log?targetKind=reservation')).body.items).toEqual([])
  const told = await many<{ type: string; actor: unknown }>(
    runtime.database.pool,
    sql`select type, payload->'actor' as actor from outbox
        where workspace_id = ${workspaceId} and type like 'reservation.%' order by id`,
  )
  const actor = { kind: 'system', actorId: null }
  expect(told).toEqual([
    { type: 'reservation.created', actor },
    { type: 'reservation.created', actor },
    { type: 'reservation.updated', actor },
    { type: 'reservation.updated', actor },
  ])
})

test('a stay that has begun and is not in the calendar any more is over, not cancelled', async () => {
  const { calendars, poll, stays } = await place()
  calendars.feeds.set('home', [entry('past', -5, -1), entry('now', -1, 3), entry('next', 5, 7)])
  await poll()
  calendars.feeds.set('home', [])
  expect(await poll()).toMatchObject({ lastResult: { cancelled: 1 } })
  expect((await stays()).map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED', 'CANCELLED'])
})

test.each([
  ['an error', 500],
  ['a web page', '<html>Sign in</html>'],
  ['half a calendar', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:x\r\n'],
])('%s in one of two calendars: nothing changes in either, it is told, and the pause grows', async (_what, answer) => {
  const here = await place()
  const { calendars, poll, stays, asAdmin, systemId } = here
  const [first, second] = await twoHomes(here)
  calendars.feeds.set(first, [entry('a', 2, 5)]).set(second, [entry('a', 2, 5)])
  await poll()
  const before = await stays()
  expect(before).toHaveLength(2)
  // The first could be read, and has news of every kind.
  calendars.feeds.set(first, [entry('b', 10, 12)]).set(second, answer)
  const half = await poll()
  expect(half).toMatchObject({ failures: 1, lastResult: { properties: 2, failed: 1, created: 0, cancelled: 0 } })
  expect(half['lastError']).toMatch(/^Nothing was changed: 1 of 2 sources could not be read\..*calendar.*remove it/s)
  expect(half['lastError']).toContain(second)
  expect(half['lastError']).not.toContain(first)
  expect(JSON.stringify(half)).not.toContain('private')
  expect(await stays()).toEqual(before)
  const last = await poll()
  expect(last).toMatchObject({ failures: 2 })
  expect(Date.parse(String(last['nextPollAt'])) - Date.now()).toBeGreaterThan(1000 * 1000)
  // Without the broken one the others go on, and at once.
  await asAdmin.delete(`/property-systems/${systemId}/properties/${second}`)
  const { body } = await asAdmin.get(`/property-systems/${systemId}`)
  expect(body.failures).toBe(0)
  expect(Date.parse(body.nextPollAt)).toBeLessThanOrEqual(Date.now() + 1000)
  expect(await poll()).toMatchObject({ failures: 0, lastError: null, lastResult: { created: 1, cancelled: 1 } })
})

test('a poll that the database refuses half-way leaves nothing behind', async () => {
  const here = await place()
  const { calendars, asAdmin, poll, stays, systemId, runtime, workspaceId } = here
  const { pool } = runtime.database
  const [first, second] = await twoHomes(here)
  calendars.feeds.set(first, [entry('a', 2, 5)]).set(second, [entry('a', 2, 5)])
  await poll()
  const [before, events] = [await stays(), sql`select id from outbox where workspace_id = ${workspaceId}`]
  const told = await many(pool, events)
  await pool.raw(`
    create function refuse_stay() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
    create trigger refuse_stay before insert on stay_links for each row when (new.external_id like '%/refused')
      execute function refuse_stay()`)
  onTestFinished(async () => void (await pool.raw('drop function refuse_stay cascade')))
  calendars.feeds.set(first, [entry('a', 3, 6)]).set(second, [entry('b', 8, 9), entry('refused', 10, 12)])
  expect((await asAdmin.post(`/property-systems/${systemId}/poll`)).status).toBe(500)
  expect(await stays()).toEqual(before)
  expect(await many(pool, events)).toEqual(told)
  expect((await asAdmin.get(`/property-systems/${systemId}`)).body).toMatchObject({ failures: 1 })
  calendars.feeds.set(second, [entry('b', 8, 9)])
  expect(await poll()).toMatchObject({ lastError: null, lastResult: { created: 1, changed: 1, cancelled: 1 } })
})

test('a calendar that is empty all at once is believed at the second look', async () => {
  const { calendars, poll, stays } = await place()
  calendars.hasEtags = true
  const full = [2, 6, 10, 14].map((from) => entry(`stay-${from}`, from, from + 2))
  const states = async () => new Set((await stays()).map(({ status }) => status))
  calendars.feeds.set('home', full)
  await poll()
  for (const round of ['empty and back', 'and again']) {
    calendars.feeds.set('home', [])
    expect(await poll(), round).toMatchObject({
      failures: 0,
      lastError: expect.stringMatching(/^Held back: .* though 4 were to come/),
      lastResult: { cancelled: 0 },
    })
    expect(await states()).toEqual(new Set(['CONFIRMED']))
    calendars.feeds.set('home', full)
    expect(await poll()).toMatchObject({ lastError: null, lastResult: { changed: 0, cancelled: 0 } })
  }
  calendars.feeds.set('home', [])
  await poll()
  expect(await poll()).toMatchObject({ lastError: null, lastResult: { cancelled: 4 } })
  expect(await states()).toEqual(new Set(['CANCELLED']))
})

test('what people changed here stays until the calendar says something new; what they deleted stays deleted', async () => {
  const { calendars, poll, stays, asAdmin } = await place()
  calendars.feeds.set('home', [entry('a', 2, 5), entry('b', 10, 12)])
  await poll()
  const [a, b] = await stays()
  await asAdmin.patch(`/reservations/${a?.['id']}`, { checkoutDate: day(6), notes: 'Late', status: 'CHECKED_IN' })
  await asAdmin.delete(`/reservations/${b?.['id']}`)
  expect(await poll()).toMatchObject({ lastResult: { changed: 0 } })
  expect(await stays()).toMatchObject([{ checkoutDate: day(6), notes: 'Late', status: 'CHECKED_IN' }])
  calendars.feeds.set('home', [entry('a', 2, 8, { status: 'CANCELLED' }), entry('b', 11, 12)])
  await poll()
  // The guest is in: the calendar cannot cancel that.
  expect(await stays()).toMatchObject([{ checkoutDate: day(8), notes: 'Late', status: 'CHECKED_IN' }])
})

test.each(['CHECKED_IN', 'CHECKED_OUT'])('no calendar takes a stay out of %s, whatever it tells', async (status) => {
  const { calendars, poll, stays, asAdmin } = await place()
  const tentative = entry('b', 6, 8, { status: 'TENTATIVE' })
  calendars.feeds.set('home', [entry('a', 2, 5), tentative, entry('c', 10, 12)])
  await poll()
  for (const { id } of await stays())
    for (const next of ['CONFIRMED', status])
      expect((await asAdmin.patch(`/reservations/${id}`, { status: next })).status).toBe(200)
  const states = async () => new Set((await stays()).map((stay) => stay['status']))
  // Cancelled and taken back, paid for at last, gone for one poll.
  calendars.feeds.set('home', [entry('a', 2, 5, { status: 'CANCELLED' }), tentative])
  await poll()
  expect(await states()).toEqual(new Set([status]))
  calendars.feeds.set('home', [entry('a', 2, 5), entry('b', 6, 8), entry('c', 10, 12)])
  expect(await poll()).toMatchObject({ lastError: null })
  expect(await states()).toEqual(new Set([status]))
})

test('a calendar that is the same as last time is not read again', async () => {
  const { calendars, poll } = await place()
  calendars.hasEtags = true
  calendars.feeds.set('home', [entry('a', 2, 5)])
  expect(await poll()).toMatchObject({ lastResult: { unchanged: 0, created: 1 } })
  expect(await poll()).toMatchObject({ lastResult: { unchanged: 1, stays: 0, cancelled: 0 } })
  calendars.feeds.set('home', [])
  expect(await poll()).toMatchObject({ lastResult: { unchanged: 0, cancelled: 1 } })
})

test('a property system that is connected again finds its stays again', async () => {
  const { calendars, poll, stays, asAdmin, systemId, propertyId } = await place()
  calendars.feeds.set('home', [entry('a', 2, 5)])
  await poll()
  await asAdmin.delete(`/property-systems/${systemId}`)
  const { body } = await asAdmin.post('/property-systems', { provider: 'ical', name: 'Again' })
  await asAdmin.put(`/property-systems/${body.id}/properties/${propertyId}`, { feedUrl: calendars.url('home') })
  calendars.feeds.set('home', [entry('a', 2, 6)])
  await asAdmin.post(`/property-systems/${body.id}/poll`)
  expect(await stays()).toMatchObject([{ checkoutDate: day(6) }])
})

test('two calendars of a thousand entries each, polled twice: the second poll writes nothing', async () => {
  const { calendars, poll, asAdmin, make, systemId, runtime, workspaceId } = await place()
  const { id: other } = await make.property({ timezone: 'UTC' })
  await asAdmin.put(`/property-systems/${systemId}/properties/${other}`, { feedUrl: calendars.url('other') })
  const entries = Array.from({ length: 1000 }, (_, n) =>
    entry(`stay-${n}@example.com`, 2 * n, 2 * n + 2, { summary: n % 2 === 0 ? 'Reserved' : `Reserved - Guest ${n}` }),
  )
  calendars.feeds.set('home', entries).set('other', entries)
  expect(await poll()).toMatchObject({ lastResult: { stays: 2000, created: 2000 } })
  const written = () =>
    many(
      runtime.database.pool,
      sql`
      select 'reservations' as what, count(*) as rows, max(xmin::text::bigint) as newest, max(updated_at) as at
        from reservations where workspace_id = ${workspaceId}
      union all select 'contacts', count(*), max(xmin::text::bigint), max(updated_at) from contacts
        where workspace_id = ${workspaceId}
      union all select 'links', count(*), max(xmin::text::bigint), null from stay_links where workspace_id = ${workspaceId}
      union all select 'sources', count(*), max(xmin::text::bigint), max(updated_at) from property_system_sources
        where workspace_id = ${workspaceId}
      union all select 'outbox', count(*), max(xmin::text::bigint), null from outbox where workspace_id = ${workspaceId}
      union all select 'audit', count(*), max(xmin::text::bigint), null from audit_log where workspace_id = ${workspaceId}`,
    )
  const before = await written()
  expect(before).toMatchObject([{ rows: 2000 }, { rows: 1000 }, { rows: 2000 }, { rows: 2 }, {}, {}])
  expect(await poll()).toMatchObject({ lastResult: { stays: 2000, created: 0, changed: 0, cancelled: 0 } })
  expect(await written()).toEqual(before)
  // And one that moved is one that is written.
  calendars.feeds.set('home', entries.with(7, entry('stay-7@example.com', 15, 17)))
  expect(await poll()).toMatchObject({ lastResult: { changed: 1 } })
  expect(await written()).not.toEqual(before)
}, 120_000)

test('of many polls at once one is done, and a paused system is not polled', async () => {
  const { calendars, asAdmin, systemId, stays } = await place()
  calendars.feeds.set('home', [entry('a', 2, 5)])
  const path = `/property-systems/${systemId}/poll`
  const answers = await Promise.all(Array.from({ length: 6 }, () => asAdmin.post(path)))
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  for (const { status, body } of answers)
    expect([status, body.code]).toEqual(status === 200 ? [200, undefined] : [409, 'poll_in_progress'])
  expect(await stays()).toHaveLength(1)
  await asAdmin.patch(`/property-systems/${systemId}`, { status: 'paused' })
  expect((await asAdmin.post(path)).body.code).toBe('property_system_paused')
})

test('what is due is polled by itself, once, and a lease of a node that died runs out', async () => {
  const here = await place()
  const { calendars, runtime, workspaceId, systemId } = here
  const { pool } = runtime.database
  calendars.feeds.set('home', [entry('a', 2, 5)])
  const context = systemContext(runtime)
  await run(
    pool,
    sql`
    update property_systems set lease_token = gen_random_uuid(), leased_until = clock_timestamp() + interval '1 hour'
    where workspace_id = ${workspaceId}`,
  )
  await working(here, [stayPoll])
  await pollStays.run(context)
  const asked = sql`select 1 from outbox where workspace_id = ${workspaceId} and type = 'property_system.due'`
  expect(await many(pool, asked)).toEqual([])
  await run(
    pool,
    sql`
    update property_systems set leased_until = clock_timestamp() - interval '1 second' where workspace_id = ${workspaceId}`,
  )
  await Promise.all([pollStays.run(context), pollStays.run(context)])
  await soon(async () => expect(await here.stays()).toHaveLength(1))
  await pollStays.run(context)
  const row = await one<{ lastPollAt: string }>(
    pool,
    sql`select last_poll_at as "lastPollAt" from property_systems where workspace_id = ${workspaceId} and id = ${systemId}`,
  )
  expect(row?.lastPollAt).toEqual(expect.any(String))
  expect(calendars.asked.get('home')).toBe(1)
})

test('addresses of calendars are kept as ciphertext, never shown, one for each property, and must be public', async () => {
  const { calendars, asAdmin, make, systemId, runtime, workspaceId } = await place()
  const { id: other } = await make.property()
  const path = `/property-systems/${systemId}/properties`
  const taken = await asAdmin.put(`${path}/${other}`, { feedUrl: calendars.url('home') })
  expect([taken.status, taken.body.code]).toEqual([409, 'stay_source_taken'])
  for (const feedUrl of ['https://10.0.0.1/x.ics', 'http://calendars.example/x.ics']) {
    const refused = await asAdmin.put(`${path}/${other}`, { feedUrl })
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/feedUrl'])
  }
  expect((await asAdmin.put(`${path}/${other}`, { remoteId: '1' })).status).toBe(422)
  const listed = await asAdmin.get(path)
  expect(listed.body.items).toMatchObject([{ feedHost: expect.stringContaining('localhost'), remoteId: null }])
  const told = await one(
    runtime.database.pool,
    sql`
    select (select jsonb_agg(to_jsonb(s)) from property_system_sources s where workspace_id = ${workspaceId}) as sources,
      (select jsonb_agg(details) from audit_log where workspace_id = ${workspaceId}) as audit,
      (select jsonb_agg(payload) from outbox where workspace_id = ${workspaceId}) as events`,
  )
  expect(JSON.stringify([told, listed.body])).not.toContain('private')
})
