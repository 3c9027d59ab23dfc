import { one, type Db } from '#core/db.ts'
import { sql } from '#core/sql.ts'

/** Pictures made by models belong to no record: they last until cleanup removes them. */
const OF_NO_RECORD = /^[^/]+\/ai-pictures\//

/** Whether a stored file may be seen at its address: its photo exists, and the photo's task is not deleted. */
export async function isFileShown(db: Db, storageKey: string): Promise<boolean> {
  if (OF_NO_RECORD.test(storageKey)) return true
  const [workspaceId = ''] = storageKey.split('/', 1)
  const row = await one(
    db,
    sql`
    select 1 from task_attachments a join tasks t on t.workspace_id = a.workspace_id and t.id = a.task_id
    where a.workspace_id = ${workspaceId} and a.storage_key = ${storageKey} and t.deleted_at is null`,
  )
  return row !== undefined
}
