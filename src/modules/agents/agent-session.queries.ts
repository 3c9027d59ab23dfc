import type { Scope } from '#core/context.ts'
import { one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { sql } from '#core/sql.ts'
import type { AgentSessionQuery, AgentSessionView } from './agent-session.schema.ts'

const TITLE_LENGTH_MAX = 120

/** The words of a person that began it stand for a name. */
const COLUMNS = sql`
  s.id, s.visibility, s.user_id as "userId", s.active_run_id is not null as "isRunning",
  cardinality(s.pending_interactions) as "pendingCount", s.created_at as "createdAt", s.updated_at as "updatedAt",
  coalesce(s.title, (
    select left(m.content -> 'parts' -> 0 ->> 'text', ${TITLE_LENGTH_MAX}::int) from agent_messages m
    where m.workspace_id = s.workspace_id and m.session_id = s.id and m.role = 'user'
    order by m.start_seq limit 1)) as title`

/** Of one person, the newest first; where nothing was said there is nothing to come back to. */
export function listAgentSessions(
  { db, workspaceId }: Scope,
  userId: string | null,
  query: AgentSessionQuery,
): Promise<Listed<AgentSessionView>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`agent_sessions s`,
    where: sql`s.workspace_id = ${workspaceId} and s.user_id = ${userId} and s.last_seq > 0`,
    order: sql`s.created_at desc, s.id desc`,
  })
}

export function findAgentSession({ db, workspaceId }: Scope, sessionId: string): Promise<AgentSessionView | undefined> {
  return one(
    db,
    sql`select ${COLUMNS} from agent_sessions s where s.workspace_id = ${workspaceId} and s.id = ${sessionId}`,
  )
}
