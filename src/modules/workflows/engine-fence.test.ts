import { expect, test } from 'vitest'
import { workflowTools } from '#src/catalogue.ts'
import { harness } from '#test/harness.ts'
import { serve } from '#test/peer.ts'
import { soon } from '#test/working.ts'
import { publish, settled, start, workflows } from '#test/workflow-place.ts'
import { drive } from './run-drive.ts'
import { LeaseLost } from './run-job.ts'
import { claimRuns } from './run-lease.queries.ts'
import { signalListeners } from './run-signal.queries.ts'

test('a worker whose run was stopped meanwhile has no effect and changes nothing', async () => {
  const here = await harness()
  const { database, services, log } = here.runtime
  const { id: departmentId } = await here.make.department()
  const task = `call: 'task-create:1.0.0@default', with: { title: Never, departmentId: ${departmentId} }`
  const runId = await start(here, await publish(here, `do: [ { make: { ${task} } } ]`))
  const claimed = await claimRuns(database.pool, 100, 1)
  const row = claimed.find(({ id }) => id === runId)
  if (!row) throw new Error('it was not due')
  expect((await here.asKey.post(`/workflow-runs/${runId}/cancel`)).status).toBe(202)

  const { expressions, functions } = workflowTools
  const byName = new Map(functions.map((each) => [`${each.name}:${each.version}`, each]))
  const engine = {
    pool: database.pool,
    isEmbedded: false,
    services,
    log,
    expressions,
    functions: byName,
    pulse: { steps: 0, seconds: 0 },
  }
  await expect(drive(engine, row, new AbortController().signal)).rejects.toThrow(LeaseLost)
  expect((await here.asKey.get('/tasks')).body.pagination.total).toBe(0)
  expect((await here.asKey.get(`/workflow-runs/${runId}`)).body).toMatchObject({ status: 'cancelled', steps: 0 })
})

test('events that come while a call is under way leave the run to the worker that has it: the call is made once', async () => {
  const here = await harness()
  const { runtime, workspaceId } = here
  workflows(here)
  workflows(here)
  let asked = 0
  let answer = (): void => {}
  const { host } = await serve((_, response) => {
    asked += 1
    answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"done": true}')
  })
  const endpoint = `http://${host.replace('127.0.0.1', 'localhost')}/`
  const runId = await start(
    here,
    await publish(
      here,
      `
      do:
        - both:
            fork:
              branches:
                - hear: { listen: { to: { one: { with: { type: test.rang } } } } }
                - ask: { call: http, with: { method: post, endpoint: '${endpoint}' } }`,
    ),
  )
  await soon(() => expect(asked).toBe(1))
  const scope = { db: runtime.database.pool, workspaceId }
  for (const id of ['one', 'two', 'three']) {
    await signalListeners(scope, { id, type: 'test.rang', source: 'test', specversion: '1.0' }, new Date())
    runtime.services.workflowSignals.send('due')
    const others = await claimRuns(runtime.database.pool, 100, 5)
    expect(others.map((each) => each.id)).not.toContain(runId)
  }
  answer()
  expect(await settled(here, runId)).toMatchObject({ status: 'completed' })
  expect(asked).toBe(1)
})
