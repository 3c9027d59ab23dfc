import { expect, test } from 'vitest'
import { systemContext } from '#src/runtime.ts'
import { harness, type Harness } from '#test/harness.ts'
import { change, historyOf, leaseOf, slowPeer, stepsOf, underWay } from '#test/workflow-hand.ts'
import { soon } from '#test/working.ts'
import { ANY, publish, reached, settled, start, workflows } from '#test/workflow-place.ts'
import { claimRuns } from './run-lease.queries.ts'
import { getRun } from './run.service.ts'

/** Nobody has it, and nobody can take it. */
function atRest(here: Harness, runId: string) {
  return soon(async () => {
    expect(await leaseOf(here, runId)).toMatchObject({ until: null })
    const taken = await claimRuns(here.runtime.database.pool, 100, 5)
    expect(taken.map(({ id }) => id)).not.toContain(runId)
    expect((await here.asKey.get(`/workflow-runs/${runId}`)).body.status).toBe('suspended')
  })
}

/** The worker that has it has given a sign of life since. */
async function beaten(here: Harness, runId: string): Promise<void> {
  const before = await leaseOf(here, runId)
  await soon(async () => expect(await leaseOf(here, runId)).not.toEqual(before))
  expect((await leaseOf(here, runId))?.fence).toBe(before?.fence)
}

test('a step that is under way comes to its end, the run then rests, and goes on behind it: the call is made once', async () => {
  const { here, asked, runId } = await underWay((call) => `{ ask: { ${call} } }, { keep: { set: { done: true } } }`)
  workflows(here)
  expect(await change(here, runId, 'suspend')).toMatchObject({ status: 202, body: { status: 'suspended' } })
  await beaten(here, runId)
  expect(asked[0]?.isGone).toBe(false)
  expect(await stepsOf(here, runId)).toEqual({ ask: 'started' })
  asked[0]?.answer()
  await atRest(here, runId)
  expect(await stepsOf(here, runId)).toEqual({ ask: 'completed' })
  expect((await here.asKey.get(`/workflow-runs/${runId}/steps`)).body.items[0].output).toEqual({ said: 'yes' })
  expect((await change(here, runId, 'resume')).status).toBe(202)
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: { done: true } })
  expect(asked).toHaveLength(1)
  expect(await historyOf(here, runId)).toEqual([
    'workflow.started',
    'task.started ask',
    'workflow.suspended',
    'task.completed ask',
    'workflow.resumed',
    'task.started keep',
    'task.completed keep',
    'workflow.completed',
  ])
})

test('one that is resumed while its step is still under way stays with the worker that has it', async () => {
  const { here, asked, runId } = await underWay((call) => `{ ask: { ${call} } }`)
  workflows(here)
  for (let times = 0; times < 2; times++) {
    await change(here, runId, 'suspend')
    await beaten(here, runId)
    expect(await change(here, runId, 'resume')).toMatchObject({ status: 202, body: { status: 'running' } })
    await beaten(here, runId)
  }
  asked[0]?.answer()
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: { said: 'yes' } })
  expect(asked).toHaveLength(1)
})

test('one that is cancelled while it is suspended leaves the call that is under way', async () => {
  const { here, asked, runId } = await underWay((call) => `{ ask: { ${call} } }`)
  await change(here, runId, 'suspend')
  await beaten(here, runId)
  expect(await change(here, runId, 'cancel')).toMatchObject({ status: 202, body: { status: 'cancelled' } })
  await soon(() => expect(asked[0]?.isGone).toBe(true))
  expect(await stepsOf(here, runId)).toEqual({ ask: 'cancelled' })
  expect((await historyOf(here, runId)).slice(-2)).toEqual(['task.cancelled ask', 'workflow.cancelled'])
})

test('a step that fails, or is the last, is told as such; what that makes of the run comes when it goes on', async () => {
  const here = await harness()
  workflows(here)
  const { asked, call } = await slowPeer()
  const caught = 'catch: { do: [ { mend: { set: { mended: true } } } ] }'
  const cases = [
    {
      tasks: `{ ask: { ${call} } }`,
      status: 500,
      step: 'faulted',
      ends: { status: 'faulted', error: { status: 500 } },
    },
    {
      tasks: `{ ask: { ${call}, then: end } }, { never: { set: { no: 1 } } }`,
      status: 200,
      step: 'completed',
      ends: { status: 'completed', output: { said: 'yes' } },
    },
    {
      tasks: `{ ask: { ${call} } }`,
      status: 200,
      step: 'completed',
      ends: { status: 'completed', output: { said: 'yes' } },
    },
    {
      tasks: `{ around: { try: [ { ask: { ${call} } } ], ${caught} } }`,
      status: 500,
      step: 'faulted',
      ends: { status: 'completed', output: { mended: true } },
    },
  ]
  for (const { tasks, status, step, ends } of cases) {
    const before = asked.length
    const runId = await start(here, await publish(here, `do: [ ${tasks} ]`))
    await soon(() => expect(asked).toHaveLength(before + 1))
    await change(here, runId, 'suspend')
    asked.at(-1)?.answer(status)
    await atRest(here, runId)
    expect(await stepsOf(here, runId), tasks).toMatchObject({ ask: step })
    expect(Object.keys(await stepsOf(here, runId))).not.toContain('mend')
    await change(here, runId, 'resume')
    expect(await settled(here, runId), tasks).toMatchObject(ends)
    expect(asked).toHaveLength(before + 1)
    const history = await historyOf(here, runId)
    expect(
      history.filter((each) => each === `task.${step} ask`),
      history.join(),
    ).toHaveLength(1)
    expect(history.filter((each) => each === `workflow.${ends.status}`)).toHaveLength(1)
  }
})

test('a failed end that was kept can be tried again from the step that failed', async () => {
  const { here, asked, runId } = await underWay((call) => `{ ask: { ${call} } }`)
  await change(here, runId, 'suspend')
  asked[0]?.answer(500)
  await atRest(here, runId)
  await change(here, runId, 'resume')
  await reached(here, runId, 'faulted')
  expect((await here.asKey.post(`/workflow-runs/${runId}/retry`)).status).toBe(202)
  await soon(() => expect(asked).toHaveLength(2))
  asked[1]?.answer()
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: { said: 'yes' } })
})

test('its own limit on time ends a step that is under way, suspended or not', async () => {
  const { here, asked, runId } = await underWay((call) => `{ ask: { ${call}, timeout: { after: PT8S } } }`)
  await change(here, runId, 'suspend')
  await soon(() => expect(asked[0]?.isGone).toBe(true))
  await atRest(here, runId)
  expect(await stepsOf(here, runId)).toEqual({ ask: 'faulted' })
  await change(here, runId, 'resume')
  expect(await settled(here, runId)).toMatchObject({ status: 'faulted', error: { status: 408 } })
  expect(asked).toHaveLength(1)
})

test('of branches each one under way comes to its end, and no other goes on', async () => {
  const { here, asked, runId } = await underWay(
    (call) => `{ all: { fork: { branches: [
      { left: { do: [ { askLeft: { ${call} } }, { afterLeft: { set: { left: true } } } ] } },
      { right: { do: [ { askRight: { ${call} } } ] } },
      { slow: { do: [ { pause: { wait: { seconds: 8 } } }, { afterPause: { set: { slow: true } } } ] } } ] } } },
      { count: { set: { count: '\${ length }' } } }`,
    2,
  )
  await change(here, runId, 'suspend')
  asked[0]?.answer()
  await soon(async () => expect(Object.values(await stepsOf(here, runId))).toContain('completed'))
  await beaten(here, runId)
  await beaten(here, runId)
  expect(asked[1]?.isGone).toBe(false)
  const done = asked[1] && (await stepsOf(here, runId))
  expect(done).toMatchObject({ pause: 'started', all: 'started' })
  expect(done).not.toHaveProperty('afterPause')
  asked[1]?.answer()
  await atRest(here, runId)
  const steps = await stepsOf(here, runId)
  expect(steps).toMatchObject({ askLeft: 'completed', askRight: 'completed', all: 'started' })
  expect(Object.keys(steps)).not.toContain('afterLeft')
  await change(here, runId, 'resume')
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: { count: 3 } })
  expect(asked).toHaveLength(2)
})

test('a branch that rests goes on as soon as the run is resumed, though the call of another is still under way', async () => {
  const { here, asked, runId } = await underWay(
    (call) => `{ both: { fork: { branches: [
      { slow: { do: [ { ask: { ${call} } } ] } },
      { quick: { do: [ { pause: { wait: { seconds: 1 } } }, { after: { set: { quick: true } } } ] } } ] } } }`,
  )
  await change(here, runId, 'suspend')
  await beaten(here, runId)
  await beaten(here, runId)
  await change(here, runId, 'resume')
  await soon(async () => expect(await stepsOf(here, runId)).toMatchObject({ ask: 'started', after: 'completed' }))
  asked[0]?.answer()
  expect(await settled(here, runId)).toMatchObject({ status: 'completed' })
  expect(asked).toHaveLength(1)
})

test('whoever turns the workflow off and suspends its runs lets their steps come to an end too', async () => {
  const { here, asked, runId, workflowId } = await underWay(
    (call) => `{ ask: { ${call} } }, { keep: { set: { done: true } } }`,
  )
  await here.asKey.delete(`/workflows/${workflowId}/activation?openRuns=suspend`, ANY)
  await beaten(here, runId)
  asked[0]?.answer()
  await atRest(here, runId)
  await change(here, runId, 'resume')
  expect(await settled(here, runId)).toMatchObject({ status: 'completed' })
  expect(asked).toHaveLength(1)
})

test('who waits for a run hears at once that it was suspended or cancelled', { timeout: 20_000 }, async () => {
  const here = await harness()
  const ctx = { ...systemContext(here.runtime), workspaceId: here.workspaceId }
  for (const [how, status] of [
    ['suspend', 'suspended'],
    ['cancel', 'cancelled'],
  ] as const) {
    const runId = await start(here, await publish(here, 'do: [ { keep: { set: { done: true } } } ]'))
    const waiting = getRun(ctx, runId, 30)
    await here.asKey.post(`/workflow-runs/${runId}/${how}`)
    expect(await waiting).toMatchObject({ status })
  }
})
