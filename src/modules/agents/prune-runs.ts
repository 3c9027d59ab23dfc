import { daysBefore } from '#core/days.ts'
import { run, type Db } from '#core/db.ts'
import type { Routine } from '#core/jobs.ts'
import { sql } from '#core/sql.ts'

const BATCH = 200

/** Runs that ended long ago, with their steps, calls and questions, and by whom they were called. What was said stays. */
export const pruneAgentRuns: Routine = {
  name: 'prune-agent-runs',
  cron: '47 3 * * *',
  async run({ db, now, log, services }) {
    const before = daysBefore(now, services.settings.agentRunsKeptDays)
    let deleted = 0
    for (let count = BATCH; count === BATCH; deleted += count) count = await deleteRuns(db, before)
    if (deleted > 0) log.info({ deleted }, 'old runs of agents deleted')
  },
}

/** In one statement: a run is there with all that belongs to it, or not at all. */
function deleteRuns(db: Db, before: Date): Promise<number> {
  return run(
    db,
    sql`
    with old as (
      select workspace_id, id as run_id from agent_runs where ended_at < ${before}
      order by ended_at limit ${BATCH} for update skip locked),
    callers as (
      delete from agent_callers where (workspace_id, message_id) in (
        select workspace_id, message_id from agent_runs where (workspace_id, id) in (table old))),
    called as (delete from agent_tool_calls where (workspace_id, run_id) in (table old)),
    stepped as (delete from agent_run_steps where (workspace_id, run_id) in (table old)),
    sandboxed as (delete from agent_sandbox_calls where (workspace_id, run_id) in (table old)),
    admitted as (delete from agent_sandbox_tokens where (workspace_id, run_id) in (table old)),
    asked as (delete from agent_interactions where (workspace_id, run_id) in (table old))
    delete from agent_runs where (workspace_id, id) in (table old) returning 1`,
  )
}
