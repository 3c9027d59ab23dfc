import { expect, test } from 'vitest'
import { harness, type Harness } from '#test/harness.ts'
import { ANY, publish, reached, settled, start, workflows } from '#test/workflow-place.ts'
import { soon } from '#test/working.ts'
import { wakeRun } from './run-lease.queries.ts'
import { isPath, turnKey } from './run-turn.rules.ts'

const WAITS = 'do: [ { pause: { wait: PT1H } } ]'

async function limited(here: Harness, tasks: string, concurrency: object): Promise<string> {
  const workflowId = await publish(here, tasks)
  const { status, body } = await here.asKey.patch(`/workflows/${workflowId}`, { concurrency }, ANY)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.concurrency).toMatchObject(concurrency)
  return workflowId
}

async function open({ asKey }: Harness, workflowId: string): Promise<{ id: string; status: string; dueAt: unknown }[]> {
  const { items } = (await asKey.get(`/workflow-runs?workflowId=${workflowId}&limit=100`)).body
  return items.filter(({ status }: { status: string }) => !['completed', 'cancelled', 'faulted'].includes(status))
}

test('the key is a path into the input', () => {
  expect(turnKey({ limit: 1, key: '.[0].data.propertyId' }, [{ data: { propertyId: 'p' } }])).toBe('"p"')
  expect(turnKey({ limit: 1 }, { a: 1 })).toBe('')
  expect(turnKey({ limit: 1, key: '.a.b' }, { a: 1 })).toBe('')
  for (const key of ['.a', '.a.b[0]', '.["a b"]'.replace(' ', '-')]) expect(isPath(key), key).toBe(true)
  for (const key of ['a', '$secrets.a', '.a | length', '. + 1', 'now']) expect(isPath(key), key).toBe(false)
})

test('queue: so many at a time, the others in the order in which they came, each on its own key', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await limited(here, WAITS, { limit: 1, key: '.home' })
  const first = await start(here, workflowId, { home: 'a' })
  await reached(here, first, 'waiting')
  const second = await start(here, workflowId, { home: 'a' })
  const third = await start(here, workflowId, { home: 'a' })
  const other = await start(here, workflowId, { home: 'b' })
  await reached(here, other, 'waiting')
  for (const id of [second, third]) await reached(here, id, 'pending')
  await here.asKey.post(`/workflow-runs/${first}/cancel`, {})
  await reached(here, second, 'waiting')
  await reached(here, third, 'pending')
  await here.asKey.post(`/workflow-runs/${second}/cancel`, {})
  expect(await reached(here, third, 'waiting')).toMatchObject({ input: { home: 'a' } })
})

test('however many are started at once and whoever works, never more than the limit are under way, and all are done', async () => {
  const here = await harness()
  workflows(here)
  workflows(here)
  const workflowId = await limited(here, 'do: [ { pause: { wait: PT0.02S } } ]', { limit: 2 })
  const ids = await Promise.all(Array.from({ length: 30 }, () => start(here, workflowId)))
  const under: number[] = []
  await soon(async () => {
    const runs = await open(here, workflowId)
    under.push(runs.filter(({ status }) => status === 'running' || status === 'waiting').length)
    expect(runs).toEqual([])
  })
  expect(Math.max(...under)).toBeLessThanOrEqual(2)
  for (const id of ids) expect(await settled(here, id)).toMatchObject({ status: 'completed' })
})

test('one that is suspended while it waits for its turn takes nobody else’s, and has its own again when it is resumed', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await limited(here, WAITS, { limit: 1 })
  const [first, second, third] = [
    await start(here, workflowId),
    await start(here, workflowId),
    await start(here, workflowId),
  ]
  await reached(here, first, 'waiting')
  await here.asKey.post(`/workflow-runs/${second}/suspend`)
  expect((await here.asKey.post(`/workflow-runs/${second}/resume`)).body.status).toBe('pending')
  await here.asKey.post(`/workflow-runs/${first}/cancel`, {})
  await reached(here, second, 'waiting')
  await reached(here, third, 'pending')
  const fourth = await start(here, workflowId)
  await here.asKey.post(`/workflow-runs/${third}/suspend`)
  await here.asKey.post(`/workflow-runs/${second}/cancel`, {})
  await reached(here, fourth, 'waiting')
  await here.asKey.post(`/workflow-runs/${third}/resume`)
  await here.asKey.post(`/workflow-runs/${fourth}/cancel`, {})
  await reached(here, third, 'waiting')
})

test('one that is tried again waits for its turn, whatever it hears meanwhile, and goes on where it stood', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await limited(
    here,
    `
    do:
      - mark: { set: { mark: 1 } }
      - fails: { if: '$workflow.input.fails', raise: { error: { type: 'https://example.com/x', status: 500 } } }
      - pause: { wait: PT1H }`,
    { limit: 1 },
  )
  const failed = await start(here, workflowId, { fails: true })
  await reached(here, failed, 'faulted')
  const other = await start(here, workflowId)
  await reached(here, other, 'waiting')
  const retried = await here.asKey.post(`/workflow-runs/${failed}/retry`, { skip: true })
  expect(retried).toMatchObject({ status: 202, body: { status: 'pending' } })
  const next = await start(here, workflowId)
  await here.asKey.post(`/workflow-runs/${failed}/suspend`)
  await here.asKey.post(`/workflow-runs/${failed}/resume`)
  await wakeRun({ db: here.runtime.database.pool, workspaceId: here.workspaceId }, failed)
  expect((await here.asKey.get(`/workflow-runs/${failed}`)).body).toMatchObject({ status: 'pending', dueAt: null })
  expect((await open(here, workflowId)).filter(({ status }) => status !== 'pending')).toMatchObject([{ id: other }])
  await here.asKey.post(`/workflow-runs/${other}/cancel`, {})
  await reached(here, failed, 'waiting')
  const { items } = (await here.asKey.get(`/workflow-runs/${failed}/steps`)).body
  expect(items.map(({ name }: { name: string }) => name)).toEqual(['mark', 'fails', 'pause'])
  expect((await open(here, workflowId)).filter(({ status }) => status === 'pending')).toMatchObject([{ id: next }])
})

test('skip: one more is not started, and its delivery says so', async () => {
  const here = await harness()
  const workflowId = await limited(here, WAITS, { limit: 1, policy: 'skip' })
  const path = `/workflows/${workflowId}/triggers`
  const { id, token } = (await here.asKey.post(path, { kind: 'webhook' })).body
  await start(here, workflowId)
  expect((await here.asKey.post(`/workflows/${workflowId}/runs`, {})).body).toMatchObject({
    status: 409,
    code: 'workflow_busy',
    retryable: true,
  })
  const url = `/v1/webhooks/trigger/${token}`
  const sent = await here.asNobody.send('POST', url, '{"a":1}', { 'content-type': 'application/json' })
  expect([sent.status, sent.body]).toEqual([200, { status: 'accepted' }])
  expect(await open(here, workflowId)).toHaveLength(1)
  expect((await here.asKey.get(`${path}/${id}`)).body.deliveries).toMatchObject([
    { outcome: 'skipped', runId: null, payload: { a: 1 } },
  ])
})

test('replace: the new one takes the place of the one under way', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await limited(here, WAITS, { limit: 1, policy: 'replace' })
  const first = await start(here, workflowId)
  await reached(here, first, 'waiting')
  const second = await start(here, workflowId)
  expect(await reached(here, first, 'cancelled')).toMatchObject({ reason: 'Another run took its place.' })
  await reached(here, second, 'waiting')
})

test('a key that is no path is refused', async () => {
  const here = await harness()
  const workflowId = await publish(here, WAITS)
  const answer = await here.asKey.patch(
    `/workflows/${workflowId}`,
    { concurrency: { limit: 1, key: '. | length' } },
    ANY,
  )
  expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/concurrency/key' }] } })
})
