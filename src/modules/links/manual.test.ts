import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { clientOf, type Client } from '#test/client.ts'
import { attemptsIn, guestPlace, type Place, type PlaceOptions } from '#test/guest-place.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let server: TestApp
let clock: Date | undefined
beforeAll(async () => {
  server = await startTestApp({ now: () => clock ?? new Date() })
})
afterAll(() => server.close())

function place(options?: PlaceOptions): Promise<Place> {
  clock = undefined
  return guestPlace(server, options)
}

test('the manual tells a guest what to know, in the time of the property, and nothing of the office', async () => {
  const { asAdmin, guest, propertyId } = await place({
    address: 'Rua das Flores 12',
    city: 'Lisbon',
    wifiName: 'azul',
    checkinTime: '16:00',
    cleaningFee: 654.25,
    internalName: 'office-name',
    checkinInstructions: 'Ring twice',
    customFields: { owner: 'M. Rossi' },
  })
  await asAdmin.patch(`/properties/${propertyId}/guide`, {
    wifiPassword: 'for-guests',
    houseRules: 'No smoking',
    accessNotes: 'for-technicians',
  })
  const { status, body, headers } = await guest.get('')
  expect([status, body]).toEqual([
    200,
    {
      property: {
        name: 'Casa Azul',
        address: 'Rua das Flores 12',
        city: 'Lisbon',
        postalCode: null,
        country: null,
        latitude: null,
        longitude: null,
        timezone: 'America/New_York',
        checkinTime: '16:00',
        checkinTimeEnd: null,
        checkoutTime: null,
        checkinInstructions: 'Ring twice',
        checkoutInstructions: null,
        hasParking: false,
        parkingInstructions: null,
        wifiName: 'azul',
        wifiPassword: 'for-guests',
        houseRules: 'No smoking',
      },
      stay: null,
      door: { state: 'ready', opensAt: null, closesAt: null },
    },
  ])
  for (const secret of ['for-technicians', 'office-name', 'Rossi', '654.25', propertyId]) {
    expect(JSON.stringify(body)).not.toContain(secret)
  }
  expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
})

test('a door opens when the lock says so, and the attempt is written down', async () => {
  const here = await place()
  const { guest, asAdmin, lockId, id, propertyId } = here
  const { status, body } = await guest.post('/open-door')
  expect([status, body]).toEqual([
    200,
    {
      status: 'opened',
      confirmedByDevice: true,
      attemptId: expect.any(String),
      openedAt: expect.any(String),
      propertyName: 'Casa Azul',
    },
  ])
  expect(await attemptsIn(here)).toEqual([
    {
      id: body.attemptId,
      propertyId,
      lockId,
      doorLinkId: id,
      outcome: 'opened',
      reason: null,
      startedAt: expect.any(String),
      finishedAt: body.openedAt,
    },
  ])
  expect((await asAdmin.get(`/locks/${lockId}/simulation`)).body).toMatchObject({ behaviour: 'online', openedCount: 1 })
  const events = await many(
    here.runtime.database.pool,
    sql`select payload->>'outcome' as outcome from outbox where type = 'door.attempted' and workspace_id = ${here.workspaceId}`,
  )
  expect(events).toEqual([{ outcome: 'opened' }])
})

test.for([
  ['offline', 'device_offline', 'offline', true],
  ['failing', 'device_error', 'failed', true],
  ['slow', 'device_uncertain', 'uncertain', false],
] as const)(
  'a lock that is %s is 503 %s, and the door is not called open',
  async ([behaviour, code, outcome, retryable]) => {
    const here = await place()
    await here.behave(behaviour)
    const { body, headers } = await here.guest.post('/open-door')
    expect(body).toMatchObject({ status: 503, code, retryable, attemptId: expect.any(String) })
    expect(headers['retry-after']).toBe('10')
    expect(await attemptsIn(here)).toMatchObject([{ id: body.attemptId, outcome, reason: expect.any(String) }])
    expect((await here.asAdmin.get(`/locks/${here.lockId}/simulation`)).body).toMatchObject({
      openedCount: 0,
      openedAt: null,
    })
  },
)

test('an uncertain press is not repeated under its key; one that surely did not open is', async () => {
  const here = await place()
  const { guest, behave } = here
  const press = (key: string) => guest.post('/open-door', undefined, { 'idempotency-key': key })
  await behave('slow')
  const uncertain = await press('press-1')
  await behave('online')
  expect((await press('press-1')).body).toMatchObject({ code: 'device_uncertain', attemptId: uncertain.body.attemptId })
  await behave('offline')
  await press('press-2')
  await behave('online')
  const opened = await press('press-2')
  expect(opened.status).toBe(200)
  expect((await press('press-2')).body).toEqual(opened.body)
  expect((await attemptsIn(here)).map(({ outcome }) => outcome)).toEqual(['opened', 'offline', 'uncertain'])
})

test('a door that opened is not opened again under the same key, though the answer was lost', async () => {
  const here = await place()
  const press = () => here.guest.post('/open-door', undefined, { 'idempotency-key': 'press-1' })
  const first = await press()
  await run(here.runtime.database.pool, sql`delete from idempotency_keys`)
  expect((await press()).body).toEqual(first.body)
  expect(await attemptsIn(here)).toHaveLength(1)
})

test('presses at once on one link are one attempt with one outcome; another link is told to wait', async () => {
  const here = await place()
  const other = await here.invite()
  // Long enough for all of them to come.
  await here.behave('slow', 5)
  const first = here.guest.post('/open-door')
  await expect.poll(() => attemptsIn(here)).toHaveLength(1)
  const [again, busy, ...mine] = await Promise.all([
    here.guest.post('/open-door'),
    other.guest.post('/open-door'),
    first,
    here.guest.post('/open-door'),
  ])
  expect(busy?.body).toMatchObject({ status: 503, code: 'door_busy', retryable: true })
  expect(busy?.headers['retry-after']).toBe('5')
  const outcomes = [again, ...mine].map((answer) => [answer?.body.code, answer?.body.attemptId])
  expect(new Set(outcomes.map(String)).size).toBe(1)
  expect(outcomes[0]?.[0]).toBe('device_uncertain')
  const [refused, ...rest] = await attemptsIn(here)
  expect(refused).toMatchObject({ outcome: 'refused', reason: 'busy', doorLinkId: other.id, lockId: here.lockId })
  expect(rest).toMatchObject([{ outcome: 'uncertain', doorLinkId: here.id }])
})

test('five presses a minute per link and fifteen per lock, counted exactly', async () => {
  const here = await place()
  const press = async ({ guest }: { guest: Client }, times: number) => {
    const statuses: number[] = []
    for (let time = 0; time < times; time++) statuses.push((await guest.post('/open-door')).status)
    return statuses
  }
  expect(await press(here, 6)).toEqual([200, 200, 200, 200, 200, 429])
  const others = [await here.invite(), await here.invite(), await here.invite()]
  for (const other of others.slice(0, 2)) expect(await press(other, 5)).toEqual([200, 200, 200, 200, 200])
  const [, , last] = others
  const refused = await last?.guest.post('/open-door')
  expect(refused?.body).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(refused?.headers).toMatchObject({ 'x-ratelimit-limit': '15', 'x-ratelimit-remaining': '0' })
  expect((await attemptsIn(here)).filter(({ outcome }) => outcome === 'opened')).toHaveLength(15)
  // Reading the manual is not pressing.
  expect((await here.guest.get('')).status).toBe(200)
})

test('check order: no UUID 422, unknown 404, revoked and expired 403, no lock 403', async () => {
  const here = await place()
  const { app, asAdmin, id, guest } = here
  const at = (token: string) => clientOf(app, `/api/v1/public/manual/${token}`)
  for (const call of [(c: Client) => c.get(''), (c: Client) => c.post('/open-door')]) {
    expect((await call(at('not-a-uuid'))).body).toMatchObject({
      status: 422,
      code: 'invalid_request',
      errors: [{ parameter: 'doorToken' }],
    })
    expect((await call(at(newId()))).body).toMatchObject({ status: 404, code: 'link_unknown', errors: [] })
  }
  const expired = await here.invite({ expiresAt: '2999-01-01T00:00:00Z' })
  clock = new Date('2999-01-01T00:00:00Z')
  expect((await expired.guest.post('/open-door')).body.code).toBe('link_expired')
  clock = undefined
  expect((await guest.post('/open-door', { now: true })).body).toMatchObject({ status: 422, code: 'invalid_request' })
  expect((await asAdmin.post(`/door-links/${id}/revoke`)).body.state).toBe('revoked')
  expect((await guest.post('/open-door')).body).toMatchObject({ status: 403, code: 'link_revoked' })
  expect((await guest.get('')).body).toMatchObject({ status: 403, code: 'link_revoked' })

  const bare = await place({ withLock: false })
  expect((await bare.guest.get('')).body.door.state).toBe('no_lock')
  expect((await bare.guest.post('/open-door')).body).toMatchObject({ status: 403, code: 'no_smart_lock' })
  expect(await attemptsIn(bare)).toMatchObject([{ outcome: 'refused', reason: 'no_lock', lockId: null }])
  const marked = await place()
  await marked.asKey.patch(`/properties/${marked.propertyId}`, { hasSmartLock: false })
  expect((await marked.guest.post('/open-door')).body.code).toBe('no_smart_lock')
  await bare.asKey.delete(`/properties/${bare.propertyId}`)
  expect((await bare.guest.get('')).body.code).toBe('link_unknown')
})

test('a link of a reservation opens the door from an hour before the check-in to an hour after the check-out', async () => {
  const here = await place({ checkinTime: '16:00', checkoutTime: '10:30' })
  const { asAdmin, propertyId } = here
  const { body: stay } = await asAdmin.post('/reservations', {
    propertyId,
    checkinDate: '2027-03-13',
    checkoutDate: '2027-03-15',
  })
  const { guest, link } = await here.invite({ reservationId: stay.id })
  // In New York the clocks change in the night between.
  expect(link).toMatchObject({ opensAt: '2027-03-13T20:00:00.000Z', closesAt: '2027-03-15T15:30:00.000Z' })
  clock = new Date('2027-03-13T19:59:59.999Z')
  expect((await guest.post('/open-door')).body).toMatchObject({ status: 403, code: 'too_early', opensAt: link.opensAt })
  expect((await guest.get('')).body).toMatchObject({
    stay: { checkinDate: '2027-03-13', checkoutDate: '2027-03-15' },
    door: { state: 'too_early', opensAt: link.opensAt, closesAt: link.closesAt },
  })
  clock = new Date('2027-03-13T20:00:00Z')
  expect((await guest.post('/open-door')).status).toBe(200)
  clock = new Date('2027-03-15T15:29:59.999Z')
  expect((await guest.post('/open-door')).status).toBe(200)
  clock = new Date('2027-03-15T15:30:00Z')
  expect((await guest.post('/open-door')).body).toMatchObject({
    status: 403,
    code: 'too_late',
    closesAt: link.closesAt,
  })
  expect((await guest.get('')).body).toMatchObject({ status: 403, code: 'link_expired' })
  clock = undefined
  expect((await attemptsIn(here)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['refused', 'too_late'],
    ['opened', null],
    ['opened', null],
    ['refused', 'too_early'],
  ])
})

test('a stay with times of its own opens the door by them, and the manual tells them', async () => {
  const here = await place({ checkinTime: '16:00', checkinTimeEnd: '22:00', checkoutTime: '10:30' })
  const stayed = async (times: object) => {
    const days = { checkinDate: '2027-07-01', checkoutDate: '2027-07-03' }
    const { body: stay } = await here.asAdmin.post('/reservations', { propertyId: here.propertyId, ...days, ...times })
    const { link, guest } = await here.invite({ reservationId: stay.id })
    const { property } = (await guest.get('')).body
    return [link.opensAt, link.closesAt, property.checkinTime, property.checkinTimeEnd, property.checkoutTime]
  }
  const [opens, closes] = ['2027-07-01T19:00:00.000Z', '2027-07-03T15:30:00.000Z']
  expect(await stayed({})).toEqual([opens, closes, '16:00', '22:00', '10:30'])
  const late = { checkinTime: '23:00', checkoutTime: '14:00' }
  const lateCloses = '2027-07-03T19:00:00.000Z'
  expect(await stayed(late)).toEqual(['2027-07-02T02:00:00.000Z', lateCloses, '23:00', null, '14:00'])
  const early = '2027-07-01T15:00:00.000Z'
  expect(await stayed({ checkinTime: '12:00' })).toEqual([early, closes, '12:00', '22:00', '10:30'])
})

test('in hours that are skipped or come twice the door goes by the moments of the reservation', async () => {
  const here = await place({ checkinTime: '01:30', checkoutTime: '02:30' })
  // New York: 02:00 to 03:00 is skipped on 14 March 2027, 01:00 to 02:00 comes twice on 7 November 2027.
  for (const [checkinDate, checkoutDate] of [
    ['2027-03-13', '2027-03-14'],
    ['2027-11-07', '2027-11-08'],
  ]) {
    const fields = { propertyId: here.propertyId, checkinDate, checkoutDate }
    const { body: stay } = await here.asAdmin.post('/reservations', fields)
    const { link } = await here.invite({ reservationId: stay.id })
    const hour = 3_600_000
    expect([Date.parse(link.opensAt) + hour, Date.parse(link.closesAt) - hour]).toEqual([
      Date.parse(stay.arrivesAt),
      Date.parse(stay.departsAt),
    ])
  }
})

test('a stay that is cancelled, moved or deleted takes its link with it', async () => {
  const here = await place()
  const { asAdmin, make, propertyId } = here
  const elsewhere = await make.property()
  const changes = [
    (path: string) => asAdmin.patch(path, { status: 'CANCELLED' }),
    (path: string) => asAdmin.patch(path, { propertyId: elsewhere.id }),
    (path: string) => asAdmin.delete(path),
  ]
  for (const change of changes) {
    const { body: stay } = await asAdmin.post('/reservations', {
      propertyId,
      checkinDate: '2020-01-01',
      checkoutDate: '2099-01-01',
    })
    const { guest, id } = await here.invite({ reservationId: stay.id })
    expect((await guest.get('')).status).toBe(200)
    await change(`/reservations/${stay.id}`)
    expect((await guest.post('/open-door')).body.code).toBe('link_revoked')
    expect((await asAdmin.get(`/door-links/${id}`)).body).toMatchObject({ state: 'revoked', revokedAt: null })
  }
})

test('without times of its own a property has check-in at three and check-out at eleven, in the time of the workspace', async () => {
  const here = await place({ timezone: null })
  const { body: stay } = await here.asAdmin.post('/reservations', {
    propertyId: here.propertyId,
    checkinDate: '2027-07-01',
    checkoutDate: '2027-07-03',
  })
  const { link, guest } = await here.invite({ reservationId: stay.id })
  expect(link).toMatchObject({ opensAt: '2027-07-01T13:00:00.000Z', closesAt: '2027-07-03T11:00:00.000Z' })
  expect((await guest.get('')).body.property.timezone).toBe('Europe/Lisbon')
})

test('a door link is shown again, listed without its address, and refers only to things of its property', async () => {
  const here = await place()
  const other = await place()
  const { asAdmin, asConsole, make, propertyId } = here
  const { body: link } = await asAdmin.post('/door-links', { propertyId })
  expect(link.url).toMatch(
    /^http:\/\/localhost:3000\/m\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect((await asAdmin.get(`/door-links/${link.id}`)).body).toEqual(link)
  const { url: _, ...listed } = link
  expect((await asAdmin.get(`/door-links?propertyId=${propertyId}`)).body.items[0]).toEqual(listed)
  const elsewhere = await make.property()
  const stay = await make.reservation(elsewhere.id)
  const cases = [
    { propertyId: other.propertyId },
    { propertyId, reservationId: stay.id },
    { propertyId, lockId: other.lockId },
    { propertyId: elsewhere.id, lockId: here.lockId },
    { propertyId, expiresAt: '2020-01-01T00:00:00Z' },
  ]
  for (const body of cases) {
    expect((await asAdmin.post('/door-links', body)).body, JSON.stringify(body)).toMatchObject({
      status: 422,
      code: 'link_inapplicable',
    })
  }
  const member = asConsole((await make.person()).token)
  expect((await member.post('/door-links', { propertyId })).body.code).toBe('insufficient_role')
  expect((await member.get(`/door-links/${link.id}`)).body.code).toBe('insufficient_role')
})

test('a slow lock holds no connection of the database', async () => {
  const here = await place()
  await here.behave('slow', 5)
  let isOver = false
  const pressing = here.guest.post('/open-door').finally(() => (isOver = true))
  await expect.poll(() => attemptsIn(here), { interval: 5 }).toHaveLength(1)
  await expect.poll(() => here.runtime.database.pool.usage().busy, { interval: 5 }).toBe(0)
  expect(isOver).toBe(false)
  expect((await pressing).status).toBe(503)
})
