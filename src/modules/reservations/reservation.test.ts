import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

async function place() {
  const here = await harness()
  const { id: propertyId } = await here.make.property()
  const stay = (checkinDate: string, checkoutDate: string, body: object = {}) =>
    here.asAdmin.post('/reservations', { propertyId, checkinDate, checkoutDate, ...body })
  return { ...here, propertyId, stay }
}

test('a reservation is created, read, changed and deleted', async () => {
  const { asAdmin, make, propertyId, stay } = await place()
  const { id: contactId } = await make.contact()
  const created = await stay('2026-12-01', '2026-12-05', { contactId, guests: 2, code: 'HM1' })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    propertyId,
    contactId,
    code: 'HM1',
    status: 'CONFIRMED',
    checkinDate: '2026-12-01',
    checkoutDate: '2026-12-05',
    guests: 2,
  })
  const path = `/reservations/${created.body.id}`
  expect((await asAdmin.get(path)).body).toEqual(created.body)
  const changed = await asAdmin.patch(path, { ...created.body, status: 'CANCELLED', contactId: null })
  expect(changed.body).toMatchObject({ status: 'CANCELLED', contactId: null })
  expect((await asAdmin.patch(path, { guests: 3 }, { 'if-match': created.headers.etag ?? '' })).status).toBe(412)
  expect((await asAdmin.delete(path)).body).toMatchObject({ id: created.body.id, deleted: true })
  for (const answer of [await asAdmin.get(path), await asAdmin.patch(path, {}), await asAdmin.delete(path)]) {
    expect(answer.body).toMatchObject({ status: 404, code: 'reservation_not_found' })
  }
})

test('reservations are listed by property, by status and by the days they touch', async () => {
  const { asAdmin, make, stay, propertyId } = await place()
  const { id: other } = await make.property()
  await stay('2026-12-01', '2026-12-05', { code: 'A' })
  await stay('2026-12-05', '2026-12-08', { code: 'B', status: 'CANCELLED' })
  await stay('2026-12-10', '2026-12-12', { code: 'C', propertyId: other })
  const codes = async (query: string): Promise<string[]> =>
    (await asAdmin.get(`/reservations?${query}`)).body.items.map(({ code }: { code: string }) => code)
  expect(await codes('')).toEqual(['C', 'B', 'A'])
  expect(await codes(`propertyId=${propertyId}`)).toEqual(['B', 'A'])
  expect(await codes('status=CANCELLED')).toEqual(['B'])
  expect(await codes('from=2026-12-06')).toEqual(['C', 'B'])
  expect(await codes('to=2026-12-05')).toEqual(['B', 'A'])
  expect(await codes('from=2026-12-05&to=2026-12-05')).toEqual(['B', 'A'])
  expect(await codes(`from=2026-12-09&propertyId=${propertyId}`)).toEqual([])
})

test('the check-out lies after the check-in, after a change too', async () => {
  const { asAdmin, stay } = await place()
  const refused = { status: 422, code: 'reservation_inapplicable', errors: [{ pointer: '/checkoutDate' }] }
  expect((await stay('2026-12-05', '2026-12-05')).body).toMatchObject(refused)
  expect((await stay('2026-12-05', '2026-12-04')).body).toMatchObject(refused)
  expect((await stay('2026-12-05', '2026-12-32')).status).toBe(400)
  const { body } = await stay('2026-12-01', '2026-12-05')
  expect((await asAdmin.patch(`/reservations/${body.id}`, { checkinDate: '2026-12-06' })).body).toMatchObject(refused)
  expect((await asAdmin.get('/reservations')).body.items).toEqual([body])
})

test('a property or contact of another workspace is 422 naming the field', async () => {
  const { asAdmin, stay } = await place()
  const other = await harness()
  const foreign = { propertyId: (await other.make.property()).id, contactId: (await other.make.contact()).id }
  const { body } = await stay('2026-12-01', '2026-12-05')
  for (const [field, id] of Object.entries(foreign)) {
    const refused = { status: 422, errors: [{ pointer: `/${field}` }] }
    expect((await stay('2026-12-01', '2026-12-05', { [field]: id })).body).toMatchObject(refused)
    expect((await asAdmin.patch(`/reservations/${body.id}`, { [field]: id })).body).toMatchObject(refused)
  }
  expect((await asAdmin.get('/reservations')).body.items).toEqual([body])
})

test('what was read can be sent back although the guest or the property is gone', async () => {
  const { asAdmin, make, stay, propertyId } = await place()
  const { id: contactId } = await make.contact()
  const { body } = await stay('2026-12-01', '2026-12-05', { contactId })
  await asAdmin.delete(`/contacts/${contactId}`)
  expect((await stay('2026-12-01', '2026-12-05', { contactId })).status).toBe(422)
  const again = await asAdmin.patch(`/reservations/${body.id}`, { ...body, propertyId, guests: 4 })
  expect(again.body).toMatchObject({ contactId, guests: 4 })
})

test('members read reservations, managers write them', async () => {
  const { asConsole, make, propertyId } = await place()
  const { id } = await make.reservation(propertyId)
  const member = asConsole((await make.person()).token)
  const manager = asConsole((await make.person({ role: 'manager' })).token)
  expect((await member.get(`/reservations/${id}`)).status).toBe(200)
  expect((await member.post('/reservations', {})).status).toBe(403)
  expect((await member.delete(`/reservations/${id}`)).status).toBe(403)
  expect((await manager.patch(`/reservations/${id}`, { guests: 1 })).status).toBe(200)
})

test('arrival and departure are moments in the zone of the property, by its times or those of the stay', async () => {
  const { asAdmin, make } = await harness()
  const { id: propertyId } = await make.property({ timezone: 'America/New_York', checkinTime: '16:00' })
  const stay = { propertyId, checkinDate: '2026-10-30', checkoutDate: '2026-11-03' }
  const { body } = await asAdmin.post('/reservations', stay)
  expect(body).toMatchObject({ arrivesAt: '2026-10-30T20:00:00.000Z', departsAt: null, checkinTime: null })
  const later = await asAdmin.patch(`/reservations/${body.id}`, { checkinTime: '18:30', checkoutTime: '10:00' })
  // The clocks went back in between.
  expect(later.body).toMatchObject({ arrivesAt: '2026-10-30T22:30:00.000Z', departsAt: '2026-11-03T15:00:00.000Z' })
})

test('a stay goes through its states; a step that makes no sense is refused and named', async () => {
  const { asAdmin, stay } = await place()
  const { body } = await stay('2026-12-01', '2026-12-05', { status: 'INQUIRY' })
  const step = async (status: string) => (await asAdmin.patch(`/reservations/${body.id}`, { status })).status
  for (const status of ['TENTATIVE', 'CONFIRMED', 'CHECKED_IN']) expect(await step(status)).toBe(200)
  const refused = await asAdmin.patch(`/reservations/${body.id}`, { status: 'CANCELLED' })
  expect(refused.body).toMatchObject({
    status: 422,
    code: 'reservation_inapplicable',
    errors: [{ pointer: '/status' }],
  })
  expect(await step('CHECKED_OUT')).toBe(200)
  expect(await step('INQUIRY')).toBe(422)
})

test('stays that hold one home on the same nights name each other, and none is refused', async () => {
  const { asAdmin, make, stay } = await place()
  const ids = []
  for (const [from, to, body] of [
    ['2026-12-01', '2026-12-05', {}],
    ['2026-12-04', '2026-12-06', {}],
    ['2026-12-05', '2026-12-07', {}],
    ['2026-12-01', '2026-12-09', { status: 'CANCELLED' }],
    ['2026-12-01', '2026-12-09', { status: 'INQUIRY' }],
    ['2026-12-01', '2026-12-09', { propertyId: (await make.property()).id }],
  ] as const) {
    ids.push((await stay(from, to, body)).body.id)
  }
  const [first, second, third, ...others] = ids
  const clashesOf = async (id: string) => (await asAdmin.get(`/reservations/${id}`)).body.clashes
  expect(await clashesOf(first)).toEqual([second])
  expect(await clashesOf(second)).toEqual([first, third])
  expect(await clashesOf(third)).toEqual([second])
  for (const id of others) expect(await clashesOf(id)).toEqual([])
  const cancelled = await asAdmin.patch(`/reservations/${second}`, { status: 'CANCELLED' })
  expect(cancelled.body.clashes).toEqual([])
  expect(await clashesOf(first)).toEqual([])
})

test('one reservation for each external source and id, of many asked for at once too', async () => {
  const { asAdmin, stay } = await place()
  const external = { externalSource: 'hostaway', externalId: '77' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => stay('2026-12-01', '2026-12-05', external)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
  const { body: other } = await stay('2026-12-01', '2026-12-05', { ...external, externalId: '78' })
  const taken = await asAdmin.patch(`/reservations/${other.id}`, { externalId: '77' })
  expect(taken.body).toMatchObject({ code: 'reservation_exists', errors: [{ pointer: '/externalId' }] })
  const half = await stay('2026-12-01', '2026-12-05', { externalSource: 'hostaway' })
  expect(half.body).toMatchObject({ status: 422, errors: [{ pointer: '/externalId' }] })
  const id = answers.find(({ status }) => status === 201)?.body.id
  await asAdmin.delete(`/reservations/${id}`)
  expect((await stay('2026-12-01', '2026-12-05', external)).status).toBe(201)
})

test('reservations are found by guest, by code and in the order of their check-in', async () => {
  const { asAdmin, stay } = await place()
  const guest = await asAdmin.post('/contacts', { fullName: 'Ägidius Šmíd', email: 'smid@example.com', language: 'cs' })
  await stay('2026-12-10', '2026-12-12', { code: 'HM_50%', contactId: guest.body.id })
  await stay('2026-12-01', '2026-12-05', { code: 'HMX507', externalSource: 'x', externalId: 'Remote-9' })
  const codes = async (query: string): Promise<string[]> =>
    (await asAdmin.get(`/reservations?${query}`)).body.items.map(({ code }: { code: string }) => code)
  expect(await codes(`q=${encodeURIComponent('ägidius šm')}`)).toEqual(['HM_50%'])
  expect(await codes('q=SMID@')).toEqual(['HM_50%'])
  expect(await codes(`q=${encodeURIComponent('_50%')}`)).toEqual(['HM_50%'])
  expect(await codes('q=remote-9')).toEqual(['HMX507'])
  expect(await codes(`contactId=${guest.body.id}`)).toEqual(['HM_50%'])
  expect(await codes('sort=checkinDate')).toEqual(['HMX507', 'HM_50%'])
  await asAdmin.patch(`/contacts/${guest.body.id}`, { fullName: 'Renamed' })
  expect(await codes(`q=${encodeURIComponent('ägidius')}`)).toEqual([])
  expect((await asAdmin.get('/reservations?q=renamed')).body.items[0].guestName).toBe('Renamed')
  expect((await asAdmin.get('/contacts?q=smid')).body.items).toHaveLength(1)
})

test('a change that says nothing new makes no version and no event', async () => {
  const { asAdmin, stay } = await place()
  const { body } = await stay('2026-12-01', '2026-12-05', { notes: 'Late' })
  const again = await asAdmin.patch(`/reservations/${body.id}`, body)
  expect([again.status, again.body.updatedAt]).toEqual([200, body.updatedAt])
})

test('a reservation is read with its linked tasks', async () => {
  const { asAdmin, asKey, make, stay } = await place()
  const { body } = await stay('2026-12-01', '2026-12-05')
  const { id: departmentId } = await make.department()
  const task = { title: 'Turnover', departmentId, reservationId: body.id, scheduledDate: '2026-12-05' }
  const { shortId } = (await asKey.post('/tasks', task)).body
  const whole = await asAdmin.get(`/reservations/${body.id}?include=tasks`)
  expect(whole.body.tasks).toMatchObject([{ shortId, title: 'Turnover', scheduledDate: '2026-12-05' }])
})
