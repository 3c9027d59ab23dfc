import { expect, test } from 'vitest'
import { many, run, type Pool } from '#core/db.ts'
import { newId } from '#core/crypto.ts'
import { sql, type Sql } from '#core/sql.ts'
import { harness, type Harness } from '#test/harness.ts'
import { tellCheckouts } from './check-out.ts'

async function at({ runtime }: Harness, now: string, db = runtime.database.pool): Promise<void> {
  const { services, log } = runtime
  const ctx = { db, principal: { kind: 'system' } as const, now: new Date(now), requestId: newId() }
  await tellCheckouts.run({ ...ctx, log, services })
}

async function told({ runtime, workspaceId }: Harness, reservationId: string): Promise<string[]> {
  const rows = await many<{ day: string }>(
    runtime.database.pool,
    sql`
    select payload ->> 'checkoutDate' as day from outbox
    where workspace_id = ${workspaceId} and type = 'reservation.checked_out'
      and payload ->> 'reservationId' = ${reservationId} order by id`,
  )
  return rows.map(({ day }) => day)
}

async function stay(here: Harness, property: object, reservation: object = {}): Promise<string> {
  const { id: propertyId } = await here.make.property(property)
  const fields = { propertyId, status: 'CONFIRMED', checkinDate: '2031-06-01', checkoutDate: '2031-06-05' }
  const { status, body } = await here.asAdmin.post('/reservations', { ...fields, ...reservation })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

test('that guests have left is told once, when the clock of the home says so', async () => {
  const here = await harness()
  const tokyo = await stay(here, { timezone: 'Asia/Tokyo', checkoutTime: '10:00' })
  const lisbon = await stay(here, { timezone: 'Europe/Lisbon', checkoutTime: '10:00' }, { checkoutTime: '12:30' })
  await at(here, '2031-06-05T00:59:00Z')
  expect(await told(here, tokyo)).toEqual([])
  await at(here, '2031-06-05T01:00:00Z')
  expect(await told(here, tokyo)).toEqual(['2031-06-05'])
  expect(await told(here, lisbon)).toEqual([])
  await Promise.all([1, 2, 3].map(() => at(here, '2031-06-05T11:30:00Z')))
  expect([await told(here, tokyo), await told(here, lisbon)]).toEqual([['2031-06-05'], ['2031-06-05']])
})

test('a guest who has left early is gone; a stay that is prolonged ends once more; cancelled ones and old ones do not', async () => {
  const here = await harness()
  const home = { timezone: 'UTC', checkoutTime: '11:00' }
  const early = await stay(here, home, { status: 'CHECKED_IN' })
  await here.asAdmin.patch(`/reservations/${early}`, { status: 'CHECKED_OUT' })
  const [prolonged, cancelled, old] = [await stay(here, home), await stay(here, home), await stay(here, home)]
  await here.asAdmin.patch(`/reservations/${cancelled}`, { status: 'CANCELLED' })
  await here.asAdmin.patch(`/reservations/${old}`, { checkinDate: '2031-05-01', checkoutDate: '2031-05-20' })
  await at(here, '2031-06-05T08:00:00Z')
  expect(await told(here, early)).toEqual(['2031-06-05'])
  await at(here, '2031-06-05T11:00:00Z')
  await here.asAdmin.patch(`/reservations/${prolonged}`, { checkoutDate: '2031-06-07' })
  await at(here, '2031-06-05T12:00:00Z')
  await at(here, '2031-06-07T11:00:00Z')
  expect(await told(here, prolonged)).toEqual(['2031-06-05', '2031-06-07'])
  expect([await told(here, cancelled), await told(here, old)]).toEqual([[], []])
})

test('a guest who has left days early is gone that day, and is told of once', async () => {
  const here = await harness()
  const early = await stay(here, { timezone: 'UTC' }, { status: 'CHECKED_IN', checkoutDate: '2031-06-20' })
  await at(here, '2031-06-05T08:00:00Z')
  expect(await told(here, early)).toEqual([])
  await here.asAdmin.patch(`/reservations/${early}`, { status: 'CHECKED_OUT' })
  await at(here, '2031-06-05T08:01:00Z')
  expect(await told(here, early)).toEqual(['2031-06-20'])
  await at(here, '2031-06-20T12:00:00Z')
  expect(await told(here, early)).toEqual(['2031-06-20'])
})

test('a stay that changes while departures are told is told of as it is then', async () => {
  const here = await harness()
  const late = { checkinDate: '2034-06-01', checkoutDate: '2034-06-05' }
  const home = { timezone: 'UTC' }
  const changes = [{ checkoutDate: '2034-06-07' }, { status: 'CANCELLED' }, { checkoutTime: '15:00' }]
  const stays = await Promise.all(changes.map(() => stay(here, home, late)))
  const { pool } = here.runtime.database
  // Changed when the departures have been read and none has been told.
  const rows: Pool['rows'] = async <Row>(query: Sql) => {
    const due = await pool.rows<Row>(query)
    for (const [index, id] of stays.entries()) await here.asAdmin.patch(`/reservations/${id}`, changes[index] ?? {})
    return due
  }
  await at(here, '2034-06-05T11:00:00Z', { ...pool, rows })
  const days = () => Promise.all(stays.map((id) => told(here, id)))
  expect(await days()).toEqual([[], [], []])
  await at(here, '2034-06-05T15:00:00Z')
  expect(await days()).toEqual([[], [], ['2034-06-05']])
  await at(here, '2034-06-07T11:00:00Z')
  expect(await days()).toEqual([['2034-06-07'], [], ['2034-06-05']])
})

test('the stays of a home that was deleted are told of no more', async () => {
  const here = await harness()
  const gone = await stay(here, { timezone: 'UTC' })
  const { propertyId } = (await here.asAdmin.get(`/reservations/${gone}`)).body
  expect((await here.asKey.delete(`/properties/${propertyId}`)).status).toBe(200)
  await at(here, '2031-06-05T11:00:00Z')
  expect(await told(here, gone)).toEqual([])
})

test('one home in a time zone that the database does not know keeps no other from it', async () => {
  const here = await harness()
  const [known, lost] = [await stay(here, { timezone: 'UTC' }), await stay(here, { timezone: 'Europe/Lisbon' })]
  await run(
    here.runtime.database.pool,
    sql`update properties set timezone = 'CTT' where workspace_id = ${here.workspaceId} and timezone = 'Europe/Lisbon'`,
  )
  await at(here, '2031-06-05T11:00:00Z')
  expect([await told(here, known), await told(here, lost)]).toEqual([['2031-06-05'], []])
  await run(
    here.runtime.database.pool,
    sql`update properties set timezone = 'Asia/Tokyo' where workspace_id = ${here.workspaceId} and timezone = 'CTT'`,
  )
  await at(here, '2031-06-05T12:00:00Z')
  expect(await told(here, lost)).toEqual(['2031-06-05'])
})

test('one departure that cannot be told keeps no other from it, and is told the next time', async () => {
  const here = await harness()
  const late = { checkinDate: '2033-06-01', checkoutDate: '2033-06-05' }
  const stays = [await stay(here, { timezone: 'UTC' }, late), await stay(here, { timezone: 'UTC' }, late)]
  const { database } = here.runtime
  let asked = 0
  const transaction: Pool['transaction'] = (work) =>
    asked++ === 0 ? Promise.reject(new Error('not this one')) : database.pool.transaction(work)
  await at(here, '2033-06-05T11:00:00Z', { ...database.pool, transaction })
  const days = async () => (await Promise.all(stays.map((id) => told(here, id)))).flat()
  expect(await days()).toEqual(['2033-06-05'])
  await at(here, '2033-06-05T11:01:00Z')
  expect(await days()).toEqual(['2033-06-05', '2033-06-05'])
})

test('a time zone that is no IANA name is refused, with its field', async () => {
  const here = await harness()
  for (const timezone of [
    'CTT',
    'BST',
    'SystemV/AST4',
    'US/Pacific-New',
    'Canada/East-Saskatchewan',
    'Mars/Olympus',
    '+01:00',
  ]) {
    const { status, body } = await here.asKey.post('/properties', { name: 'Villa', timezone })
    expect([status, body.errors?.[0]?.pointer], timezone).toEqual([400, '/timezone'])
  }
  for (const timezone of ['utc', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires', 'EST5EDT', 'GB']) {
    expect((await here.asKey.post('/properties', { name: 'Villa', timezone })).status, timezone).toBe(201)
  }
})
