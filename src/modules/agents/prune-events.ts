import { daysBefore } from '#core/days.ts'
import type { Db } from '#core/db.ts'
import { many, run } from '#core/db.ts'
import type { Routine } from '#core/jobs.ts'
import { sql } from '#core/sql.ts'

const EVENTS_KEPT_DAYS = 90
const SESSIONS_TOGETHER_MAX = 50

interface Cut {
  workspaceId: string
  sessionId: string
  seq: number
}

/**
 * The events of runs that ended a quarter of a year ago are deleted, the messages that came of them stay. Whoever comes
 * back with older marks gets the messages.
 */
export const pruneAgentEvents: Routine = {
  name: 'prune-agent-events',
  cron: '17 3 * * *',
  async run({ db, now, log }) {
    const before = daysBefore(now, EVENTS_KEPT_DAYS)
    let deleted = 0
    for (let isMore = true; isMore;) {
      const cuts = await listCuts(db, before)
      for (const cut of cuts) deleted += await deleteUpTo(db, cut)
      isMore = cuts.length === SESSIONS_TOGETHER_MAX
    }
    if (deleted > 0) log.info({ deleted }, 'old events of agents deleted')
  },
}

/** Between two runs no message is under way that the cut could go through. */
function listCuts(db: Db, before: Date): Promise<Cut[]> {
  return many(
    db,
    sql`
    select workspace_id as "workspaceId", session_id as "sessionId", max(seq) as seq from agent_events
    where created_at < ${before} and type in ('run.finished', 'run.failed')
    group by workspace_id, session_id limit ${SESSIONS_TOGETHER_MAX}`,
  )
}

/** In one statement: whoever reads sees all of it or nothing. */
function deleteUpTo(db: Db, { workspaceId, sessionId, seq }: Cut): Promise<number> {
  return run(
    db,
    sql`
    with session as (
      update agent_sessions set oldest_seq = ${seq + 1} where workspace_id = ${workspaceId} and id = ${sessionId}
      returning workspace_id, id),
    pieces as (
      delete from agent_deltas d using session s
      where d.workspace_id = s.workspace_id and d.session_id = s.id and d.after_seq <= ${seq})
    delete from agent_events e using session s
    where e.workspace_id = s.workspace_id and e.session_id = s.id and e.seq <= ${seq} returning 1`,
  )
}
