import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'
import { eventsOf } from '#test/traces.ts'

test('a vendor is created, read, listed, changed and deleted, each with its trace and event', async () => {
  const h = await harness()
  const { asAdmin } = h
  const created = await asAdmin.post('/vendors', { name: 'Blue Pool' })
  expect(created.status).toBe(201)
  expect(created.body).toEqual({
    id: created.body.id,
    name: 'Blue Pool',
    contactName: null,
    email: null,
    phone: null,
    serviceArea: null,
    notes: null,
    skillIds: [],
    active: true,
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: created.body.createdAt,
  })
  const path = `/vendors/${created.body.id}`
  expect((await asAdmin.get(path)).body).toEqual(created.body)
  const changes = { email: 'office@bluepool.example', phone: '+351 1', active: false }
  const changed = await asAdmin.patch(path, { ...created.body, ...changes })
  expect(changed.body).toMatchObject({ ...created.body, ...changes, updatedAt: expect.any(String) })
  expect(changed.headers.etag).toMatch(/^"2\./)
  expect((await asAdmin.patch(path, { email: null })).body.email).toBeNull()
  expect((await asAdmin.patch(path, {})).headers.etag).toMatch(/^"3\./)
  expect((await asAdmin.delete(path)).body).toMatchObject({ id: created.body.id, deleted: true })
  for (const answer of [await asAdmin.get(path), await asAdmin.patch(path, {}), await asAdmin.delete(path)]) {
    expect(answer.body).toMatchObject({ status: 404, code: 'vendor_not_found' })
  }
  expect((await asAdmin.get('/vendors')).body.items).toEqual([])
  const actions = ['vendor.created', 'vendor.updated', 'vendor.updated', 'vendor.deleted']
  expect((await eventsOf(h)).filter((type) => type.startsWith('vendor.'))).toEqual(actions)
  const { items } = (await asAdmin.get('/audit-log')).body
  const traced = items.filter(({ target }: { target: { kind: string } }) => target.kind === 'vendor')
  expect(traced.map(({ action }: { action: string }) => action)).toEqual(actions.toReversed())
  expect(traced[2]).toMatchObject({ actor: { id: h.admin.userId }, target: { id: created.body.id }, details: changes })
})

test('vendors are listed newest first, in pages, by whether they are active', async () => {
  const { asAdmin } = await harness()
  const make = async (body: object) => (await asAdmin.post('/vendors', body)).body
  const [first, second] = [await make({ name: 'First' }), await make({ name: 'Second', active: false })]
  expect((await asAdmin.get('/vendors')).body.items).toEqual([second, first])
  expect((await asAdmin.get('/vendors?active=true')).body.items).toEqual([first])
  expect((await asAdmin.get('/vendors?active=false')).body.items).toEqual([second])
  expect((await asAdmin.get('/vendors?limit=1&offset=1')).body).toEqual({
    items: [first],
    pagination: { total: 2, limit: 1, offset: 1, hasMore: false },
  })
})

test('a vendor has a contact, an area and skills, and is found by a skill', async () => {
  const { asAdmin, make } = await harness()
  const skill = async (name: string): Promise<string> => (await asAdmin.post('/skills', { name })).body.id
  const [pools, gardens] = [await skill('Pools'), await skill('Gardens')]
  await make.vendor()
  const fields = { contactName: 'Rita Blue', serviceArea: 'Sintra', notes: 'Has a key.', skillIds: [pools] }
  const { body } = await asAdmin.post('/vendors', { name: 'Blue Pool', ...fields })
  expect(body).toMatchObject(fields)
  expect((await asAdmin.get(`/vendors?skillId=${pools}`)).body.items).toEqual([body])
  const changed = await asAdmin.patch(`/vendors/${body.id}`, { skillIds: [gardens, pools] })
  expect(changed.body.skillIds).toEqual([gardens, pools].toSorted())
  expect(changed.headers.etag).toMatch(/^"2\./)
  expect((await asAdmin.patch(`/vendors/${body.id}`, { notes: null })).body).toMatchObject({
    notes: null,
    skillIds: changed.body.skillIds,
  })
  const unknown = await asAdmin.patch(`/vendors/${body.id}`, { skillIds: [pools, body.id], name: 'Kept?' })
  expect(unknown.body).toMatchObject({ status: 422, code: 'skill_unknown', errors: [{ pointer: '/skillIds/1' }] })
  expect((await asAdmin.get(`/vendors/${body.id}`)).body.name).toBe('Blue Pool')
})

test('members read vendors, managers write them, keys and strangers do neither', async () => {
  const { asConsole, asKey, make } = await harness()
  const other = await harness()
  const vendor = await make.vendor()
  const [member, manager] = [await make.person(), await make.person({ role: 'manager' })]
  expect((await asConsole(member.token).get(`/vendors/${vendor.id}`)).status).toBe(200)
  for (const answer of [
    await asConsole(member.token).post('/vendors', { name: 'X' }),
    await asConsole(member.token).patch(`/vendors/${vendor.id}`, { name: 'X' }),
    await asConsole(member.token).delete(`/vendors/${vendor.id}`),
  ]) {
    expect(answer.body.code).toBe('insufficient_role')
  }
  expect((await asConsole(manager.token).patch(`/vendors/${vendor.id}`, { name: 'X' })).status).toBe(200)
  expect((await asConsole(asKey.token ?? '').get('/vendors')).status).toBe(401)
  expect((await other.asAdmin.get(`/vendors/${vendor.id}`)).status).toBe(404)
})

test('a change against an old version is refused, and so is what cannot change', async () => {
  const { asAdmin, make } = await harness()
  const path = `/vendors/${(await make.vendor()).id}`
  const { headers, body } = await asAdmin.get(path)
  const first = await asAdmin.patch(path, { name: 'New' }, { 'if-match': headers.etag ?? '' })
  expect(first.status).toBe(200)
  expect((await asAdmin.patch(path, { name: 'Late' }, { 'if-match': headers.etag ?? '' })).status).toBe(412)
  expect((await asAdmin.delete(path, { 'if-match': headers.etag ?? '' })).status).toBe(412)
  expect((await asAdmin.patch(path, { id: body.id.replace(/^./, '9') })).body.code).toBe('read_only_field')
  for (const wrong of [{ name: ' ' }, { name: null }, { email: 'no' }, { active: null }, { tax: 1 }]) {
    const refused = await asAdmin.patch(path, wrong)
    expect(refused.body).toMatchObject({ status: 400, errors: [{ pointer: `/${Object.keys(wrong)[0]}` }] })
  }
  expect((await asAdmin.get(path)).body).toEqual(first.body)
})

test('work can be given to an active vendor, not to one out of use or deleted', async () => {
  const { asAdmin, asKey, make } = await harness()
  const { id: departmentId } = await make.department()
  const { id: primaryVendorOrgId } = await make.vendor()
  const task = async () => (await asKey.post('/tasks', { title: 'X', departmentId, primaryVendorOrgId })).status
  expect(await task()).toBe(201)
  await asAdmin.patch(`/vendors/${primaryVendorOrgId}`, { active: false })
  expect(await task()).toBe(422)
  await asAdmin.patch(`/vendors/${primaryVendorOrgId}`, { active: true })
  await asAdmin.delete(`/vendors/${primaryVendorOrgId}`)
  expect(await task()).toBe(422)
})
