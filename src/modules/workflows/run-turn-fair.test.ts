import { expect, test } from 'vitest'
import { one, run, type Pool } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness, type Harness } from '#test/harness.ts'
import { ANY, engineOf, publish, reached, start, workflows } from '#test/workflow-place.ts'
import { callNext } from './run-turn.ts'

const WAITS = 'do: [ { pause: { wait: PT1H } } ]'

async function limited(here: Harness, concurrency: object): Promise<string> {
  const workflowId = await publish(here, WAITS)
  expect((await here.asKey.patch(`/workflows/${workflowId}`, { concurrency }, ANY)).status).toBe(200)
  return workflowId
}

const startAt = async ({ asKey }: Harness, workflowId: string, delayUntil: string): Promise<string> =>
  (await asKey.post(`/workflows/${workflowId}/runs`, { delayUntil })).body.id

const stateOf = async ({ asKey }: Harness, runId: string) => (await asKey.get(`/workflow-runs/${runId}`)).body

test('a run that is to begin later takes the place of nobody before, and waits for its turn from then on', async () => {
  const here = await harness()
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const workflowId = await limited(here, { limit: 1 })
  const delayed = await startAt(here, workflowId, later)
  expect(await stateOf(here, delayed)).toMatchObject({ status: 'pending', dueAt: later })
  workflows(here)
  const first = await start(here, workflowId)
  await reached(here, first, 'waiting')
  const due = await startAt(here, workflowId, new Date(Date.now() - 1000).toISOString())
  const second = await start(here, workflowId)
  // Whoever has ended has the next one called: all that could begin has.
  await here.asKey.post(`/workflow-runs/${first}/cancel`, {})
  await reached(here, due, 'waiting')
  expect((await stateOf(here, second)).status).toBe('pending')
  await here.asKey.post(`/workflow-runs/${due}/cancel`, {})
  await reached(here, second, 'waiting')
  expect(await stateOf(here, delayed)).toMatchObject({ status: 'pending', dueAt: later })
})

test('a run that is to begin later does so after it was suspended too, whoever suspended it', async () => {
  const here = await harness()
  workflows(here)
  const later = new Date(Date.now() + 3_600_000).toISOString()
  for (const workflowId of [await publish(here, WAITS), await limited(here, { limit: 1 })]) {
    const runId = await startAt(here, workflowId, later)
    const soonDue = await startAt(here, workflowId, new Date(Date.now() + 500).toISOString())
    await here.asKey.post(`/workflow-runs/${soonDue}/suspend`)
    for (const suspend of [
      () => here.asKey.post(`/workflow-runs/${runId}/suspend`),
      () => here.asKey.delete(`/workflows/${workflowId}/activation?openRuns=suspend`, ANY),
    ]) {
      await suspend()
      await reached(here, runId, 'suspended')
      const resumed = await here.asKey.post(`/workflow-runs/${runId}/resume`)
      expect(resumed).toMatchObject({ status: 202, body: { status: 'pending' } })
      expect(await stateOf(here, runId)).toMatchObject({ status: 'pending', dueAt: later })
    }
    // Whose moment has passed meanwhile begins, and the other does not with it.
    await here.asKey.post(`/workflow-runs/${soonDue}/resume`)
    await reached(here, soonDue, 'waiting')
    expect(await stateOf(here, runId)).toMatchObject({ status: 'pending', dueAt: later, startedAt: null })
  }
})

test('what runs in the shadow takes the place of no run that acts', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await limited(here, { limit: 1, policy: 'skip' })
  await here.asKey.patch(`/workflows/${workflowId}`, { legacyRef: 'zap-1', migration: { waits: 'keep' } }, ANY)
  const live = await start(here, workflowId)
  await reached(here, live, 'waiting')
  await here.asKey.put(`/workflows/${workflowId}/migration/ownership`, { owner: 'shadow' }, ANY)
  const shadow = await start(here, workflowId)
  expect(await reached(here, shadow, 'waiting')).toMatchObject({ mode: 'shadow' })
  expect((await here.asKey.post(`/workflows/${workflowId}/runs`)).body.code).toBe('workflow_busy')
})

test('groups that cannot go on keep no other from it, however many they are', async () => {
  const here = await harness()
  const { runtime, workspaceId } = here
  const { pool } = runtime.database
  const workflowId = await limited(here, { limit: 1, key: '.home' })
  const model = await start(here, workflowId, { home: 'model' })
  // In each of them one is under way, and another waits.
  await run(
    pool,
    sql`
    insert into wf_run (workspace_id, id, definition_id, version_number, trigger_kind, input, created_by, created_at,
      updated_at, epoch, concurrency_key, state, is_queued, queued_from)
    select workspace_id, gen_random_uuid(), definition_id, version_number, trigger_kind, input, created_by, created_at,
      updated_at, epoch, '"' || lpad(n::text, 3, '0') || '"', case when waits then 'pending' else 'suspended' end, waits,
      case when waits then created_at end
    from wf_run, generate_series(1, 250) n, (values (true), (false)) as v (waits)
    where workspace_id = ${workspaceId} and id = ${model}`,
  )
  const freed = sql`workspace_id = ${workspaceId} and definition_id = ${workflowId} and concurrency_key in ('"001"', '"249"')`
  await run(pool, sql`update wf_run set state = 'cancelled' where ${freed} and state = 'suspended'`)
  workflows(here)
  for (const key of ['"001"', '"249"']) {
    const found = await one<{ id: string }>(
      pool,
      sql`select id from wf_run where ${freed} and concurrency_key = ${key} and state <> 'cancelled'`,
    )
    expect(await reached(here, found?.id ?? '', 'waiting')).toMatchObject({ workflowId })
  }
})

test('a group that cannot be called keeps no other from it', async () => {
  const here = await harness()
  const past = new Date(Date.now() - 1000).toISOString()
  for (let nth = 0; nth < 2; nth++) await startAt(here, await limited(here, { limit: 1 }), past)
  const { pool, ...engine } = engineOf(here)
  // Nobody else waits.
  await run(
    pool,
    sql`update wf_run set is_queued = false, state = 'cancelled' where is_queued and workspace_id <> ${here.workspaceId}`,
  )
  let asked = 0
  const transaction: Pool['transaction'] = (work) =>
    asked++ === 0 ? Promise.reject(new Error('not this one')) : pool.transaction(work)
  await callNext({ ...engine, pool: { ...pool, transaction } })
  const called = await pool.rows(sql`select 1 from wf_run where workspace_id = ${here.workspaceId} and not is_queued`)
  expect(called).toHaveLength(1)
})
