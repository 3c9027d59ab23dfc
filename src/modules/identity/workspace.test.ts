import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

test('an administrator changes the settings, a member reads them', async () => {
  const { asAdmin, asConsole, make, workspaceId } = await harness()
  const changed = await asAdmin.patch('', { name: 'Renamed', currency: 'JPY' })
  expect(changed.body).toMatchObject({ id: workspaceId, name: 'Renamed', currency: 'JPY' })
  const member = await make.person()
  expect((await asConsole(member.token).get('')).body).toEqual(changed.body)
  expect((await asConsole(member.token).patch('', { name: 'Mine' })).status).toBe(403)
  expect((await asAdmin.get('/audit-log')).body.items[0]).toMatchObject({ action: 'workspace.updated' })
})

test('a currency or time zone that does not exist is refused by name', async () => {
  const { asAdmin } = await harness()
  const refused = await asAdmin.patch('', { currency: 'XXQ', timezone: 'Mars/Base' })
  expect(refused.status).toBe(400)
  expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/currency', '/timezone'])
})

test('the id of a workspace cannot be changed', async () => {
  const { asAdmin } = await harness()
  expect((await asAdmin.patch('', { id: 'other' })).body).toMatchObject({ status: 422, code: 'read_only_field' })
})

test('If-Match keeps an old view of the settings from being saved over a newer one', async () => {
  const { asAdmin } = await harness()
  const read = await asAdmin.get('')
  const seen = { 'if-match': read.headers.etag ?? '' }
  expect((await asAdmin.patch('', { name: 'First' }, seen)).body).toMatchObject({ name: 'First', version: 2 })
  expect((await asAdmin.patch('', { name: 'Second' }, seen)).body.code).toBe('precondition_failed')
  const now = await asAdmin.get('')
  expect(now.body).toMatchObject({ name: 'First', version: 2 })
  expect((await asAdmin.patch('', now.body, { 'if-match': now.headers.etag ?? '' })).status).toBe(200)
})
