import { expect, test } from 'vitest'
import { servePhoto } from '../../test/photos.ts'
import { startService, thrownBy } from './service.ts'

test('workspaces, departments and people are listed', async () => {
  const { client, make, workspaceId, admin } = await startService()
  const department = await make.department()
  expect((await client.workspaces.list()).items).toMatchObject([{ id: workspaceId }])
  expect((await client.departments.list({ limit: 1 })).items).toMatchObject([{ id: department.id, kind: 'field_ops' }])
  expect((await client.users.listAssignable()).items).toMatchObject([{ userId: admin.userId, role: 'admin' }])
  const people = await Array.fromAsync(client.users.listAllAssignable())
  expect(people.map(({ displayName }) => displayName)).toEqual([admin.fullName])
})

test('properties are created, listed, read, changed and deleted', async () => {
  const { client } = await startService()
  const made = await client.properties.create({ name: 'Casa Azul', city: 'Lisbon' })
  expect(await client.properties.get(made.id)).toEqual(made)
  expect((await client.properties.list({ q: 'azul' })).items).toEqual([made])
  expect(await client.properties.update(made.id, { city: null })).toMatchObject({ name: 'Casa Azul', city: null })
  expect(await client.properties.delete(made.id)).toMatchObject({ id: made.id, deleted: true })
  expect((await client.properties.list()).pagination.total).toBe(0)
})

test('tasks are created, listed, read, changed and deleted, and reported by the day', async () => {
  const { client, make } = await startService()
  const { id: departmentId } = await make.department()
  const body = { title: 'Replace the tap', departmentId, scheduledDate: '2026-11-20' }
  const made = await client.tasks.create(body, { include: ['assignees', 'costItems'] })
  expect(made).toMatchObject({ status: 'SCHEDULED', assignees: [], costItems: [] })
  expect(await client.tasks.get(made.id)).not.toHaveProperty('assignees')
  expect(await client.tasks.get(made.id, { include: ['assignees', 'costItems'] })).toEqual(made)
  const { items } = await client.tasks.list({ status: 'SCHEDULED', scheduledTo: '2026-11-20', include: [] })
  expect(items.map(({ id }) => id)).toEqual([made.id])
  expect(await client.tasks.getDailyWorkOrders({ date: '2026-11-20' })).toMatchObject({ workOrderCount: 1 })
  const changed = await client.tasks.update(made.id, { priority: 'HIGH' }, { include: ['assignees'] })
  expect(changed).toMatchObject({ priority: 'HIGH', version: 2, assignees: [] })
  expect(await client.tasks.delete(made.id)).toMatchObject({ deleted: true })
})

test('an id that would be another address is not sent', async () => {
  const { client } = await startService()
  for (const id of ['.', '..']) {
    await expect(client.tasks.get(id)).rejects.toThrow(`taskId cannot be ${id} in an address.`)
    await expect(client.taskTags.remove('t', id)).rejects.toThrow(`tagId cannot be ${id} in an address.`)
  }
})

test('an address that is none is refused when the client is made', async () => {
  const { clientWith } = await startService()
  for (const baseUrl of ['localhost:3000', '', 'ftp://x.example', 'http://'])
    expect(() => clientWith({ baseUrl })).toThrow('baseUrl must be an address such as https://app.example.com')
  expect(() => clientWith({ baseUrl: 'HTTPS://app.example.com' })).not.toThrow()
})

test('a change can be based on an item of a list by its version, and not on what has none', async () => {
  const { client, make } = await startService()
  const { id: departmentId } = await make.department()
  const { id } = await client.tasks.create({ title: 'Task', departmentId })
  const { items } = await client.tasks.list()
  const change = (title: string) =>
    Promise.all(items.map((seen) => client.tasks.update(id, { title }, { ifMatch: seen })))
  expect(await change('New')).toMatchObject([{ version: 2 }])
  expect(await thrownBy(change('Newer'))).toMatchObject({ code: 'precondition_failed' })
  const copy = { ...(await client.properties.create({ name: 'Casa' })) } as { id: string; etag: string }
  const message = 'ifMatch: this object has no etag.'
  await expect(client.properties.update(copy.id, { name: 'Azul' }, { ifMatch: copy })).rejects.toThrow(message)
})

test('checklists, attachments and tags of a task', async () => {
  const { client, make } = await startService()
  const { id: departmentId } = await make.department()
  const tag = await make.tag()
  const { id } = await client.tasks.create({ title: 'Task', departmentId })

  const link = { externalSource: 'a/b', externalId: '1 2', actionUrl: 'https://x.example/1', blocksCompletion: true }
  const item = await client.checklists.addExternalAction(id, link)
  expect((await client.checklists.listItems(id)).items).toEqual([item])
  const done = await client.checklists.completeExternalAction(id, 'a/b', '1 2')
  expect(done.completedAt).toEqual(expect.any(String))
  expect(await client.checklists.completeItem(id, item.id)).toEqual(done)
  expect(await client.checklists.getItem(id, item.id)).toEqual(done)

  const photo = { sourceUrl: await servePhoto(), externalSource: 'acme', externalId: 'p-1' }
  const attachment = await client.attachments.add(id, photo)
  expect(attachment.contentType).toBe('image/png')
  expect(await client.attachments.get(id, attachment.id)).toEqual(attachment)
  expect((await client.attachments.list(id)).items).toEqual([attachment])

  expect((await client.taskTags.list()).items).toMatchObject([{ id: tag.id }])
  expect(await client.taskTags.add(id, tag.id)).toMatchObject({ tags: [{ id: tag.id }] })
  expect(await client.taskTags.remove(id, tag.id)).toMatchObject({ tags: [] })
})

test('a person signs in and renews; the token of a session is asked for at each request', async () => {
  const { clientWith, make } = await startService()
  const person = await make.person({ password: 'correct horse' })
  let session = await clientWith({}).authentication.signIn({ email: person.email, password: 'correct horse' })
  const client = clientWith({ token: () => session.accessToken })
  expect((await client.authentication.getMe()).user.email).toBe(person.email)
  session = await client.authentication.refreshSession({ refreshToken: session.refreshToken })
  expect((await client.tasks.list()).items).toEqual([])
})

test('a restricted key gets the reduced view, in the types too', async () => {
  const { clientWith, make, baseUrl, workspaceId } = await startService()
  const property = await make.property({ city: 'Lisbon' })
  const { value: apiKey } = await make.key({ integrationType: 'restricted', scopes: ['properties:read'] })
  const { createClient } = await import('../src/client.ts')
  const client = createClient({ baseUrl, workspaceId, apiKey, restricted: true })
  const { internalCode, ...seen } = await client.properties.get(property.id)
  expect([internalCode, seen]).toEqual([
    null,
    { id: property.id, name: 'Casa Azul', internalName: null, status: 'ONBOARDING' },
  ])
  const whole = await clientWith({}).properties.get(property.id)
  expect(whole.city).toBe('Lisbon')
})

test('what the caller forgot is said before anything is sent', async () => {
  const { clientWith, client, seen } = await startService()
  expect(await thrownBy(client.tasks.get(''))).toEqual(new TypeError('taskId is missing.'))
  const nowhere = clientWith({ workspaceId: '' })
  expect(await thrownBy(nowhere.tasks.list())).toEqual(new TypeError('workspaceId is missing.'))
  const nobody = clientWith({ apiKey: '' })
  expect(await thrownBy(nobody.tasks.list())).toEqual(new TypeError('The client needs apiKey or token for this call.'))
  expect(() => clientWith({ apiKey: 'x', token: () => 'y' })).toThrow(TypeError)
  expect(seen).toEqual([])
})

test('a request says who sends it, under the id it was given, to an address with or without the path', async () => {
  const { clientWith, baseUrl, seen } = await startService()
  for (const address of [baseUrl, `${baseUrl}/`, `${baseUrl}/api/v1`, `${baseUrl}/api/v1/`]) {
    await clientWith({ baseUrl: address }).workspaces.list({}, { requestId: 'night-audit-7' })
  }
  expect(seen.map(({ headers }) => [headers['x-request-id'], headers['user-agent']])).toEqual(
    Array.from({ length: 4 }, () => ['night-audit-7', 'innkeeper-client/1.4.0']),
  )
  expect(new Set(seen.map(({ url }) => url))).toEqual(new Set(['/api/v1/workspaces']))
})
