import { one } from '#core/db.ts'
import type { Scope } from '#core/context.ts'
import { sql } from '#core/sql.ts'

export interface PausedWorkflow {
  workflowId: string
  workflowName: string
  workspaceName: string
  recipientName: string
  address: string
}

/** What to tell this person about it; undefined if the workflow or the person is gone. */
export function pausedWorkflow(
  { db, workspaceId }: Scope,
  workflowId: string,
  userId: string,
): Promise<PausedWorkflow | undefined> {
  return one(
    db,
    sql`
    select d.id as "workflowId", d.name as "workflowName", w.name as "workspaceName", u.full_name as "recipientName",
      u.email as address
    from wf_definition d join workspaces w on w.id = d.workspace_id
    join memberships m on m.workspace_id = d.workspace_id and m.user_id = ${userId} and m.ended_at is null
    join users u on u.id = m.user_id and u.disabled_at is null
    where d.workspace_id = ${workspaceId} and d.id = ${workflowId}`,
  )
}
