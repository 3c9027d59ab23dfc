import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { joinSubscriber } from '#modules/identity/joined.service.ts'

/** A person who joins with their own account takes over the questions they were asked before. */
export const joinedApprovals = joinSubscriber('joined-approvals', async ({ db, workspaceId }, { from, to }) => {
  await run(
    db,
    sql`
    update wf_approval set user_ids = array_append(array_remove(array_remove(user_ids, ${from}::uuid), ${to}::uuid), ${to}::uuid)
    where workspace_id = ${workspaceId} and status = 'pending' and ${from}::uuid = any (user_ids)`,
  )
})
