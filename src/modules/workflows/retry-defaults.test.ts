import { expect, test } from 'vitest'
import { harness, type Harness } from '#test/harness.ts'
import { serve } from '#test/peer.ts'
import { ANY, publish, settled, start, workflows } from '#test/workflow-place.ts'

/** A server that answers so often with this status, and then well. */
async function moody(times: number, status = 503) {
  const keys: (string | undefined)[] = []
  const { host } = await serve((request, response) => {
    keys.push(request.headers['idempotency-key']?.toString())
    response.writeHead(keys.length <= times ? status : 200, { 'content-type': 'application/json' })
    response.end('{"answer": 42}')
  })
  const call = `{ call: http, with: { method: post, endpoint: 'http://${host.replace('127.0.0.1', 'localhost')}/' } }`
  return { call, keys }
}

async function setDefaults({ asKey }: Harness, workflowId: string, retryDefaults: unknown) {
  return asKey.patch(`/workflows/${workflowId}`, { retryDefaults }, ANY)
}

test('a call that fails in passing is made again as the settings of its workflow say, under the same key', async () => {
  const here = await harness()
  workflows(here)
  const { call, keys } = await moody(2)
  const workflowId = await publish(here, `do: [ { ask: ${call} } ]`)
  const saved = await setDefaults(here, workflowId, { attempts: 2, delaySeconds: 0, backoff: 'constant' })
  expect(saved).toMatchObject({ status: 200, body: { retryDefaults: { attempts: 2, delaySeconds: 0 } } })
  const runId = await start(here, workflowId)
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: { answer: 42 } })
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  const { items } = (await here.asKey.get(`/workflow-runs/${runId}/events?limit=100`)).body
  const retried = items.filter(({ type }: { type: string }) => type === 'io.serverlessworkflow.task.retried.v1')
  expect(retried).toMatchObject([{ data: { error: { status: 503 } } }, { data: { error: { status: 503 } } }])
})

test('it fails when the attempts are used up, when the error does not pass, and when nothing is set', async () => {
  const here = await harness()
  workflows(here)
  for (const [times, status, retryDefaults, asked] of [
    [9, 503, { attempts: 1, delaySeconds: 0 }, 2],
    [9, 404, { attempts: 3, delaySeconds: 0 }, 1],
    [9, 503, null, 1],
  ] as const) {
    const { call, keys } = await moody(times, status)
    const workflowId = await publish(here, `do: [ { ask: ${call} } ]`)
    await setDefaults(here, workflowId, retryDefaults)
    expect(await settled(here, await start(here, workflowId))).toMatchObject({ status: 'faulted', error: { status } })
    expect(keys).toHaveLength(asked)
  }
})

test('what can never succeed is not made again', async () => {
  const here = await harness()
  workflows(here)
  const large = await serve((_request, response) => response.end('x'.repeat(1024 * 1024 + 1)))
  const at = `http://${large.host.replace('127.0.0.1', 'localhost')}/`
  for (const [call, status] of [
    [`{ method: get, endpoint: 'http://127.0.0.1/' }`, 502],
    [`{ method: get, endpoint: '${at}' }`, 502],
    [`{ method: 'FOO BAR', endpoint: '${at}' }`, 400],
    [`{ method: get, endpoint: '${at}', headers: { x-a: "b\\nc" } }`, 400],
  ] as const) {
    const workflowId = await publish(here, `do: [ { ask: { call: http, with: ${call} } } ]`)
    await setDefaults(here, workflowId, { attempts: 3, delaySeconds: 0 })
    const runId = await start(here, workflowId)
    expect(await settled(here, runId), call).toMatchObject({ status: 'faulted', error: { status } })
    const { items } = (await here.asKey.get(`/workflow-runs/${runId}/events?limit=100`)).body
    expect(
      items.filter(({ type }: { type: string }) => type.includes('task.retried')),
      call,
    ).toEqual([])
  }
  expect(large.seen).toHaveLength(1)
})

test('what the document itself catches is not made again', async () => {
  const here = await harness()
  workflows(here)
  const { call, keys } = await moody(9)
  const workflowId = await publish(
    here,
    `do: [ { careful: { try: [ { ask: ${call} } ], catch: { do: [ { keep: { set: { isCaught: true } } } ] } } } ]`,
  )
  await setDefaults(here, workflowId, { attempts: 3, delaySeconds: 0 })
  expect(await settled(here, await start(here, workflowId))).toMatchObject({ output: { isCaught: true } })
  expect(keys).toHaveLength(1)
})

test('an approval that nobody answers in time is not asked again by them', async () => {
  const here = await harness()
  workflows(here)
  const ask = `{ call: 'approval:1.0.0@default', with: { question: 'Sure?', dueAfter: PT0.05S, onOverdue: fault } }`
  const workflowId = await publish(here, `do: [ { ask: ${ask} } ]`)
  await setDefaults(here, workflowId, { attempts: 3, delaySeconds: 0 })
  expect(await settled(here, await start(here, workflowId))).toMatchObject({
    status: 'faulted',
    error: { status: 408 },
  })
})

test('settings that make no sense are refused with their place', async () => {
  const here = await harness()
  const workflowId = await publish(here, 'do: [ { keep: { set: { n: 1 } } } ]')
  const { status, body } = await setDefaults(here, workflowId, { attempts: 0 })
  expect(status).toBe(400)
  expect(body.errors).toMatchObject([{ pointer: '/retryDefaults/attempts' }])
})
