import type { Scope } from '#core/context.ts'
import { one } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { TaskSnapshot } from './task-snapshot.schema.ts'

/** All of it in one statement, so that the version and what it stands for belong together. */
export function findSnapshot({ db, workspaceId }: Scope, taskId: string): Promise<TaskSnapshot | undefined> {
  return one(
    db,
    sql`
    select t.id, 'TK-' || t.number as "shortId", t.title, t.description, t.status, t.priority, t.version,
      t.scheduled_date as "scheduledDate", t.scheduled_time as "scheduledTime", t.deleted_at as "deletedAt",
      jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind) as department,
      case when p.id is not null then jsonb_build_object('id', p.id, 'internalCode', p.internal_code) end as property,
      array(select lower(u.email) from task_assignees a join users u on u.id = a.user_id
        where a.workspace_id = t.workspace_id and a.task_id = t.id order by a.role, u.id) as "assigneeEmails",
      coalesce((select jsonb_agg(jsonb_build_object('title', c.title, 'completedAt', c.completed_at) order by c.position, c.id)
        from task_checklist_items c where c.workspace_id = t.workspace_id and c.task_id = t.id), '[]') as checklist,
      coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'fileName', f.file_name, 'contentType', f.content_type,
          'sizeBytes', f.size_bytes, 'storageKey', f.storage_key) order by f.created_at, f.id)
        from task_attachments f where f.workspace_id = t.workspace_id and f.task_id = t.id
          and f.storage_key is not null), '[]') as photos
    from tasks t
    join departments d on d.workspace_id = t.workspace_id and d.id = t.department_id
    left join properties p on p.workspace_id = t.workspace_id and p.id = t.property_id and p.deleted_at is null
    where t.workspace_id = ${workspaceId} and t.id = ${taskId}`,
  )
}
