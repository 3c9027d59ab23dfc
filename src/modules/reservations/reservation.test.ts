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
