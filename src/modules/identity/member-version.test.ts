import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

test('If-Match keeps an old view of a member from being acted on', async () => {
  const { asAdmin, make } = await harness()
  const { membershipId } = await make.person()
  const path = `/members/${membershipId}`
  const seen = { 'if-match': (await asAdmin.get(path)).headers.etag ?? '' }
  expect((await asAdmin.patch(path, { role: 'manager' }, seen)).body).toMatchObject({ role: 'manager', version: 2 })
  expect((await asAdmin.patch(path, { role: 'admin' }, seen)).body.code).toBe('precondition_failed')
  expect((await asAdmin.delete(path, seen)).body.code).toBe('precondition_failed')
  const { headers, body } = await asAdmin.get(path)
  expect(body).toMatchObject({ role: 'manager', version: 2 })
  expect((await asAdmin.delete(path, { 'if-match': headers.etag ?? '' })).status).toBe(200)
})
