import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { workOnMany } from '#src/workflow-api.ts'
import { deliver } from '#test/deliver.ts'
import { harness, type Harness } from '#test/harness.ts'
import { working } from '#test/working.ts'
import { publish, start } from '#test/workflow-place.ts'
import { workflowWork } from './work-through.ts'

const PAUSE = 'do: [ { pause: { wait: { days: 1 } } } ]'
/** Runs that nobody works on, of a workflow of their own. */
async function runsOf(here: Harness, count: number): Promise<{ workflowId: string; runIds: string[] }> {
  const workflowId = await publish(here, PAUSE)
  const runIds: string[] = []
  for (let made = 0; made < count; made++) runIds.push(await start(here, workflowId))
  return { workflowId, runIds }
}

async function asked(here: Harness, body: object): Promise<{ id: string; statusUrl: string }> {
  const answer = await here.asKey.post('/workflow-runs/bulk', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(202)
  expect(answer.headers.location).toBe(answer.body.statusUrl)
  return answer.body
}

const statusOf = async (here: Harness, runId: string): Promise<string> =>
  (await here.asKey.get(`/workflow-runs/${runId}`)).body.status

test('many runs are suspended, resumed and cancelled by a filter, each with its outcome', async () => {
  const here = await harness()
  await working(here, [workOnMany])
  const { workflowId, runIds } = await runsOf(here, 3)
  const other = (await runsOf(here, 1)).runIds[0] ?? ''
  await here.asKey.post(`/workflow-runs/${runIds[1]}/cancel`)

  const { id } = await asked(here, { action: 'suspend', filter: { workflowId }, reason: 'A storm' })
  const { body } = await here.asKey.get(`/workflow-operations/${id}?wait=30`)
  expect(body).toMatchObject({ kind: 'bulk', status: 'completed', total: 3, done: 2, skipped: 1, failed: 0 })
  expect(body.items.map(({ status, subjectId }: Record<string, string>) => [subjectId, status])).toEqual([
    [runIds[0], 'done'],
    [runIds[1], 'skipped'],
    [runIds[2], 'done'],
  ])
  expect(body.items[1]).toMatchObject({ code: 'state_not_fit', details: { status: 'cancelled' } })
  expect((await here.asKey.get(`/workflow-runs/${runIds[0]}`)).body).toMatchObject({
    status: 'suspended',
    reason: 'A storm',
  })
  expect(await statusOf(here, other)).toBe('pending')
  const page = (await here.asKey.get(`/workflow-operations/${id}?itemStatus=done&limit=1&offset=1`)).body
  expect(page).toMatchObject({ items: [{ subjectId: runIds[2] }], pagination: { total: 2, hasMore: false } })

  const resumed = await asked(here, { action: 'resume', filter: { workflowId, status: 'suspended' } })
  expect((await here.asKey.get(`/workflow-operations/${resumed.id}?wait=30`)).body).toMatchObject({ total: 2, done: 2 })
  const cancelled = await asked(here, { action: 'cancel', filter: { workflowId } })
  expect((await here.asKey.get(`/workflow-operations/${cancelled.id}?wait=30`)).body).toMatchObject({ done: 2 })
  expect(await Promise.all(runIds.map((runId) => statusOf(here, runId)))).toEqual(Array(3).fill('cancelled'))
})

test('a dry run counts and changes nothing', async () => {
  const here = await harness()
  const { workflowId, runIds } = await runsOf(here, 2)
  const { id } = await asked(here, { action: 'cancel', filter: { workflowId }, dryRun: true })
  expect((await here.asKey.get(`/workflow-operations/${id}`)).body).toMatchObject({ status: 'pending', total: 2 })
  await deliver(here, workOnMany)
  expect((await here.asKey.get(`/workflow-operations/${id}`)).body).toMatchObject({ isDryRun: true, done: 2 })
  expect(await statusOf(here, runIds[0] ?? '')).toBe('pending')
})

test('work that was broken off goes on where it was, and does nothing twice', async () => {
  const here = await harness()
  const { workflowId, runIds } = await runsOf(here, 4)
  const { id } = await asked(here, { action: 'cancel', filter: { workflowId } })
  const performed: string[] = []
  const stumbling = (limit: number) =>
    workflowWork({
      bulk: {
        async perform({ db, workspaceId }, _work, runId) {
          performed.push(runId)
          await run(db, sql`update wf_run set reason = 'touched' where workspace_id = ${workspaceId} and id = ${runId}`)
          if (performed.length === limit) await run(db, sql`select 1 from no_such_table`)
          return { status: 'done' }
        },
      },
    })
  await deliver(here, stumbling(2))
  const { body } = await here.asKey.get(`/workflow-operations/${id}`)
  expect(body).toMatchObject({ status: 'completed', done: 3, failed: 1 })
  // What the second had written before it failed is undone.
  expect((await here.asKey.get(`/workflow-runs/${runIds[1]}`)).body.reason).toBeNull()
  expect((await here.asKey.get(`/workflow-runs/${runIds[2]}`)).body.reason).toBe('touched')
  await deliver(here, stumbling(0))
  expect(performed).toEqual(runIds)
})

test('two workers at the same work share it, each run once', async () => {
  const here = await harness()
  const { workflowId, runIds } = await runsOf(here, 12)
  const { id } = await asked(here, { action: 'cancel', filter: { workflowId } })
  const committed: string[] = []
  const counting = workflowWork({
    bulk: {
      async perform(_ctx, _work, runId) {
        committed.push(runId)
        return { status: 'done' }
      },
    },
  })
  await Promise.all([deliver(here, counting), deliver(here, counting), deliver(here, counting)])
  expect((await here.asKey.get(`/workflow-operations/${id}`)).body).toMatchObject({ status: 'completed', done: 12 })
  expect(committed.toSorted()).toEqual(runIds.toSorted())
})

test('a filter that names nothing is refused, and so is one that finds no field', async () => {
  const here = await harness()
  const empty = await here.asKey.post('/workflow-runs/bulk', { action: 'cancel', filter: {} })
  expect(empty).toMatchObject({
    status: 422,
    body: { code: 'workflow_filter_empty', errors: [{ pointer: '/filter' }] },
  })
  const unknown = await here.asKey.post('/workflow-runs/bulk', { action: 'cancel', filter: { colour: 'red' } })
  expect(unknown.status).toBe(400)
  expect((await here.asKey.get(`/workflow-operations/${newId()}`)).body.code).toBe('workflow_operation_not_found')
})
