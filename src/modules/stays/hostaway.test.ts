import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { one } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { dayAfter, wholeDay } from '#test/days.ts'
import { startHostaway, type FakeHostaway } from '#test/hostaway.ts'
import { harness, startTestApp, type Harness } from '#test/harness.ts'

const day = (offset: number): string => dayAfter(offset, 'UTC')
beforeEach(() => wholeDay('UTC'))

let serial = 100
const reservation = (listingMapId: number, from: number, to: number, rest: object = {}) => ({
  id: ++serial,
  listingMapId,
  status: 'new',
  channelName: 'airbnb',
  arrivalDate: day(from),
  departureDate: day(to),
  guestName: 'Andrew Peterson',
  guestEmail: 'andrew@example.com',
  phone: '+1 512 555 1212',
  numberOfGuests: 2,
  confirmationCode: `HM${serial}ABCDE`,
  checkInTime: 16,
  checkOutTime: 11,
  ...rest,
})

interface Place extends Harness {
  provider: FakeHostaway
  properties: [string, string]
  systemId: string
  poll(): Promise<Record<string, unknown>>
  stays(): Promise<Record<string, unknown>[]>
}

async function place(): Promise<Place> {
  const provider = await startHostaway()
  const server = await startTestApp({ config: { hostawayUrl: provider.url } })
  onTestFinished(() => server.close())
  const here = await harness(server)
  const credentials = { accountId: provider.accountId, apiKey: provider.apiKey }
  const { body } = await here.asAdmin.post('/property-systems', { provider: 'hostaway', name: 'Hostaway', credentials })
  const [first, second] = [await here.make.property({ timezone: 'UTC' }), await here.make.property({ timezone: 'UTC' })]
  for (const [id, remoteId] of [
    [first.id, '40160'],
    [second.id, '40161'],
  ]) {
    expect((await here.asAdmin.put(`/property-systems/${body.id}/properties/${id}`, { remoteId })).status).toBe(200)
  }
  return {
    ...here,
    provider,
    properties: [first.id, second.id],
    systemId: body.id,
    poll: async () => (await here.asAdmin.post(`/property-systems/${body.id}/poll`)).body,
    stays: async () => (await here.asAdmin.get('/reservations?sort=checkinDate&limit=100')).body.items,
  }
}

test('a list that is empty all at once is believed at the second look, however few stays each home had', async () => {
  const { provider, poll, stays } = await place()
  const full = [reservation(40160, 2, 4), reservation(40160, 6, 8), reservation(40161, 2, 4), reservation(40161, 6, 8)]
  provider.reservations.push(...full)
  await poll()
  provider.reservations.length = 0
  expect(await poll()).toMatchObject({
    failures: 0,
    lastError: expect.stringMatching(/^Held back: .* though 2 were to come.* though 2 were to come/),
    lastResult: { cancelled: 0 },
  })
  expect(new Set((await stays()).map(({ status }) => status))).toEqual(new Set(['CONFIRMED']))
  provider.reservations.push(...full)
  expect(await poll()).toMatchObject({ lastError: null, lastResult: { changed: 0, cancelled: 0 } })
  // One home that loses its two is nothing unusual.
  provider.reservations.splice(0, 2)
  expect(await poll()).toMatchObject({ lastError: null, lastResult: { cancelled: 2 } })
  provider.reservations.push(...full.slice(0, 2))
  await poll()
  provider.reservations.length = 0
  await poll()
  expect(await poll()).toMatchObject({ lastError: null, lastResult: { cancelled: 4 } })
})

test('a home whose only stay left has an unknown status is not empty: those that went are cancelled at once', async () => {
  const { provider, poll, stays } = await place()
  const kept = reservation(40160, 2, 4)
  const gone = [
    reservation(40160, 6, 8),
    reservation(40160, 9, 11),
    reservation(40160, 12, 14),
    reservation(40160, 15, 17),
  ]
  provider.reservations.push(kept, ...gone)
  await poll()
  provider.reservations.splice(1)
  Object.assign(kept, { status: 'archived' })
  expect(await poll()).toMatchObject({
    lastError: expect.stringMatching(/^Left as they are: /),
    lastResult: { cancelled: 4 },
  })
  expect((await stays())[0]).toMatchObject({ checkinDate: day(2), status: 'CONFIRMED' })
})

test('reservations of mapped listings become stays with their guests; changes and cancellations follow', async () => {
  const { provider, poll, stays, properties, asAdmin } = await place()
  const [a, b] = [reservation(40160, 2, 5), reservation(40161, 10, 12, { status: 'inquiry', guestName: null })]
  provider.reservations.push(a, b, reservation(999, 1, 3), reservation(40160, 20, 22, { status: 'ownerStay' }))
  expect(await poll()).toMatchObject({
    lastResult: { properties: 2, stays: 2, ignored: 1, created: 2 },
    lastError: null,
  })
  const [first] = await stays()
  expect(await stays()).toMatchObject([
    {
      propertyId: properties[0],
      guestName: 'Andrew Peterson',
      guests: 2,
      channel: 'airbnb',
      checkinTime: '16:00',
      checkoutTime: '11:00',
      externalSource: 'hostaway',
      externalId: String(a.id),
      status: 'CONFIRMED',
    },
    { propertyId: properties[1], guestName: null, status: 'INQUIRY' },
  ])
  expect((await asAdmin.get(`/contacts/${first?.['contactId']}`)).body).toMatchObject({ email: 'andrew@example.com' })
  Object.assign(a, { departureDate: day(6), guestEmail: 'new@example.com' })
  Object.assign(b, { status: 'cancelled' })
  expect(await poll()).toMatchObject({ lastResult: { created: 0, changed: 1, cancelled: 1 } })
  expect(await stays()).toMatchObject([{ checkoutDate: day(6) }, { status: 'CANCELLED' }])
  expect((await asAdmin.get(`/contacts/${first?.['contactId']}`)).body).toMatchObject({ email: 'new@example.com' })
  provider.reservations.length = 0
  expect(await poll()).toMatchObject({ lastResult: { cancelled: 1 } })
  expect((await stays()).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED'])
})

test('a guest whose name comes after the rest is made with all of it', async () => {
  const { provider, poll, stays, asAdmin } = await place()
  const booked = reservation(40160, 2, 5, { guestName: null })
  provider.reservations.push(booked)
  await poll()
  expect(await stays()).toMatchObject([{ contactId: null }])
  Object.assign(booked, { guestName: 'Andrew Peterson' })
  await poll()
  const [stay] = await stays()
  const known = { fullName: 'Andrew Peterson', email: 'andrew@example.com', phone: '+1 512 555 1212' }
  expect((await asAdmin.get(`/contacts/${stay?.['contactId']}`)).body).toMatchObject(known)
})

test('a stay whose status is not known is left as it is, and named; the others come in', async () => {
  const { provider, poll, stays, properties } = await place()
  const booked = reservation(40160, 2, 5)
  provider.reservations.push(booked)
  await poll()
  Object.assign(booked, { status: 'archived', departureDate: day(6) })
  const others = [reservation(40160, 6, 8), reservation(40161, 7, 9), reservation(40161, 10, 12, { status: 'parked' })]
  provider.reservations.push(...others, reservation(999, 1, 3, { status: 'archived' }))
  const unclear = [
    `Casa Azul (${properties[0]}): reservation ${booked.id} has the unknown status archived.`,
    `Casa Azul (${properties[1]}): reservation ${others[2]?.id} has the unknown status parked.`,
  ]
  const told = await poll()
  expect(told).toMatchObject({ failures: 0, lastResult: { stays: 2, created: 2, changed: 0, cancelled: 0 } })
  expect(told['lastError']).toMatch(/^Left as they are: /)
  for (const sentence of unclear) expect(told['lastError']).toContain(sentence)
  expect(await stays()).toMatchObject([
    { status: 'CONFIRMED', checkoutDate: day(5) },
    { propertyId: properties[0], checkoutDate: day(8) },
    { propertyId: properties[1], checkoutDate: day(9) },
  ])
  Object.assign(booked, { status: 'modified' })
  Object.assign(others[2] ?? {}, { status: 'new' })
  expect(await poll()).toMatchObject({ lastError: null, lastResult: { created: 1, changed: 1, cancelled: 0 } })
  expect((await stays())[0]).toMatchObject({ status: 'CONFIRMED', checkoutDate: day(6) })
})

test('a stay that moves to another listing moves, and is not cancelled in between', async () => {
  const { provider, poll, stays, properties } = await place()
  const [low, high] = properties.toSorted()
  const listingOf = (id: string | undefined) => (id === properties[0] ? 40160 : 40161)
  const stay = reservation(listingOf(low), 2, 5)
  provider.reservations.push(stay)
  await poll()
  for (const to of [high, low]) {
    stay.listingMapId = listingOf(to)
    expect(await poll()).toMatchObject({ lastResult: { created: 0, changed: 1, cancelled: 0 } })
    expect(await stays()).toMatchObject([{ propertyId: to, status: 'CONFIRMED' }])
  }
})

test('a source that changes while it is read waits for the next poll, and nothing is cancelled for it', async () => {
  const { provider, poll, stays, properties, asAdmin, systemId } = await place()
  const moving = reservation(40160, 2, 5)
  const staying = reservation(40160, 10, 12)
  provider.reservations.push(moving, staying)
  await poll()
  moving.listingMapId = 40161
  staying.departureDate = day(13)
  const source = `/property-systems/${systemId}/properties/${properties[1]}`
  provider.onPage = () => asAdmin.put(source, { remoteId: '40161' })
  expect(await poll()).toMatchObject({ lastError: null, lastResult: { changed: 1, cancelled: 0 } })
  expect(await stays()).toMatchObject([
    { propertyId: properties[0], status: 'CONFIRMED' },
    { checkoutDate: day(13), status: 'CONFIRMED' },
  ])
  delete provider.onPage
  expect(await poll()).toMatchObject({ lastResult: { changed: 1, cancelled: 0 } })
  expect((await stays())[0]).toMatchObject({ propertyId: properties[1], status: 'CONFIRMED' })
})

test('one token serves many polls and pages; a refused one is replaced', async () => {
  const { provider, poll } = await place()
  for (let n = 0; n < 250; n++) provider.reservations.push(reservation(40160, 2 * n, 2 * n + 1, { guestName: null }))
  expect(await poll()).toMatchObject({ lastResult: { created: 250 } })
  expect(provider.calls).toEqual([
    'POST /accessTokens',
    'GET /reservations 0',
    'GET /reservations 100',
    'GET /reservations 200',
  ])
  await poll()
  expect(provider.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1)
  provider.tokens.length = 0
  expect(await poll()).toMatchObject({ lastError: null, lastResult: { created: 0, changed: 0 } })
  expect(provider.calls.filter((call) => call.startsWith('POST'))).toHaveLength(2)
})

test('a failure on a later page changes nothing, and who asks for patience gets it', async () => {
  const { provider, poll, stays } = await place()
  const kept = reservation(40160, 2, 5)
  provider.reservations.push(kept)
  await poll()
  for (let n = 0; n < 150; n++) provider.reservations.push(reservation(40160, 2 * n + 10, 2 * n + 11))
  kept.departureDate = day(6)
  provider.onPage = (offset) => {
    if (offset === 0) provider.next.push({ status: 429, headers: { 'retry-after': '3000' } })
  }
  const limited = await poll()
  expect(limited).toMatchObject({ failures: 1, lastError: 'Hostaway answered 429.', lastResult: { created: 1 } })
  expect(Date.parse(String(limited['nextPollAt'])) - Date.now()).toBeGreaterThan(2900 * 1000)
  expect(await stays()).toMatchObject([{ checkoutDate: day(5) }])
  provider.onPage = (offset) => {
    // Something slips over the edge of the page while we read.
    if (offset === 100) provider.reservations.unshift(reservation(40160, 400, 401))
  }
  expect(await poll()).toMatchObject({ failures: 2, lastError: expect.stringContaining('changed while') })
  expect(await stays()).toHaveLength(1)
  delete provider.onPage
  provider.reservations.push({ ...reservation(40160, 500, 501), arrivalDate: 'soon' })
  expect(await poll()).toMatchObject({ failures: 3, lastError: expect.stringContaining('cannot be read') })
  provider.reservations.pop()
  expect(await poll()).toMatchObject({ failures: 0, lastError: null })
  expect(await stays()).toHaveLength(100)
})

test('wrong credentials are told, and neither they nor the token are in any answer, event or log of changes', async () => {
  const { provider, poll, asAdmin, systemId, runtime, workspaceId } = await place()
  await poll()
  const path = `/property-systems/${systemId}`
  const wrong = { accountId: '10450', apiKey: 'another-secret-of-theirs' }
  expect((await asAdmin.patch(path, { credentials: wrong })).body.credentialsLastFour).toBe('eirs')
  expect(await poll()).toMatchObject({ failures: 1, lastError: 'Hostaway refuses the credentials (401).' })
  const all = await one(
    runtime.database.pool,
    sql`
    select (select jsonb_agg(to_jsonb(s)) from property_systems s where workspace_id = ${workspaceId}) as systems,
      (select jsonb_agg(details) from audit_log where workspace_id = ${workspaceId}) as audit,
      (select jsonb_agg(payload) from outbox where workspace_id = ${workspaceId}) as events`,
  )
  const text = JSON.stringify([all, (await asAdmin.get(path)).body])
  for (const secret of [provider.apiKey, wrong.apiKey, 'token-1']) expect(text).not.toContain(secret)
  expect((await asAdmin.post('/property-systems', { provider: 'hostaway', name: 'x' })).body).toMatchObject({
    status: 422,
    code: 'credentials_inapplicable',
    errors: [{ pointer: '/credentials' }],
  })
})
