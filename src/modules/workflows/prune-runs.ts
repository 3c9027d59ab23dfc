import { daysBefore } from '#core/days.ts'
import { deleteInBatches } from '#core/housekeeping.ts'
import type { Ctx } from '#core/context.ts'
import { many, run } from '#core/db.ts'
import type { Routine } from '#core/jobs.ts'
import { sql } from '#core/sql.ts'

/** Small steps: the steps and the history of a run go with it. */
const BATCH = 200
const WORK_KEPT_DAYS = 30
const MIGRATION_KEPT_DAYS = 90

/**
 * Runs that are over go when their workflow keeps them no longer; work on many of them, and the traces of moving from
 * another engine, after a time of their own.
 */
export const pruneWorkflowRuns: Routine = {
  name: 'prune-workflow-runs',
  cron: '23 * * * *',
  async run(ctx) {
    const runs = await pruneRuns(ctx)
    const { db } = ctx
    const work = await deleteInBatches(
      db,
      sql`wf_operation`,
      sql`status = 'completed' and ended_at < ${daysBefore(ctx.now, WORK_KEPT_DAYS)}`,
    )
    const old = daysBefore(ctx.now, MIGRATION_KEPT_DAYS)
    const traces =
      (await deleteInBatches(db, sql`wf_handled_event`, sql`created_at < ${old}`)) +
      (await deleteInBatches(db, sql`wf_observation`, sql`created_at < ${old}`)) +
      (await deleteInBatches(db, sql`wf_comparison`, sql`created_at < ${old} and verdict <> 'pending'`))
    if (runs + work + traces > 0) ctx.log.info({ runs, work, traces }, 'old runs of workflows deleted')
  },
}

/**
 * By workflow and age, oldest first, which an index gives. What another run waits for stays, also while that has failed:
 * tried again it looks for what it had begun.
 */
async function pruneRuns({ db, now }: Ctx): Promise<number> {
  const workflows = await many<{ workspaceId: string; id: string; days: number }>(
    db,
    sql`select workspace_id as "workspaceId", id, retention_days as days from wf_definition`,
  )
  let deleted = 0
  for (const { workspaceId, id, days } of workflows) {
    const before = daysBefore(now, days)
    for (let batch = BATCH; batch === BATCH; deleted += batch) {
      batch = await run(
        db,
        sql`
        with old as materialized (
          select r.id from wf_run r
          where r.workspace_id = ${workspaceId} and r.definition_id = ${id} and r.created_at < ${before}
            and r.state in ('completed', 'cancelled', 'faulted') and r.ended_at < ${before}
            and not (r.trigger_kind = 'workflow' and exists (
              select 1 from wf_run p where p.workspace_id = r.workspace_id and p.id = r.parent_run_id
                and p.state not in ('completed', 'cancelled')))
          order by r.created_at limit ${BATCH} for update skip locked),
        steps as (delete from wf_step where workspace_id = ${workspaceId} and run_id = any (array (select id from old))),
        events as (delete from wf_event where workspace_id = ${workspaceId} and run_id = any (array (select id from old)))
        delete from wf_run where workspace_id = ${workspaceId} and id = any (array (select id from old)) returning 1`,
      )
    }
  }
  return deleted
}
