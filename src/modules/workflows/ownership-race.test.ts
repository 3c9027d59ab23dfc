import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run, type Tx } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { systemContext } from '#src/runtime.ts'
import { workOnMany } from '#src/workflow-api.ts'
import { backend } from '#test/database.ts'
import { harness, type Harness } from '#test/harness.ts'
import { soon, working } from '#test/working.ts'
import { ANY, publish, reached, settled, start, workflows } from '#test/workflow-place.ts'
import { changeOwner } from './ownership.service.ts'
import { addRun } from './run.service.ts'
import { lockWaits } from '#test/lock-waits.ts'

const PAUSE = 'do: [ { pause: { wait: { days: 1 } } } ]'
const BROKEN = "do: [ { broken: { raise: { error: { type: 'https://example.com/x', status: 500, title: X } } } } ]"

async function withLegacy(here: Harness, tasks: string): Promise<string> {
  const workflowId = await publish(here, tasks)
  await here.asKey.patch(`/workflows/${workflowId}`, { legacyRef: 'zap-9' }, ANY)
  return workflowId
}

const give = (here: Harness, workflowId: string, db: Tx) => {
  const ctx = { ...systemContext(here.runtime), db, workspaceId: here.workspaceId }
  return changeOwner(ctx, workflowId, { owner: 'legacy' })
}

/** Does this while the workflow goes to the other engine, in the very moment before that is so for all. */
async function meanwhile<Answer>(here: Harness, workflowId: string, ask: () => Promise<Answer>): Promise<Answer> {
  let isAnswered = false
  const { asking } = await here.runtime.database.pool.transaction(async (db) => {
    const { workspaceId } = here
    await run(
      db,
      sql`update wf_definition set legacy_ref = 'zap-9' where workspace_id = ${workspaceId} and id = ${workflowId}`,
    )
    await give(here, workflowId, db)
    const asking = ask().finally(() => (isAnswered = true))
    await soon(async () => expect(isAnswered || (await lockWaits(db)).length > 0).toBe(true))
    return { asking }
  })
  return asking
}

test.runIf(backend === 'postgres')(
  'who starts a run while the workflow goes to another engine waits, and is refused',
  async () => {
    const here = await harness()
    // Also when nobody had heard of another engine before.
    for (const workflowId of [await withLegacy(here, PAUSE), await publish(here, PAUSE)]) {
      const answer = await meanwhile(here, workflowId, () => here.asKey.post(`/workflows/${workflowId}/runs`))
      expect(answer).toMatchObject({ status: 409, body: { code: 'workflow_owned_elsewhere' } })
      expect((await here.asKey.get(`/workflow-runs?workflowId=${workflowId}`)).body.items).toEqual([])
    }
  },
)

test.runIf(backend === 'postgres')('so is who resumes a run, or tries it again', async () => {
  const here = await harness()
  workflows(here)
  const waiting = await withLegacy(here, PAUSE)
  const suspended = await start(here, waiting)
  await reached(here, suspended, 'waiting')
  await here.asKey.post(`/workflow-runs/${suspended}/suspend`)
  const broken = await withLegacy(here, BROKEN)
  const faulted = await start(here, broken)
  await settled(here, faulted)
  const resumed = await meanwhile(here, waiting, () => here.asKey.post(`/workflow-runs/${suspended}/resume`))
  expect(resumed).toMatchObject({ status: 409, body: { code: 'workflow_owned_elsewhere' } })
  const retried = await meanwhile(here, broken, () => here.asKey.post(`/workflow-runs/${faulted}/retry`))
  expect(retried).toMatchObject({ status: 409, body: { code: 'workflow_owned_elsewhere' } })
  expect((await here.asKey.get(`/workflow-runs/${suspended}`)).body.status).toBe('suspended')
  expect((await here.asKey.get(`/workflow-runs/${faulted}`)).body.status).toBe('faulted')
})

test('runs of a workflow that another engine has do not go on, one by one or many at once, until it is ours again', async () => {
  const here = await harness()
  workflows(here)
  await working(here, [workOnMany])
  const workflowId = await withLegacy(here, PAUSE)
  const runId = await start(here, workflowId)
  await reached(here, runId, 'waiting')
  const own = (body: object) => here.asKey.put(`/workflows/${workflowId}/migration/ownership`, body, ANY)
  await own({ owner: 'legacy', openRuns: 'suspend' })
  expect((await here.asKey.post(`/workflow-runs/${runId}/resume`)).body.code).toBe('workflow_owned_elsewhere')
  const bulk = await here.asKey.post('/workflow-runs/bulk', { action: 'resume', filter: { workflowId } })
  const { body } = await here.asKey.get(`/workflow-operations/${bulk.body.id}?wait=30`)
  expect(body).toMatchObject({ done: 0, skipped: 1, items: [{ code: 'workflow_owned_elsewhere' }] })
  await own({ owner: 'service', force: true, reason: 'Back again' })
  expect((await here.asKey.post(`/workflow-runs/${runId}/resume`)).status).toBe(202)
})

test('events that come at the moment of a planned change make it once, and wait for nobody for ever', async () => {
  const here = await harness()
  const { runtime, workspaceId } = here
  const workflowId = await withLegacy(here, PAUSE)
  const later = new Date(Date.now() + 60_000).toISOString()
  await here.asKey.put(`/workflows/${workflowId}/migration/ownership`, { owner: 'legacy', cutoverAt: later }, ANY)
  await run(
    runtime.database.pool,
    sql`
    update wf_definition set cutover_at = now() - interval '1 second'
    where workspace_id = ${workspaceId} and id = ${workflowId}`,
  )
  let tries = 0
  const come = () =>
    runtime.database.pool.transaction((db) => {
      const id = newId()
      tries += 1
      const cause = { triggerKind: 'event' as const, depth: 0, input: {}, createdBy: { kind: 'event', id } }
      const run = { id, definitionId: workflowId, versionNumber: 1, ...cause }
      return addRun({ ...systemContext(runtime), db, workspaceId }, run)
    })
  expect(await Promise.all(Array.from({ length: 6 }, come))).toEqual(Array.from({ length: 6 }, () => false))
  // A deadlock would have had one of them begin again.
  expect(tries).toBe(6)
  const { body } = await here.asKey.get(`/workflows/${workflowId}/migration`)
  expect(body).toMatchObject({ owner: 'legacy', epoch: 2, cutover: null })
})
