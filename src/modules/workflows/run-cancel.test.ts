import { expect, test } from 'vitest'
import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { run } from '#core/db.ts'
import { written } from '#core/lean-query.ts'
import { sql } from '#core/sql.ts'
import { systemContext } from '#src/runtime.ts'
import { harness } from '#test/harness.ts'
import { publish } from '#test/workflow-place.ts'
import { cancelStatement } from './run-journal.queries.ts'

const COUNT = 400

interface PlanNode {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** The most rows that one part of the plan has gone over. */
function most(node: PlanNode): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  return Math.max(own, ...(node.Plans ?? []).map(most))
}

test('to cancel many runs costs each of them the same, and each history ends behind its open tasks', async () => {
  const here = await harness()
  const { pool } = here.runtime.database
  const workflowId = await publish(here, 'do: [ { keep: { set: { done: true } } } ]')
  const made = await pool.rows<{ id: string }>(sql`
    insert into wf_run (workspace_id, id, definition_id, version_number, state, trigger_kind, input, created_by,
      created_at, updated_at, last_seq)
    select ${here.workspaceId}, gen_random_uuid(), ${workflowId}, 1, 'waiting', 'manual', '{}', '{}', now(), now(), 3
    from generate_series(1, ${COUNT}::integer) returning id`)
  const ids = made.map(({ id }) => id)
  // All but the first stand in two tasks.
  await run(
    pool,
    sql`
    insert into wf_step (workspace_id, run_id, place, seq, pointer, name, task, iteration, attempt, status, started_at)
    select ${here.workspaceId}, r.id, s.seq::text, s.seq, '/do', 'a', 'do', '', 1, 'started', now()
    from unnest(${ids.slice(1)}::uuid[]) as r (id), generate_series(1, 2) as s (seq)`,
  )
  await pool.raw('vacuum analyze wf_run, wf_step')
  const ctx: WorkspaceCtx = { ...systemContext(here.runtime), workspaceId: here.workspaceId }
  await inTransaction(ctx, async (ctx) => {
    const { prepared, values } = written(cancelStatement(ctx, ids, null))
    const { rows } = await ctx.db.raw(`explain (analyze, format json) ${prepared.text}`, values as unknown[])
    const [{ Plan: plan }] = rows[0]['QUERY PLAN']
    expect(most(plan)).toBeLessThan(COUNT * 10)
  })
  const seqs = await pool.rows(sql`
    select last_seq as last, count(*)::integer as runs from wf_run
    where workspace_id = ${here.workspaceId} and id = any (${ids}::uuid[]) group by 1 order by 1`)
  expect(seqs).toEqual([
    { last: 4, runs: 1 },
    { last: 6, runs: COUNT - 1 },
  ])
})
