import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { Task } from './task.schema.ts'

/** What a task made from a template takes over, where the request does not say otherwise. */
export interface TemplateParts {
  description: string | null
  priority: Task['priority'] | null
  estimatedDurationMinutes: number | null
  tagIds: string[]
}

export function findTemplate({ db, workspaceId }: Scope, templateId: string): Promise<TemplateParts | undefined> {
  return one(
    db,
    sql`
    select t.description, t.priority, t.estimated_duration_minutes as "estimatedDurationMinutes",
      array(select l.tag_id from task_template_tags l join task_tags g on g.workspace_id = l.workspace_id and g.id = l.tag_id
        where l.workspace_id = t.workspace_id and l.template_id = t.id and g.active) as "tagIds"
    from task_templates t
    where t.workspace_id = ${workspaceId} and t.id = ${templateId} and t.deleted_at is null`,
  )
}

export async function copyChecklist(
  { db, workspaceId, now }: TxCtx,
  templateId: string,
  taskId: string,
): Promise<void> {
  await run(
    db,
    sql`
    insert into task_checklist_items (workspace_id, id, task_id, kind, title, required, blocks_completion, position, created_at)
    select ${workspaceId}, gen_random_uuid(), ${taskId}::uuid, kind, title, required, blocks_completion, position, ${now}::timestamptz
    from task_template_items where workspace_id = ${workspaceId} and template_id = ${templateId}`,
  )
}

/** The people new tasks of a department go to. */
export function defaultAssigneesOf(
  { db, workspaceId }: Scope,
  departmentId: string,
): Promise<{ userId: string; role: 'PRIMARY' | 'SECONDARY' }[]> {
  return many(
    db,
    sql`
    select m.user_id as "userId", a.role from department_default_assignees a
    join memberships m on m.workspace_id = a.workspace_id and m.id = a.membership_id and m.ended_at is null
    where a.workspace_id = ${workspaceId} and a.department_id = ${departmentId} order by a.role, m.created_at`,
  )
}
