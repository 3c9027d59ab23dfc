import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

test('a contact is created, read, listed, changed and deleted', async () => {
  const { asAdmin, asConsole, make } = await harness()
  const other = await harness()
  const created = await asAdmin.post('/contacts', { fullName: 'Grace Hopper', email: 'grace@example.com' })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({ fullName: 'Grace Hopper', email: 'grace@example.com', phone: null })
  const path = `/contacts/${created.body.id}`
  expect((await asAdmin.get('/contacts')).body.items).toEqual([created.body])
  const changed = await asAdmin.patch(path, { ...created.body, email: null, phone: '+351 1' })
  expect(changed.body).toMatchObject({ fullName: 'Grace Hopper', email: null, phone: '+351 1' })
  expect((await asAdmin.patch(path, { phone: '2' }, { 'if-match': created.headers.etag ?? '' })).status).toBe(412)
  expect((await asAdmin.patch(path, { createdAt: '2020-01-01T00:00:00Z' })).body.code).toBe('read_only_field')
  expect((await asAdmin.patch(path, { fullName: null })).status).toBe(400)
  const member = asConsole((await make.person()).token)
  expect((await member.get(path)).body).toEqual(changed.body)
  expect((await member.patch(path, {})).status).toBe(403)
  expect((await other.asAdmin.get(path)).status).toBe(404)
  expect((await asAdmin.delete(path)).body).toMatchObject({ id: created.body.id, deleted: true })
  for (const answer of [await asAdmin.get(path), await asAdmin.patch(path, {}), await asAdmin.delete(path)]) {
    expect(answer.body).toMatchObject({ status: 404, code: 'contact_not_found' })
  }
})
