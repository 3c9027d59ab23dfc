import type { Scope } from '#core/context.ts'
import { one } from '#core/db.ts'
import { sql } from '#core/sql.ts'

export interface SignInMailFacts {
  details: Record<string, unknown>
  createdAt: string
  workspaceId: string
  workspaceName: string
  timezone: string
  recipientName: string
  address: string
}

/** Undefined if the account is gone. Leaving the workspace does not stop the mail: it is about the account. */
export function findSignInMail({ db, workspaceId }: Scope, id: string): Promise<SignInMailFacts | undefined> {
  return one(
    db,
    sql`
    select n.details, n.created_at as "createdAt", n.workspace_id as "workspaceId", w.name as "workspaceName",
      w.timezone, u.full_name as "recipientName", u.email as address
    from notifications n join workspaces w on w.id = n.workspace_id
    join users u on u.id = n.user_id and u.disabled_at is null
    where n.workspace_id = ${workspaceId} and n.id = ${id}`,
  )
}
