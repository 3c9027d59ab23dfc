import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

async function place() {
  const here = await harness()
  const { id: propertyId } = await here.make.property()
  const { body: lock } = await here.asAdmin.post('/locks', { propertyId, name: 'Front door', provider: 'simulated' })
  return { ...here, propertyId, lock }
}

test('a lock is made, read, changed and removed, and the property says whether it has one', async () => {
  const { asAdmin, asKey, propertyId, lock } = await place()
  expect(lock).toMatchObject({ propertyId, name: 'Front door', provider: 'simulated', deviceId: lock.id })
  const hasSmartLock = async () => (await asKey.get(`/properties/${propertyId}`)).body.hasSmartLock
  expect(await hasSmartLock()).toBe(true)
  const second = await asAdmin.post('/locks', { propertyId, name: 'Garage', provider: 'seam', deviceId: 'device-9' })
  expect((await asAdmin.get('/locks')).body.items).toEqual([second.body, lock])
  expect((await asAdmin.get(`/locks?propertyId=${propertyId}&limit=1`)).body).toMatchObject({
    items: [second.body],
    pagination: { total: 2 },
  })
  const changed = await asAdmin.patch(`/locks/${lock.id}`, { ...lock, name: 'Street door' })
  expect([changed.status, changed.body.name]).toEqual([200, 'Street door'])
  expect((await asAdmin.patch(`/locks/${lock.id}`, { provider: 'seam' })).body.code).toBe('read_only_field')
  expect((await asAdmin.delete(`/locks/${lock.id}`)).body.deleted).toBe(true)
  expect((await asAdmin.get(`/locks/${lock.id}`)).body.code).toBe('lock_not_found')
  expect(await hasSmartLock()).toBe(true)
  await asAdmin.delete(`/locks/${second.body.id}`)
  expect(await hasSmartLock()).toBe(false)
  const { body: audit } = await asAdmin.get('/audit-log')
  expect(audit.items.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['lock.created', 'lock.updated', 'lock.deleted']),
  )
})

test('a lock needs a device of its own, a property of the workspace, and a manager', async () => {
  const { asAdmin, asConsole, make, propertyId, lock } = await place()
  const other = await place()
  const seam = { propertyId, name: 'Front', provider: 'seam' }
  expect((await asAdmin.post('/locks', seam)).body).toMatchObject({ status: 422, errors: [{ pointer: '/deviceId' }] })
  await asAdmin.post('/locks', { ...seam, deviceId: 'one' })
  expect((await asAdmin.post('/locks', { ...seam, deviceId: 'one' })).body).toMatchObject({
    status: 409,
    code: 'device_taken',
  })
  const { body: two } = await asAdmin.post('/locks', { ...seam, deviceId: 'two' })
  expect((await asAdmin.patch(`/locks/${two.id}`, { deviceId: 'one' })).body.code).toBe('device_taken')
  expect((await asAdmin.post('/locks', { ...seam, propertyId: other.propertyId, deviceId: 'x' })).body).toMatchObject({
    status: 422,
    errors: [{ pointer: '/propertyId' }],
  })
  expect((await asAdmin.get(`/locks/${other.lock.id}`)).body.code).toBe('lock_not_found')
  expect((await asAdmin.put(`/locks/${two.id}/simulation`, { behaviour: 'offline' })).body.code).toBe(
    'lock_not_simulated',
  )
  const member = asConsole((await make.person()).token)
  expect((await member.get(`/locks/${lock.id}`)).body.code).toBe('insufficient_role')
  expect((await member.get('/door-attempts')).body.code).toBe('insufficient_role')
})

test('the key of the provider is kept sealed and shown by its end only; only administrators set it', async () => {
  const { asAdmin, asConsole, make, runtime } = await place()
  const path = '/lock-connections/seam'
  const apiKey = 'seam_test1_verysecret4711'
  const none = { provider: 'seam', lastFour: null, updatedAt: null }
  expect((await asAdmin.get(path)).body).toEqual(none)
  expect((await asAdmin.put(path, { apiKey: 'not a key' })).body).toMatchObject({
    status: 400,
    errors: [{ pointer: '/apiKey' }],
  })
  const set = await asAdmin.put(path, { apiKey })
  expect(set.body).toMatchObject({ provider: 'seam', lastFour: '4711' })
  expect((await asAdmin.get(path)).body).toEqual(set.body)
  for (const table of ['lock_connections', 'audit_log', 'outbox']) {
    const { rows } = await runtime.database.pool.raw(`select to_jsonb(t)::text as row from ${table} t`)
    expect(JSON.stringify(rows), table).not.toContain('verysecret')
  }
  const manager = asConsole((await make.person({ role: 'manager' })).token)
  expect((await manager.put(path, { apiKey })).body.code).toBe('insufficient_role')
  expect((await asAdmin.put(path, { apiKey: null })).body).toEqual(none)
  expect((await asAdmin.get(path)).body).toEqual(none)
})
