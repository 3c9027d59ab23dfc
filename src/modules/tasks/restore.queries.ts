import type { TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'

interface DeletedTask {
  id: string
  status: string
  parentTaskId: string | null
  propertyId: string | null
  scheduledDate: string | null
}

export function lockDeletedTask({ db, workspaceId }: TxCtx, taskId: string): Promise<DeletedTask | undefined> {
  return one(
    db,
    sql`
    select id, status, parent_task_id as "parentTaskId", property_id as "propertyId", scheduled_date as "scheduledDate"
    from tasks where workspace_id = ${workspaceId} and id = ${taskId} and deleted_at is not null for update`,
  )
}

export async function undelete({ db, workspaceId, now }: TxCtx, taskId: string, visitId: string | null): Promise<void> {
  await run(
    db,
    sql`
    update tasks set deleted_at = null, visit_id = ${visitId}, updated_at = ${now}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${taskId}`,
  )
}
