import { expect, test } from 'vitest'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness, type Harness } from '#test/harness.ts'
import { publish, start } from '#test/workflow-place.ts'
import { listRuns } from './run.queries.ts'
import { countStates } from './stuck.queries.ts'

/** Far more than other tests leave unfinished here, some hundreds, which are read with what is asked for. */
const OVER = 3000

test('who asks for the runs of a state does not go through all that are over', async () => {
  const here = await harness()
  const { runtime, workspaceId } = here
  const { pool } = runtime.database
  const workflowId = await publish(here, 'do: [ { keep: { set: { done: true } } } ]')
  await run(
    pool,
    sql`
    insert into wf_run (workspace_id, id, definition_id, version_number, state, trigger_kind, input, created_by,
      created_at, updated_at, ended_at)
    select ${workspaceId}, gen_random_uuid(), ${workflowId}, 1, 'completed', 'manual', '{}', '{}', at, at, at
    from (select now() + i * interval '1 second' as at from generate_series(1, ${OVER}::integer) i) as times`,
  )
  await addOthers(here, workflowId)
  const id = await start(here, workflowId)
  await pool.raw('vacuum analyze wf_run')

  const { result, read } = await readingOf(here, (scope) => listRuns(scope, { status: 'pending', limit: 1 }))
  expect(result).toMatchObject({ items: [{ id }], pagination: { total: 1 } })
  expect(read).toBeLessThan(OVER)
  expect((await readingOf(here, (scope) => listRuns(scope, { status: 'waiting' }))).read).toBeLessThan(OVER)
  expect((await readingOf(here, (scope) => listRuns(scope, { status: 'waiting', workflowId }))).read).toBeLessThan(OVER)
  const counted = await readingOf(here, ({ db }) => countStates(db))
  // Of all workspaces.
  expect(counted.result['pending']).toBeGreaterThan(0)
  expect(counted.read).toBeLessThan(OVER)
})

/** Workflows with a run each that failed: on average, then, a workflow has few. */
async function addOthers({ runtime, workspaceId }: Harness, workflowId: string): Promise<void> {
  const { pool } = runtime.database
  const one = sql`workspace_id = ${workspaceId} and definition_id = ${workflowId}`
  await run(
    pool,
    sql`
    insert into wf_definition select other.* from wf_definition t,
      (select gen_random_uuid() as id from generate_series(1, 1000)) as d,
      jsonb_populate_record(t, jsonb_build_object('id', d.id)) as other
    where t.workspace_id = ${workspaceId} and t.id = ${workflowId}`,
  )
  const others = sql`(select id from wf_definition where workspace_id = ${workspaceId} and id <> ${workflowId}) as d`
  await run(
    pool,
    sql`
    insert into wf_version select other.* from (select * from wf_version where ${one}) as t, ${others},
      jsonb_populate_record(t::wf_version, jsonb_build_object('definition_id', d.id)) as other`,
  )
  await run(
    pool,
    sql`
    insert into wf_run select other.* from (select * from wf_run where ${one} limit 1) as t, ${others},
      jsonb_populate_record(t::wf_run, jsonb_build_object('id', d.id, 'definition_id', d.id, 'state', 'faulted')) as other`,
  )
}

/** Rows of runs that were read for it, with the plan of a statement that has been asked for often. */
function readingOf<T>({ runtime, workspaceId }: Harness, ask: (scope: Parameters<typeof listRuns>[0]) => Promise<T>) {
  return runtime.database.pool.transaction(async (tx) => {
    await tx.raw('set local plan_cache_mode = force_generic_plan')
    const result = await ask({ db: tx, workspaceId })
    const { rows } = await tx.raw(
      "select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'wf_run'",
    )
    return { result, read: Number(rows[0].read) }
  })
}
