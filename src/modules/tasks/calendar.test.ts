import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

const DAYS = 'from=2026-12-01&to=2026-12-14'

test('stays that touch the days and the work of the days, home by home', async () => {
  const { asAdmin, asKey, admin, make } = await harness()
  const field = await make.department()
  const office = await make.department({ name: 'Office', kind: 'office' })
  const azul = await make.property({ name: 'Casa Azul', city: 'Lisbon', checkinTime: '15:00', checkoutTime: '11:00' })
  await make.property({ name: 'Villa Serena' })
  const stay = async (fields: object) => (await asAdmin.post('/reservations', { propertyId: azul.id, ...fields })).body
  const contactId = (await make.contact()).id
  const first = await stay({ contactId, guests: 2, checkinDate: '2026-11-28', checkoutDate: '2026-12-01' })
  const second = await stay({ status: 'TENTATIVE', checkinDate: '2026-12-14', checkoutDate: '2026-12-20' })
  await stay({ checkinDate: '2026-11-20', checkoutDate: '2026-11-28' })
  await stay({ checkinDate: '2026-12-15', checkoutDate: '2026-12-18' })
  for (const status of ['INQUIRY', 'CANCELLED'])
    await stay({ status, checkinDate: '2026-12-03', checkoutDate: '2026-12-05' })
  const task = async (fields: object) =>
    (await asKey.post('/tasks', { title: 'Clean', departmentId: field.id, propertyId: azul.id, ...fields })).body
  const clean = await task({
    scheduledDate: '2026-12-01',
    scheduledTime: '11:30',
    reservationId: first.id,
    primaryUserId: admin.userId,
    estimatedDurationMinutes: 90,
  })
  const calls = await task({ scheduledDate: '2026-12-02', departmentId: office.id, title: 'Call the owner' })
  await task({ scheduledDate: '2026-12-15' })
  await task({})
  await asKey.patch(`/tasks/${(await task({ scheduledDate: '2026-12-03' })).id}`, { status: 'REQUEST_REJECTED' })
  await asKey.delete(`/tasks/${(await task({ scheduledDate: '2026-12-04' })).id}`)
  const { body } = await asAdmin.get(`/calendar?${DAYS}`)
  expect(body.pagination.total).toBe(2)
  expect(body.items).toEqual([
    {
      id: azul.id,
      name: 'Casa Azul',
      internalCode: null,
      city: 'Lisbon',
      status: 'ONBOARDING',
      propertyType: null,
      bedrooms: null,
      maxGuests: null,
      stays: [
        expect.objectContaining({ id: first.id, guestName: 'Grace Guest', guests: 2, checkinTime: '15:00' }),
        expect.objectContaining({ id: second.id, status: 'TENTATIVE', guestName: null, checkoutTime: '11:00' }),
      ],
      work: [
        {
          id: clean.id,
          shortId: clean.shortId,
          title: 'Clean',
          status: clean.status,
          priority: 'NORMAL',
          isIssue: false,
          reservationId: first.id,
          scheduledDate: '2026-12-01',
          scheduledTime: '11:30',
          estimatedDurationMinutes: 90,
          isFieldWork: true,
          assigneeName: admin.fullName,
        },
        expect.objectContaining({ id: calls.id, isFieldWork: false, assigneeName: null, scheduledTime: null }),
      ],
    },
    expect.objectContaining({ name: 'Villa Serena', city: null, stays: [], work: [] }),
  ])
})

test('homes are found by a part of the name and come in pages; too many days are refused', async () => {
  const { asAdmin, make } = await harness()
  for (const name of ['Villa Serena', 'Casa Azul', 'Casa Bela']) await make.property({ name })
  const names = async (query: string): Promise<string[]> =>
    (await asAdmin.get(`/calendar?${DAYS}&${query}`)).body.items.map(({ name }: { name: string }) => name)
  expect(await names('q=casa')).toEqual(['Casa Azul', 'Casa Bela'])
  expect(await names('limit=1&offset=2')).toEqual(['Villa Serena'])
  expect(await names('sort=-name&limit=1')).toEqual(['Villa Serena'])
  expect(await names('status=ACTIVE')).toEqual([])
  const tooMany = await asAdmin.get('/calendar?from=2026-12-01&to=2027-02-01')
  expect(tooMany.body).toMatchObject({ status: 422, errors: [{ parameter: 'to' }] })
})
