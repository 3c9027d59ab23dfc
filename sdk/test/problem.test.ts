import { expect, test } from 'vitest'
import { InnkeeperProblem, isCompletionBlocked, isProblem } from '../src/client.ts'
import { startService, thrownBy } from './service.ts'

test('a field that is wrong is named, with the id of the request', async () => {
  const { client } = await startService()
  const body = { title: 'X', departmentId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90' }
  const error = await thrownBy(client.tasks.create(body, { requestId: 'mine-1' }))
  expect(error).toBeInstanceOf(InnkeeperProblem)
  expect(error).toMatchObject({
    status: 422,
    code: 'reference_unknown',
    requestId: 'mine-1',
    retryable: false,
    errors: [{ pointer: '/departmentId' }],
  })
  expect(isProblem(error)).toBe(true)
  expect(isProblem(error, 'task_not_found', 'reference_unknown')).toBe(true)
  expect(isProblem(error, 'task_not_found')).toBe(false)
  expect(isProblem(new Error('reference_unknown'))).toBe(false)
})

test('what blocks a completion is told', async () => {
  const { client, make } = await startService()
  const { id: departmentId } = await make.department()
  const parent = await client.tasks.create({ title: 'Whole', departmentId })
  const part = await client.tasks.create({ title: 'Part', departmentId, parentTaskId: parent.id })
  const error = await thrownBy(client.tasks.update(parent.id, { status: 'COMPLETED' }))
  if (!isCompletionBlocked(error)) throw error
  expect(error.blockers).toEqual([{ kind: 'task', id: part.id, title: 'Part' }])
  expect(error.message).toBe('409 completion_blocked: Blocked by: Part')
})

test('a scope that is missing is told, and an unknown parameter is not dropped', async () => {
  const { clientWith, client, make } = await startService()
  const { value: apiKey } = await make.key({ scopes: ['tasks:read'] })
  const error = await thrownBy(clientWith({ apiKey }).properties.list())
  expect(error).toMatchObject({ status: 403, code: 'insufficient_scope', requiredScope: 'properties:read' })
  const misspelt = { satus: 'OPEN' } as object
  expect(await thrownBy(client.tasks.list(misspelt))).toMatchObject({ errors: [{ parameter: 'satus' }] })
  expect(await thrownBy(clientWith({ apiKey: 'ink_wrong' }).tasks.list())).toMatchObject({ code: 'invalid_token' })
})

test('a change based on an old version is refused, by object, ETag or number', async () => {
  const { client, make } = await startService()
  const { id: departmentId } = await make.department()
  const first = await client.tasks.create({ title: 'First', departmentId })
  expect(first.etag).toMatch(/^"1\./)
  const second = await client.tasks.update(first.id, { title: 'Second' }, { ifMatch: first })
  for (const ifMatch of [first, first.etag, first.version]) {
    const error = await thrownBy(client.tasks.update(first.id, { title: 'Lost' }, { ifMatch }))
    expect(error).toMatchObject({ status: 412, code: 'precondition_failed' })
    expect(await thrownBy(client.tasks.delete(first.id, { ifMatch }))).toMatchObject({ status: 412 })
  }
  const third = await client.tasks.update(first.id, { title: 'Third' }, { ifMatch: second.version })
  await client.tasks.update(first.id, { title: 'Fourth' }, { ifMatch: third.etag })
  expect((await client.tasks.get(first.id)).title).toBe('Fourth')
})

test('what was read can be sent back whole: the ETag is no part of it', async () => {
  const { client, make } = await startService()
  const property = await client.properties.get((await make.property()).id)
  expect(Object.keys(property)).not.toContain('etag')
  const changed = await client.properties.update(property.id, { ...property, city: 'Porto' }, { ifMatch: property })
  expect(changed.city).toBe('Porto')
})
