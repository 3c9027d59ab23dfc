import { expect, test } from 'vitest'
import { InnkeeperUnreachable } from '../src/client.ts'
import { problem, startService, thrownBy } from './service.ts'

const keysOf = (seen: { headers: NodeJS.Dict<string | string[]> }[]) =>
  seen.map(({ headers }) => headers['idempotency-key'])

test('an answer that breaks off after the service has committed: one task, under one key', async () => {
  const { client, make, trouble, seen } = await startService()
  const { id: departmentId } = await make.department()
  trouble.push('answer cut', 'answer cut', 'request lost')
  const made = await client.tasks.create({ title: 'Once', departmentId })
  expect(seen).toHaveLength(4)
  expect(new Set(keysOf(seen)).size).toBe(1)
  expect((await client.tasks.list()).items).toEqual([made])
  await client.tasks.create({ title: 'Another', departmentId })
  expect(new Set(keysOf(seen.filter(({ method }) => method === 'POST'))).size).toBe(2)
  expect((await client.tasks.list()).pagination.total).toBe(2)
})

test('a key of the caller makes two calls one', async () => {
  const { client, make } = await startService()
  const { id: departmentId } = await make.department()
  const create = () => client.tasks.create({ title: 'Once', departmentId }, { idempotencyKey: 'order 77' })
  expect(await create()).toEqual(await create())
  expect((await client.tasks.list()).pagination.total).toBe(1)
})

test('a conditional change whose answer was lost is not refused as stale', async () => {
  const { client, make, trouble } = await startService()
  const property = await client.properties.get((await make.property()).id)
  trouble.push('answer cut')
  const changed = await client.properties.update(property.id, { city: 'Porto' }, { ifMatch: property })
  expect(changed.city).toBe('Porto')
})

test.each([
  ['429', problem(429, 'rate_limited', { 'retry-after': '1' })],
  ['503', problem(503, 'unavailable', { 'retry-after': '0' })],
  ['503 of a proxy', { status: 503, headers: { 'content-type': 'text/html' }, body: '<h1>busy</h1>' }],
  ['502 of a proxy', { status: 502 }],
  ['504 of a proxy', { status: 504 }],
  ['409 idempotency_in_progress', problem(409, 'idempotency_in_progress', { 'retry-after': '0' })],
  ['200 that is cut short', { status: 200, headers: { 'content-type': 'application/json' }, body: '{"id":' }],
])('%s is tried again', async (_, answer) => {
  const { client, make, trouble, seen } = await startService()
  const { id: departmentId } = await make.department()
  trouble.push(answer, answer)
  await client.tasks.create({ title: 'Task', departmentId })
  expect(seen).toHaveLength(3)
  expect(new Set(keysOf(seen)).size).toBe(1)
})

test.each([
  ['400', problem(400, 'invalid_request')],
  ['404', problem(404, 'task_not_found')],
  ['409 completion_blocked', problem(409, 'completion_blocked')],
  ['422', problem(422, 'reference_unknown')],
  ['500', problem(500, 'internal_error')],
  ['a redirect', { status: 301, headers: { location: '/elsewhere' } }],
])('%s is not tried again', async (_, answer) => {
  const { client, trouble, seen } = await startService()
  trouble.push(answer)
  expect(await thrownBy(client.tasks.list())).toBeInstanceOf(Error)
  expect(seen).toHaveLength(1)
})

test('a request that may have had an effect and has no key is not sent twice', async () => {
  const { client, make, trouble, seen } = await startService()
  const { refreshToken } = await make.person()
  trouble.push(problem(429, 'rate_limited', { 'retry-after': '0' }), 'answer cut')
  expect(await thrownBy(client.authentication.refreshSession({ refreshToken }))).toBeInstanceOf(InnkeeperUnreachable)
  expect(seen).toHaveLength(2)
})

test('tries end by their number, and the last failure is told', async () => {
  const { client, trouble, seen } = await startService()
  trouble.push(...Array.from({ length: 9 }, () => problem(503, 'unavailable', { 'retry-after': '0' })))
  const error = await thrownBy(client.tasks.list({}, { retry: { tries: 3 } }))
  expect(error).toMatchObject({ name: 'InnkeeperProblem', status: 503, code: 'unavailable', retryable: true })
  expect(seen).toHaveLength(3)
})

test('a wait that would take longer than the call may is not begun', async () => {
  const { client, trouble, seen } = await startService()
  trouble.push(problem(429, 'rate_limited', { 'retry-after': '3600' }))
  expect(await thrownBy(client.tasks.list())).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 3600 })
  expect(seen).toHaveLength(1)
})

test('a try without an answer ends in time and is made again', async () => {
  const { client, trouble, seen } = await startService()
  trouble.push('silence')
  expect((await client.tasks.list({}, { timeoutSeconds: 5 })).items).toEqual([])
  expect(seen).toHaveLength(2)
  trouble.push('silence', 'silence')
  const error = await thrownBy(client.tasks.list({}, { timeoutSeconds: 0.2, retry: { tries: 2 } }))
  expect(error).toBeInstanceOf(InnkeeperUnreachable)
  expect(error).toMatchObject({ cause: new Error('No answer in 0.2 seconds.') })
  expect(error).toMatchObject({ message: expect.stringMatching(/^No answer from \S+ in 0\.2 seconds\.$/) })
})

test('a server that is not there is told as such', async () => {
  const { clientWith } = await startService()
  const client = clientWith({ baseUrl: 'http://127.0.0.1:1', retry: { tries: 2, firstWaitSeconds: 0 } })
  expect(await thrownBy(client.tasks.list())).toMatchObject({
    name: 'InnkeeperUnreachable',
    message: expect.stringMatching(/^No answer from 127\.0\.0\.1:1 \(.+\)\.$/),
  })
})

test('a signal ends the call at once: before it, in a try, in a wait', async () => {
  const { client, trouble, seen } = await startService()
  const reason = new Error('enough')
  expect(await thrownBy(client.tasks.list({}, { signal: AbortSignal.abort(reason) }))).toBe(reason)
  expect(seen).toHaveLength(0)

  for (const what of ['silence', problem(429, 'rate_limited', { 'retry-after': '100' })] as const) {
    trouble.push(what)
    const ending = new AbortController()
    const retry = { totalSeconds: 100_000, firstWaitSeconds: 10_000, longestWaitSeconds: 10_000 }
    const call = thrownBy(client.tasks.list({}, { signal: ending.signal, retry }))
    await expect.poll(() => trouble).toEqual([])
    setTimeout(() => ending.abort(reason), 100)
    expect(await call).toBe(reason)
  }
  expect(seen).toHaveLength(2)
})
