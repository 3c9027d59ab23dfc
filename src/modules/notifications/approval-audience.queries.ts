import type { Scope } from '#core/context.ts'
import { many, one } from '#core/db.ts'
import { sql } from '#core/sql.ts'

const ASKED = sql`m.user_id = any (a.user_ids) or m.role = any (a.roles)`

/** Who may answer now, by name or by role; nobody once it is answered. */
export async function answerersOf({ db, workspaceId }: Scope, approvalId: string): Promise<string[]> {
  const rows = await many<{ userId: string }>(
    db,
    sql`
    select m.user_id as "userId" from wf_approval a
    join memberships m on m.workspace_id = a.workspace_id and m.ended_at is null and (${ASKED})
    join users u on u.id = m.user_id and u.disabled_at is null
    where a.workspace_id = ${workspaceId} and a.id = ${approvalId} and a.status = 'pending' order by m.id`,
  )
  return rows.map(({ userId }) => userId)
}

/** What a mail about an approval says. */
export interface ApprovalMailFacts {
  id: string
  approvalId: string
  question: string
  description: string | null
  dueAt: string | null
  details: Record<string, unknown>
  workspaceId: string
  workspaceName: string
  timezone: string
  recipientName: string
  address: string
  /** It was answered meanwhile, or others are asked now. */
  isOutdated: boolean
}

/** Nothing when the person cannot be written to any more. */
export function findApprovalMail({ db, workspaceId }: Scope, id: string): Promise<ApprovalMailFacts | undefined> {
  return one(
    db,
    sql`
    select n.id, a.id as "approvalId", a.question, a.details as description, a.due_at as "dueAt", n.details,
      n.workspace_id as "workspaceId", w.name as "workspaceName", w.timezone, u.full_name as "recipientName",
      u.email as address, a.status <> 'pending' or not (${ASKED}) as "isOutdated"
    from notifications n
    join workspaces w on w.id = n.workspace_id
    join wf_approval a on a.workspace_id = n.workspace_id and a.id = n.approval_id
    join memberships m on m.workspace_id = n.workspace_id and m.user_id = n.user_id and m.ended_at is null
    join users u on u.id = m.user_id and u.disabled_at is null
    where n.workspace_id = ${workspaceId} and n.id = ${id}`,
  )
}
