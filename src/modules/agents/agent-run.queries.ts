import type { Scope } from '#core/context.ts'
import { one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { columnsOf, every, sql } from '#core/sql.ts'
import { AGENT_RUN_FIELDS, type AgentRun, type AgentRunQuery } from './agent-run.schema.ts'

const COLUMNS = columnsOf(AGENT_RUN_FIELDS)

/** `userId`: only the runs of this person. */
export function listAgentRuns(
  { db, workspaceId }: Scope,
  query: AgentRunQuery,
  userId: string | undefined,
): Promise<Listed<AgentRun>> {
  const { agentId, status } = query
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`agent_runs`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      userId !== undefined && sql`user_id = ${userId}`,
      agentId !== undefined && sql`agent_id = ${agentId}`,
      status !== undefined && sql`status = ${status}`,
    ]),
    order: sql`created_at desc, id desc`,
  })
}

export function findAgentRun({ db, workspaceId }: Scope, runId: string): Promise<AgentRun | undefined> {
  return one(db, sql`select ${COLUMNS} from agent_runs where workspace_id = ${workspaceId} and id = ${runId}`)
}
