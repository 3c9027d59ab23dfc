import type { WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { one } from '#core/db.ts'
import { actorNameOf } from '#core/principal.ts'
import { searchable, sql, type Sql } from '#core/sql.ts'
import { taskColumns, type TaskRow } from './task.queries.ts'
import type { Task } from './task.schema.ts'

/** The `field` of those who are on the task already: they stay, even if they could not be named anew. */
export const KEPT = 'assignees'

/** Who is to do it: `kind` is known for a primary; a secondary may be a user or a vendor. */
export interface WantedAssignee {
  id: string
  role: 'PRIMARY' | 'SECONDARY'
  kind: 'USER' | 'VENDOR' | 'ANY'
  /** The place in the request that named it. */
  field: string
}

/** The columns of a new task; the rest has defaults. */
export type NewTask = Pick<
  Task,
  | 'id'
  | 'title'
  | 'description'
  | 'status'
  | 'priority'
  | 'source'
  | 'departmentId'
  | 'propertyId'
  | 'reservationId'
  | 'contactId'
  | 'parentTaskId'
  | 'templateId'
  | 'scheduledDate'
  | 'scheduledTime'
  | 'estimatedDurationMinutes'
  | 'isIssue'
> & { number: number }

export interface Creator {
  kind: Task['createdBy']['kind']
  id: string | null
  name: string | null
}

interface Created extends TaskRow {
  missing: string[]
}

/**
 * The task with its search text, assignees, tags, visit, activity and event, in one statement: one round trip, and in
 * itself a transaction. It checks every reference first; when one is missing nothing is written and `missing` names
 * its place in the request.
 */
export async function insertTask(
  { db, workspaceId, now, requestId, principal }: WorkspaceCtx,
  task: NewTask,
  { creator, assignees, tagIds }: { creator: Creator; assignees: WantedAssignee[]; tagIds: string[] },
): Promise<Created> {
  const inWorkspace = (table: Sql, id: string | null): Sql =>
    sql`select 1 from ${table} where workspace_id = ${workspaceId} and id = ${id} and deleted_at is null`
  const absent = (field: string, table: Sql, id: string | null): Sql =>
    id === null ? sql`null` : sql`case when not exists (${inWorkspace(table, id)}) then ${field} end`
  const hasVisit = task.propertyId !== null && task.scheduledDate !== null
  const visit = hasVisit
    ? sql`visit as (
        insert into visits (workspace_id, id, property_id, date)
        select ${workspaceId}, ${newId()}::uuid, p.id, ${task.scheduledDate}::date from p, checked where checked.ok
        on conflict (workspace_id, property_id, date) do update set date = excluded.date returning id),`
    : sql`visit as (select null::uuid as id),`

  const row = await one<Created>(
    db,
    sql`
    with d as (select id, name, slug from departments
        where workspace_id = ${workspaceId} and id = ${task.departmentId} and deleted_at is null),
      p as (select id, name, status, address, city from properties
        where workspace_id = ${workspaceId} and id = ${task.propertyId} and deleted_at is null),
      wanted as (select * from unnest(${assignees.map(({ id }) => id)}::uuid[], ${assignees.map(({ role }) => role)}::text[],
        ${assignees.map(({ kind }) => kind)}::text[], ${assignees.map(({ field }) => field)}::text[]) as w (id, role, kind, field)),
      found as (
        select w.id, w.role, m.user_id, null::uuid as vendor_id from wanted w
          join memberships m on m.workspace_id = ${workspaceId} and m.user_id = w.id and m.ended_at is null
          where w.kind <> 'VENDOR'
        union all
        select w.id, w.role, null, v.id from wanted w
          join vendors v on v.workspace_id = ${workspaceId} and v.id = w.id and v.deleted_at is null and v.active
          where w.kind <> 'USER'),
      tags as (select id from task_tags where workspace_id = ${workspaceId} and id = any(${tagIds}::uuid[]) and active),
      checked as (select missing, missing = '{}' as ok from (select array_remove(array[
        case when not exists (select 1 from d) then 'departmentId' end,
        ${task.propertyId === null ? sql`null` : sql`case when not exists (select 1 from p) then 'propertyId' end`},
        ${absent('reservationId', sql`reservations`, task.reservationId)},
        ${absent('contactId', sql`contacts`, task.contactId)},
        ${absent('parentTaskId', sql`tasks`, task.parentTaskId)},
        ${absent('templateId', sql`task_templates`, task.templateId)}
      ]::text[], null)
        || array(select 'tagIds/' || w.place - 1 from unnest(${tagIds}::uuid[]) with ordinality as w (id, place)
          where w.id not in (select id from tags) order by w.place)
        || array(select w.field from wanted w where w.id not in (select id from found)) as missing) m),
      ${visit}
      t as (
        insert into tasks (workspace_id, id, number, title, description, status, priority, source,
          department_id, property_id, visit_id, reservation_id, contact_id, parent_task_id, template_id,
          scheduled_date, scheduled_time, estimated_duration_minutes, is_issue, cost_currency,
          created_by_kind, created_by_id, created_by_name, created_at, updated_at)
        select ${workspaceId}, ${task.id}::uuid, ${task.number}::int, ${task.title}, ${task.description}, ${task.status},
          ${task.priority}, ${task.source}, d.id, (select id from p), (select id from visit),
          ${task.reservationId}::uuid, ${task.contactId}::uuid, ${task.parentTaskId}::uuid, ${task.templateId}::uuid,
          ${task.scheduledDate}::date, ${task.scheduledTime}, ${task.estimatedDurationMinutes}::int,
          ${task.isIssue}::boolean, (select currency from workspaces where id = ${workspaceId}),
          ${creator.kind}, ${creator.id}::uuid,
          coalesce(${creator.name}, (select full_name from users where id = ${creator.id}), 'Innkeeper'),
          ${now}::timestamptz, ${now}::timestamptz
        from d, checked where checked.ok returning *),
      searchable as (
        insert into task_search (workspace_id, task_id, text) select ${workspaceId}, id, ${searchText(task)} from t),
      assigned as (
        insert into task_assignees (workspace_id, id, task_id, role, user_id, vendor_id, created_at)
        select ${workspaceId}, gen_random_uuid(), t.id, f.role, f.user_id, f.vendor_id, ${now}::timestamptz from t, found f),
      tagged as (
        insert into task_tag_links (workspace_id, task_id, tag_id) select ${workspaceId}, t.id, tags.id from t, tags),
      noted as (
        insert into task_activities (workspace_id, id, task_id, action, actor_kind, actor_id, actor_name, details, created_at)
        select ${workspaceId}, ${newId()}::uuid, t.id, 'task.created', ${creator.kind}, ${creator.id}::uuid, ${actorNameOf(principal)}, '{}', ${now}::timestamptz from t),
      told as (
        insert into outbox (workspace_id, type, payload, request_id, created_at)
        select ${workspaceId}, 'task.created', ${told(task, creator, assignees)}::jsonb, ${requestId}, ${now}::timestamptz from t)
    select ${taskColumns(sql`${tagIds}::uuid[]`)}, checked.missing
    from checked left join t on true left join d on true left join p on true`,
  )
  if (!row) throw new Error('the insert of a task answered nothing')
  return row
}

/** What those who act on a new task need to know of it. */
function told({ id, priority }: NewTask, creator: Creator, assignees: WantedAssignee[]): string {
  const assigned = assignees.map(({ id }) => id)
  return JSON.stringify({ taskId: id, priority, assigned, actor: { kind: creator.kind, actorId: creator.id } })
}

export function searchText({ number, title, description }: Pick<NewTask, 'number' | 'title' | 'description'>): string {
  return searchable(`TK-${number}`, title, description)
}
