import { expect, onTestFinished, test } from 'vitest'
import { run } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'
import { workflowReplay, workflowRuns } from '#src/commands/workflow.ts'
import { systemContext } from '#src/runtime.ts'
import { clientOf } from '#test/client.ts'
import { harness, startTestApp, type Harness } from '#test/harness.ts'
import { serve } from '#test/peer.ts'
import { publish, settled, start, workflows } from '#test/workflow-place.ts'
import { pruneWorkflowRuns } from './prune-runs.ts'

const change = ({ runtime, workspaceId }: Harness, runId: string, what: Sql) =>
  run(runtime.database.pool, sql`update wf_run set ${what} where workspace_id = ${workspaceId} and id = ${runId}`)

test('an operator finds runs that do not come on, and has one taken up anew', async () => {
  const here = await harness()
  const { runtime, workspaceId: workspace } = here
  const workflowId = await publish(here, 'do: [ { keep: { set: { done: true } } } ]')
  const [due, left, fresh] = [
    await start(here, workflowId),
    await start(here, workflowId),
    await start(here, workflowId),
  ]
  await change(here, due, sql`due_at = now() - interval '1 hour'`)
  // Its worker has it for another hour, and does nothing.
  const until = sql`now() + interval '1 hour'`
  await change(here, left, sql`state = 'running', tries = 4, lease_until = ${until}, due_at = ${until}`)
  const found = (await workflowRuns.run(systemContext(runtime), { workspace }, runtime)) as { id: string }[]
  expect(found.map(({ id }) => id)).toEqual([due, left])
  expect(found.map(({ id }) => id)).not.toContain(fresh)
  const nowhere = () => workflowRuns.run(systemContext(runtime), { workspace: 'nope' }, runtime)
  await expect(nowhere).rejects.toMatchObject({ failure: { code: 'workspace_not_found' } })
  workflows(here)
  await workflowReplay.run(systemContext(runtime), { workspace, run: left }, runtime)
  expect(await settled(here, left)).toMatchObject({ status: 'completed' })
  const again = () => workflowReplay.run(systemContext(runtime), { workspace, run: left }, runtime)
  await expect(again).rejects.toThrow('The run is completed')
})

test('an operator has a run tried again that has failed, from the step that failed', async () => {
  const here = await harness()
  const { runtime, workspaceId: workspace } = here
  workflows(here)
  let asked = 0
  const { host } = await serve((_request, response) => response.writeHead(++asked === 1 ? 500 : 200).end('42'))
  const { id: departmentId } = await here.make.department()
  const workflowId = await publish(
    here,
    `
    do:
      - make: { call: 'task-create:1.0.0@default', with: { title: Once, departmentId: ${departmentId} } }
      - ask: { call: http, with: { method: post, endpoint: 'http://${host.replace('127.0.0.1', 'localhost')}/' } }`,
  )
  const runId = await start(here, workflowId)
  expect(await settled(here, runId)).toMatchObject({ status: 'faulted' })
  const replayed = await workflowReplay.run(systemContext(runtime), { workspace, run: runId }, runtime)
  expect(replayed).toEqual({ id: runId, status: 'running' })
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: '42' })
  expect((await here.asKey.get('/tasks')).body.pagination.total).toBe(1)
})

test('metrics tell of runs by state, and of those that are due', async () => {
  const here = await harness()
  const workflowId = await publish(here, 'do: [ { keep: { set: { done: true } } } ]')
  await start(here, workflowId)
  const { body } = await clientOf(here.app, '').send('GET', '/metrics')
  const numberOf = (name: string): number =>
    Number(new RegExp(`^innkeeper_${name} (\\S+)$`, 'm').exec(String(body))?.[1])
  expect(numberOf('workflow_runs\\{state="pending"\\}')).toBeGreaterThanOrEqual(1)
  expect(numberOf('workflow_runs_due')).toBeGreaterThanOrEqual(1)
  expect(numberOf('workflow_runs_oldest_seconds')).toBeGreaterThanOrEqual(0)
})

test('metrics count the runs that have ended, by how', async () => {
  const here = await harness(await startTestApp())
  onTestFinished(() => here.close())
  const workflowId = await publish(here, 'do: [ { keep: { set: { done: true } } } ]')
  await here.asKey.post(`/workflow-runs/${await start(here, workflowId)}/cancel`)
  workflows(here)
  await settled(here, await start(here, workflowId))
  const failing = await publish(
    here,
    "do: [ { bad: { raise: { error: { type: 'https://x.example', status: 400 } } } } ]",
  )
  await settled(here, await start(here, failing))
  const { body } = await clientOf(here.app, '').send('GET', '/metrics')
  const ended = String(body).match(/^innkeeper_workflow_runs_ended_total.*$/gm)
  expect(body).toContain('# TYPE innkeeper_workflow_runs_ended_total counter')
  expect(body).toContain('# TYPE innkeeper_workflow_runs gauge')
  expect(ended).toEqual(
    ['completed', 'faulted', 'cancelled'].map((state) => `innkeeper_workflow_runs_ended_total{state="${state}"} 1`),
  )
})

test('runs that are over go after the time that their workflow keeps them, with all that belongs to them', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await publish(here, 'do: [ { keep: { set: { done: true } } } ]')
  const [old, young] = [await start(here, workflowId), await start(here, workflowId)]
  await Promise.all([settled(here, old), settled(here, young)])
  const waiting = await start(here, await publish(here, 'do: [ { pause: { wait: { days: 60 } } } ]'))
  const ago = sql`now() - interval '31 days'`
  await change(here, old, sql`created_at = ${ago}, ended_at = ${ago}`)
  await change(here, waiting, sql`created_at = ${ago}`)
  await pruneWorkflowRuns.run(systemContext(here.runtime))
  expect((await here.asKey.get(`/workflow-runs/${old}`)).status).toBe(404)
  const left = sql`
    select run_id from wf_step where workspace_id = ${here.workspaceId} and run_id in (${old}, ${young})
    union all
    select run_id from wf_event where workspace_id = ${here.workspaceId} and run_id in (${old}, ${young})`
  const kept = await here.runtime.database.pool.rows<{ run_id: string }>(left)
  expect(new Set(kept.map((row) => row.run_id))).toEqual(new Set([young]))
  expect((await here.asKey.get(`/workflow-runs/${young}`)).status).toBe(200)
  expect((await here.asKey.get(`/workflow-runs/${waiting}`)).status).toBe(200)
})

test('what a run has started stays as long as that has only failed; what it has merely caused does not', async () => {
  const here = await harness()
  workflows(here)
  const flow = await publish(here, 'do: [ { keep: { set: { done: true } } } ]')
  const failing = await publish(
    here,
    "do: [ { bad: { raise: { error: { type: 'https://x.example', status: 400 } } } } ]",
  )
  const [failed, child, waiting, caused] = [
    await start(here, failing),
    await start(here, flow),
    await start(here, await publish(here, 'do: [ { pause: { wait: { days: 60 } } } ]')),
    await start(here, flow),
  ]
  await Promise.all([failed, child, caused].map((each) => settled(here, each)))
  const ago = sql`created_at = now() - interval '31 days', ended_at = now() - interval '31 days'`
  await change(here, child, sql`${ago}, trigger_kind = 'workflow', parent_run_id = ${failed}`)
  await change(here, caused, sql`${ago}, trigger_kind = 'event', parent_run_id = ${waiting}`)
  await pruneWorkflowRuns.run(systemContext(here.runtime))
  expect((await here.asKey.get(`/workflow-runs/${child}`)).status).toBe(200)
  expect((await here.asKey.get(`/workflow-runs/${caused}`)).status).toBe(404)
  await change(here, failed, ago)
  await pruneWorkflowRuns.run(systemContext(here.runtime))
  await pruneWorkflowRuns.run(systemContext(here.runtime))
  expect((await here.asKey.get(`/workflow-runs/${child}`)).status).toBe(404)
})
