import { expect, onTestFinished, test, vi } from 'vitest'
import { coreFailures, Refusal } from '#core/errors.ts'
import { run, type Pool } from '#core/db.ts'
import { LeaseLost } from '#core/leased-worker.ts'
import { sql } from '#core/sql.ts'
import { backend } from '#test/database.ts'
import { harness, type Harness } from '#test/harness.ts'
import { serve } from '#test/peer.ts'
import { historyOf, takenByHand } from '#test/workflow-hand.ts'
import { soon } from '#test/working.ts'
import { publish, reached, settled, start, workflows } from '#test/workflow-place.ts'
import { drive } from './run-drive.ts'
import { claimRuns, releaseLeases, renewLeases } from './run-lease.queries.ts'
import { signalListeners } from './run-signal.queries.ts'

/** A run that a worker has just taken, and what that worker has. */
async function taken(here: Harness, document: string, leaseSeconds?: number) {
  const runId = await start(here, await publish(here, document))
  return { runId, ...(await takenByHand(here, runId, leaseSeconds)) }
}

async function makingATask(here: Harness): Promise<string> {
  const { id: departmentId } = await here.make.department()
  const task = `call: 'task-create:1.0.0@default', with: { title: Once, departmentId: ${departmentId} }`
  return `do: [ { make: { ${task} } } ]`
}

test('a worker whose run was stopped meanwhile has no effect and changes nothing', async () => {
  const here = await harness()
  const { runId, goOn } = await taken(here, await makingATask(here))
  expect((await here.asKey.post(`/workflow-runs/${runId}/cancel`)).status).toBe(202)
  await expect(goOn()).rejects.toThrow(LeaseLost)
  expect((await here.asKey.get('/tasks')).body.pagination.total).toBe(0)
  expect((await here.asKey.get(`/workflow-runs/${runId}`)).body).toMatchObject({ status: 'cancelled', steps: 0 })
})

test('a worker that slept until its lease was over changes nothing, though nobody has taken the run yet', async () => {
  const here = await harness()
  const { runId, row, engine, goOn } = await taken(here, await makingATask(here), 0)
  await expect(goOn()).rejects.toThrow(LeaseLost)
  expect(await renewLeases(engine.pool, [row], 10)).toEqual(new Set())
  expect((await here.asKey.get('/tasks')).body.pagination.total).toBe(0)
  workflows(here)
  expect(await settled(here, runId)).toMatchObject({ status: 'completed' })
  expect((await here.asKey.get('/tasks')).body.pagination.total).toBe(1)
})

test('a database that is away while a function reads is no fault of the run: another takes it up', async () => {
  const here = await harness()
  const { runId, row, engine, goOn } = await taken(here, `do: [ { look: { call: 'task-list:1.0.0@default' } } ]`)
  const found = engine.functions.get('task-list:1.0.0')
  if (!found?.operation) throw new Error('there is no such function')
  const away = {
    ...found.operation,
    run: () => Promise.reject(new Refusal(coreFailures.unavailable, { cause: new Error('Connection terminated') })),
  }
  engine.functions = new Map([['task-list:1.0.0', { ...found, operation: away }]])
  await expect(goOn()).rejects.toThrow(Refusal)
  await releaseLeases(engine.pool, [row])
  workflows(here)
  expect(await settled(here, runId)).toMatchObject({ status: 'completed' })
})

test('a step that the database has had to take back is written again as if it had been the first time', async () => {
  const here = await harness()
  const ask = `{ ask: { call: 'approval:1.0.0@default', with: { question: Pay? } } }`
  const { runId, row, engine } = await taken(here, `do: [ ${ask} ]`)
  const { pool } = engine
  const deadlock = Object.assign(new Error('deadlock detected'), { severity: 'ERROR', code: '40P01' })
  let attempts = 0
  const transaction: Pool['transaction'] = (work) =>
    pool.transaction(async (tx) => {
      const done = await work(tx)
      if (attempts++ === 0) throw deadlock
      return done
    })
  await drive({ ...engine, pool: { ...pool, transaction } }, row, new AbortController().signal)
  expect(attempts).toBeGreaterThan(1)
  expect(await historyOf(here, runId)).toEqual(['workflow.started', 'task.started ask', 'ops.approval.requested'])
  const seqs = await pool.rows(
    sql`select seq from wf_event where workspace_id = ${here.workspaceId} and run_id = ${runId} order by seq`,
  )
  expect(seqs).toEqual([{ seq: 1 }, { seq: 2 }, { seq: 3 }])
})

test('a statement that takes too long each time is told to the workflow, which may catch it', async () => {
  const here = await harness()
  const make = await makingATask(here)
  const steps = `do: [ { within: { try: ${make.slice(4)}, catch: { as: e, do: [ { note: { set: { title: '\${ $e.title }' } } } ] } } } ]`
  const { runId, engine, goOn } = await taken(here, steps)
  const found = engine.functions.get('task-create:1.0.0')
  if (!found?.operation) throw new Error('there is no such function')
  const tooSlow = Object.assign(new Error('canceling statement due to statement timeout'), {
    severity: 'ERROR',
    code: '57014',
  })
  const slow = {
    ...found.operation,
    run: () => Promise.reject(new Refusal(coreFailures.unavailable, { cause: tooSlow })),
  }
  engine.functions = new Map([['task-create:1.0.0', { ...found, operation: slow }]])
  await goOn()
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: { title: 'unavailable' } })
})

// An embedded database has the clock of its process.
test.runIf(backend === 'postgres')(
  'a node whose clock is behind goes on with what is due by the clock of the database',
  async () => {
    const here = await harness()
    const ask = `{ ask: { call: 'approval:1.0.0@default', with: { question: Pay?, dueAfter: PT0.3S } } }`
    const { runId, goOn } = await taken(here, `do: [ { pause: { wait: { milliseconds: 300 } } }, ${ask} ]`)
    await goOn()
    const real = Date.now
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() - 60_000)
    onTestFinished(() => clock.mockRestore())
    await (await takenByHand(here, runId)).goOn()
    expect((await historyOf(here, runId)).at(-1)).toBe('ops.approval.requested')
    await (await takenByHand(here, runId)).goOn()
    clock.mockRestore()
    expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: { isOverdue: true } })
  },
)

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

test('a run that nobody can read any more fails after some tries, and whoever waits for it goes on', async () => {
  const here = await harness()
  const worker = workflows(here)
  const child = await publish(here, `do: [ { hear: { listen: { to: { one: { with: { type: test.never } } } } } } ]`)
  const { name } = (await here.asKey.get(`/workflows/${child}/versions/1`)).body.document.document
  const called = `run: { workflow: { namespace: test, name: ${name}, version: 1.0.0 } }`
  const parentId = await start(here, await publish(here, `do: [ { wait: { ${called} } } ]`))
  const runId = await soon(async () => {
    const { items } = (await here.asKey.get(`/workflow-runs?workflowId=${child}`)).body
    expect(items).toMatchObject([{ status: 'waiting' }])
    return items[0].id
  })
  await worker.stop()
  const ofIt = sql`workspace_id = ${here.workspaceId}`
  const { pool } = here.runtime.database
  await run(pool, sql`update wf_frame set state = '{"open": 7}' where ${ofIt} and run_id = ${runId}`)
  await run(pool, sql`update wf_run set due_at = now() where ${ofIt} and id = ${runId}`)
  // As often as it is tried, each time by somebody who does not come back.
  for (let tries = 0; tries < 5; tries++) {
    await expect((await takenByHand(here, runId, 0)).goOn()).rejects.toThrow(TypeError)
  }
  workflows(here)
  expect(await settled(here, runId)).toMatchObject({
    status: 'faulted',
    cursor: '/do/0/hear',
    error: { detail: 'The run could not be continued, several times in a row.' },
  })
  expect((await historyOf(here, runId)).at(-1)).toBe('workflow.faulted')
  expect(await pool.rows(sql`select 1 from wf_wait where ${ofIt} and run_id = ${runId}`)).toEqual([])
  expect(await settled(here, parentId)).toMatchObject({ status: 'faulted' })
})

test('a worker whose lease runs out between two commits has lost the run, and writes nothing twice', async () => {
  const here = await harness()
  const round = `for: { in: '[range(0; 150)]' }, do: [ { keep: { set: { a: 1 } } } ]`
  const { runId, row, engine } = await taken(here, `do: [ { each: { ${round} } } ]`)
  const { pool } = engine
  const transaction: Pool['transaction'] = async (work) => {
    const done = await pool.transaction(work)
    const past = sql`clock_timestamp() - interval '1 second'`
    const ofIt = sql`workspace_id = ${here.workspaceId} and id = ${runId}`
    await run(pool, sql`update wf_run set lease_until = ${past}, due_at = ${past} where ${ofIt}`)
    return done
  }
  const asleep = drive({ ...engine, pool: { ...pool, transaction } }, row, new AbortController().signal)
  await expect(asleep).rejects.toThrow(LeaseLost)
  workflows(here)
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', steps: 151 })
})

test('a worker whose run another has taken on meanwhile has lost it, whatever both have to keep', async () => {
  const here = await harness()
  const listening = `do: [ { hear: { listen: { to: { one: { with: { type: test.never } } } } } } ]`
  const runId = await start(here, await publish(here, listening), { text: 'x'.repeat(1000) })
  const asleep = await takenByHand(here, runId, 0)
  await (await takenByHand(here, runId)).goOn()
  await expect(asleep.goOn()).rejects.toThrow(LeaseLost)
  expect(await reached(here, runId, 'waiting')).toMatchObject({ steps: 1 })
})
