import { expect, test } from 'vitest'
import { run } from '#core/db.ts'
import { LeaseLost } from '#core/leased-worker.ts'
import { sql } from '#core/sql.ts'
import { harness, type Harness } from '#test/harness.ts'
import { change, historyOf, leaseOf, slowPeer, stepsOf, takenByHand } from '#test/workflow-hand.ts'
import { soon } from '#test/working.ts'
import { publish, settled, start, workflows } from '#test/workflow-place.ts'
import { claimRuns } from './run-lease.queries.ts'
import { signalListeners } from './run-signal.queries.ts'
import { findStuck } from './stuck.queries.ts'

/** A run that was suspended after a worker had taken it up behind a wait, and before that worker went on. */
async function suspendedUnseen(here: Harness, tasks: string) {
  const document = `do: [ { pause: { wait: { milliseconds: 300 } } }, ${tasks} ]`
  const runId = await start(here, await publish(here, document))
  await (await takenByHand(here, runId)).goOn()
  const { goOn } = await takenByHand(here, runId)
  await change(here, runId, 'suspend')
  return { runId, goOn }
}

async function statusOf({ asKey }: Harness, runId: string) {
  return (await asKey.get(`/workflow-runs/${runId}`)).body.status
}

/** As if its worker had given no sign of life for so long. */
async function endLease({ runtime, workspaceId }: Harness, runId: string): Promise<void> {
  const past = sql`now() - interval '1 second'`
  await run(
    runtime.database.pool,
    sql`update wf_run set lease_until = ${past}, due_at = ${past} where workspace_id = ${workspaceId} and id = ${runId}`,
  )
}

/** Of this workspace: other tests have left runs that are due. */
async function claimed({ runtime, workspaceId }: Harness): Promise<string[]> {
  const runs = await claimRuns(runtime.database.pool, 100, 1)
  return runs.filter((each) => each.workspaceId === workspaceId).map(({ id }) => id)
}

test('a worker that has not seen it begins nothing: what the next step would do is done when the run goes on', async () => {
  const here = await harness()
  const { id: departmentId } = await here.make.department()
  const { asked, call } = await slowPeer()
  const make = `{ make: { call: 'task-create:1.0.0@default', with: { title: Once, departmentId: ${departmentId} } } }`
  const child = `document: { dsl: 1.0.3, namespace: test, name: suspended-child, version: 1.0.0 }\ndo: [ ${make} ]`
  await publish(here, child)
  const within = `{ within: { run: { workflow: { namespace: test, name: suspended-child, version: 1.0.0 } } } }`
  const all = [make, within, `{ ask: { ${call} } }`]
  const runs = []
  for (const tasks of all) {
    const { runId, goOn } = await suspendedUnseen(here, tasks)
    await goOn()
    expect(await statusOf(here, runId), tasks).toBe('suspended')
    expect(await leaseOf(here, runId), tasks).toMatchObject({ until: null })
    expect(await claimed(here), tasks).toEqual([])
    runs.push(runId)
  }
  expect(asked).toHaveLength(0)
  expect((await here.asKey.get('/tasks')).body.pagination.total).toBe(0)
  workflows(here)
  for (const runId of runs) expect((await change(here, runId, 'resume')).status).toBe(202)
  await soon(() => expect(asked).toHaveLength(1))
  asked[0]?.answer()
  for (const runId of runs) expect(await settled(here, runId)).toMatchObject({ status: 'completed' })
  expect((await here.asKey.get('/tasks')).body.pagination.total).toBe(2)
  expect(asked).toHaveLength(1)
})

test('a worker that has not seen it does not end the run: it is over when it goes on, and is told so once', async () => {
  const here = await harness()
  const ends = [
    { tasks: '{ last: { set: { done: true } } }', status: 'completed' },
    { tasks: "{ last: { raise: { error: { type: 'https://example.com/no', status: 418 } } } }", status: 'faulted' },
  ]
  for (const { tasks, status } of ends) {
    const { runId, goOn } = await suspendedUnseen(here, tasks)
    await goOn()
    expect(await statusOf(here, runId)).toBe('suspended')
    expect(await leaseOf(here, runId)).toMatchObject({ until: null })
    await change(here, runId, 'resume')
    await (await takenByHand(here, runId)).goOn()
    expect(await statusOf(here, runId)).toBe(status)
    const history = await historyOf(here, runId)
    expect(history.slice(-2)).toEqual(['workflow.resumed', `workflow.${status}`])
    expect(history.filter((each) => each === `task.${status} last`)).toHaveLength(1)
  }
})

test('one that waits, or listens, is at rest at once, and what comes meanwhile is heard when it goes on', async () => {
  const here = await harness()
  const hear = '{ hear: { listen: { to: { one: { with: { type: test.rang } } } } } }'
  const { runId, goOn } = await suspendedUnseen(here, hear)
  await goOn()
  expect(await leaseOf(here, runId)).toMatchObject({ until: null })
  const scope = { db: here.runtime.database.pool, workspaceId: here.workspaceId }
  await signalListeners(scope, { id: 'one', type: 'test.rang', source: 'test', specversion: '1.0' }, new Date())
  expect(await claimed(here)).toEqual([])
  expect(await statusOf(here, runId)).toBe('suspended')
  await change(here, runId, 'resume')
  workflows(here)
  expect(await settled(here, runId)).toMatchObject({ status: 'completed' })
})

test('one that has not begun begins nothing', async () => {
  const here = await harness()
  const runId = await start(here, await publish(here, 'do: [ { last: { set: { done: true } } } ]'))
  const { goOn } = await takenByHand(here, runId)
  await change(here, runId, 'suspend')
  await expect(goOn()).rejects.toThrow(LeaseLost)
  expect(await stepsOf(here, runId)).toEqual({})
  await change(here, runId, 'resume')
  workflows(here)
  expect(await settled(here, runId)).toMatchObject({ status: 'completed' })
})

test('a worker that dies meanwhile leaves it to nobody; when it goes on the step is made again, under the same key', async () => {
  const here = await harness()
  const { asked, call } = await slowPeer()
  const runId = await start(here, await publish(here, `do: [ { ask: { ${call} } } ]`))
  const { goOn, engine } = await takenByHand(here, runId)
  const gone = goOn().catch((error: unknown) => error)
  await soon(() => expect(asked).toHaveLength(1))
  await change(here, runId, 'suspend')
  await endLease(here, runId)
  expect(await claimed(here)).toEqual([])
  expect(await findStuck(engine.pool, new Date(), here.workspaceId)).toEqual([])
  // It was only asleep: its answer comes too late.
  asked[0]?.answer()
  expect(await gone).toBeInstanceOf(LeaseLost)
  expect(await stepsOf(here, runId)).toEqual({ ask: 'started' })
  expect(await claimed(here)).toEqual([])
  workflows(here)
  await change(here, runId, 'resume')
  await soon(() => expect(asked).toHaveLength(2))
  expect(asked[1]?.key).toBe(asked[0]?.key)
  asked[1]?.answer()
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: { said: 'yes' } })
  expect(asked).toHaveLength(2)
})

test('a worker that dies after the run was resumed is followed by another, whatever came while it was suspended', async () => {
  const here = await harness()
  const { asked, call } = await slowPeer()
  const workflowId = await publish(
    here,
    `
    do:
      - both:
          fork:
            branches:
              - hear: { listen: { to: { one: { with: { type: test.rang } } } } }
              - ask: { ${call} }`,
  )
  const runId = await start(here, workflowId)
  const { goOn } = await takenByHand(here, runId)
  const gone = goOn().catch((error: unknown) => error)
  await soon(() => expect(asked).toHaveLength(1))
  await change(here, runId, 'suspend')
  const scope = { db: here.runtime.database.pool, workspaceId: here.workspaceId }
  await signalListeners(scope, { id: 'one', type: 'test.rang', source: 'test', specversion: '1.0' }, new Date())
  await change(here, runId, 'resume')
  expect(await claimed(here)).toEqual([])
  await endLease(here, runId)
  asked[0]?.answer()
  expect(await gone).toBeInstanceOf(LeaseLost)
  workflows(here)
  await soon(() => expect(asked).toHaveLength(2))
  asked[1]?.answer()
  expect(await settled(here, runId)).toMatchObject({ status: 'completed' })
})
