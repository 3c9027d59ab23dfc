import type { Scope } from '#core/context.ts'
import { many } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'
import type { Assignee, ChecklistItem, TaskTag } from './task-part.schema.ts'

type Of<Part> = Part & { taskId: string }

export function assigneesOf({ db, workspaceId }: Scope, taskIds: string[]): Promise<Of<Assignee>[]> {
  return many(db, assignees(workspaceId, taskIds))
}

export function checklistOf({ db, workspaceId }: Scope, taskIds: string[]): Promise<Of<ChecklistItem>[]> {
  return many(db, checklist(workspaceId, taskIds))
}

export function tagsOf({ db, workspaceId }: Scope, taskIds: string[]): Promise<Of<TaskTag>[]> {
  return many(db, tags(workspaceId, taskIds))
}

export function costItems(workspaceId: string, taskIds: string[]): Sql {
  return sql`
    select task_id as "taskId", id, amount, currency, description, bill_to_type as "billToType",
      category_name as "categoryName", notes
    from task_cost_items where workspace_id = ${workspaceId} and task_id = any(${taskIds}::uuid[]) order by created_at, id`
}

/** The primary first, the others by name. */
export function assignees(workspaceId: string, taskIds: string[]): Sql {
  return sql`
    select a.task_id as "taskId", a.id, a.role, case when a.user_id is null then 'VENDOR' else 'USER' end as type,
      a.user_id as "userId", a.vendor_id as "vendorOrgId", coalesce(u.full_name, v.name) as name
    from task_assignees a
    left join users u on u.id = a.user_id
    left join vendors v on v.workspace_id = a.workspace_id and v.id = a.vendor_id
    where a.workspace_id = ${workspaceId} and a.task_id = any(${taskIds}::uuid[])
    order by a.role, name, a.id`
}

export function checklist(workspaceId: string, taskIds: string[]): Sql {
  return sql`
    select task_id as "taskId", id, kind, title, required, blocks_completion as "blocksCompletion",
      external_source as "externalSource", external_id as "externalId", action_url as "actionUrl",
      answer, completed_at as "completedAt", created_at as "createdAt"
    from task_checklist_items where workspace_id = ${workspaceId} and task_id = any(${taskIds}::uuid[])
    order by position, id`
}

export function tags(workspaceId: string, taskIds: string[]): Sql {
  return sql`
    select l.task_id as "taskId", t.id, t.name, t.color, t.active
    from task_tag_links l join task_tags t on t.workspace_id = l.workspace_id and t.id = l.tag_id
    where l.workspace_id = ${workspaceId} and l.task_id = any(${taskIds}::uuid[]) order by t.name, t.id`
}
