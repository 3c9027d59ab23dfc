import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

test('a created property is answered whole, with Location and ETag', async () => {
  const { asKey, workspaceId } = await harness()
  const created = await asKey.post('/properties', { name: 'Casa Azul', city: 'Lisbon', bathrooms: 1.5 })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({ name: 'Casa Azul', status: 'ONBOARDING', bathrooms: 1.5, wifiName: null, hasParking: false })
  expect(created.headers.location).toBe(`/api/v1/workspaces/${workspaceId}/properties/${created.body.id}`)
  expect(created.headers['x-object-contract']).toBe('properties.v1.2.0')
  const read = await asKey.get(`/properties/${created.body.id}`)
  expect(read.body).toEqual(created.body)
  expect(read.headers.etag).toBe(created.headers.etag)
})
