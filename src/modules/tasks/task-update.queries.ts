import type { Scope, TxCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { many, one, run } from '#core/db.ts'
import { actorOf } from '#core/principal.ts'
import { assignments, sql } from '#core/sql.ts'
import { KEPT, searchText, type WantedAssignee } from './task-create.queries.ts'
import { taskColumns, type TaskRow } from './task.queries.ts'
import type { CompletionState } from './task.rules.ts'
import { CLOSED_STATUSES } from './task.schema.ts'

/** Writes the changed columns and raises the version. */
export async function saveTask(
  { db, workspaceId, now }: TxCtx,
  taskId: string,
  changes: Partial<TaskRow>,
): Promise<void> {
  await run(
    db,
    sql`
    update tasks set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${taskId}`,
  )
}

/** The changed columns, the line in the history and the event in one statement; answers the task as it is now. */
export async function saveAndTell(
  { db, workspaceId, now, requestId, principal }: TxCtx,
  { id, tagIds }: Pick<TaskRow, 'id' | 'tagIds'>,
  changes: Partial<TaskRow>,
  details: Record<string, unknown>,
): Promise<TaskRow | undefined> {
  const { kind, actorId } = actorOf(principal)
  return one(
    db,
    sql`
    with t as (
        update tasks set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
        where workspace_id = ${workspaceId} and id = ${id} returning *),
      noted as (
        insert into task_activities (workspace_id, id, task_id, action, actor_kind, actor_id, details, created_at)
        select ${workspaceId}, ${newId()}::uuid, t.id, 'task.updated', ${kind}, ${actorId}::uuid,
          ${JSON.stringify(details)}::jsonb, ${now}::timestamptz from t),
      told as (
        insert into outbox (workspace_id, type, payload, request_id, created_at)
        select ${workspaceId}, 'task.updated', ${JSON.stringify({ taskId: id, ...details })}::jsonb, ${requestId},
          ${now}::timestamptz from t)
    select ${taskColumns(sql`${tagIds}::uuid[]`)} from t
    join departments d on d.workspace_id = t.workspace_id and d.id = t.department_id
    left join properties p on p.workspace_id = t.workspace_id and p.id = t.property_id`,
  )
}

export async function saveSearchText({ db, workspaceId }: TxCtx, task: TaskRow): Promise<void> {
  await run(
    db,
    sql`
    update task_search set text = ${searchText(task)} where workspace_id = ${workspaceId} and task_id = ${task.id}`,
  )
}

/** Which of the referenced rows are not in this workspace, by the field that names them. */
export async function missingReferences(
  { db, workspaceId }: TxCtx,
  references: {
    departmentId?: string
    propertyId?: string | null
    reservationId?: string | null
    contactId?: string | null
  },
): Promise<string[]> {
  const tables = {
    departmentId: sql`departments`,
    propertyId: sql`properties`,
    reservationId: sql`reservations`,
    contactId: sql`contacts`,
  }
  const missing: string[] = []
  for (const [field, table] of Object.entries(tables)) {
    const id = references[field as keyof typeof tables]
    if (id === undefined || id === null) continue
    const found = await one(
      db,
      sql`
      select 1 from ${table} where workspace_id = ${workspaceId} and id = ${id} and deleted_at is null`,
    )
    if (!found) missing.push(field)
  }
  return missing
}

/** What stands in the way of a completion. With the task locked nothing of it can come in between. */
export async function completionState(
  { db, workspaceId }: Scope,
  task: Pick<TaskRow, 'id' | 'departmentId' | 'templateId' | 'cost'>,
): Promise<CompletionState> {
  const row = await one<CompletionState>(
    db,
    sql`
    select
      coalesce((select json_agg(json_build_object('id', id, 'title', title, 'required', required, 'blocksCompletion',
          blocks_completion, 'completedAt', completed_at, 'actionUrl', action_url) order by position, id)
        from task_checklist_items where workspace_id = ${workspaceId} and task_id = ${task.id}), '[]') as checklist,
      coalesce((select json_agg(json_build_object('id', o.id, 'title', o.title) order by o.number) from tasks o
        where o.workspace_id = ${workspaceId} and o.deleted_at is null and o.status <> all(${CLOSED_STATUSES}::text[])
          and o.id in (
            select id from tasks where workspace_id = ${workspaceId} and parent_task_id = ${task.id}
            union all
            select depends_on_id from task_dependencies where workspace_id = ${workspaceId} and task_id = ${task.id})),
        '[]') as "openTasks",
      coalesce((select json_agg(json_build_object('id', id, 'title', title, 'actionUrl', action_url) order by created_at, id)
        from task_completion_holds where workspace_id = ${workspaceId} and task_id = ${task.id} and released_at is null), '[]')
        as holds,
      coalesce((select json_agg(json_build_object('id', id, 'requires', requires) order by created_at, id)
        from completion_rules where workspace_id = ${workspaceId}
          and (department_id = ${task.departmentId} or template_id = ${task.templateId}::uuid)), '[]') as rules,
      exists (select 1 from task_attachments where workspace_id = ${workspaceId} and task_id = ${task.id}
        and storage_key is not null) as "hasPhoto",
      ${task.cost}::numeric is not null or exists (select 1 from task_cost_items
        where workspace_id = ${workspaceId} and task_id = ${task.id}) as "hasCost"`,
  )
  if (!row) throw new Error('the completion state of a task answered nothing')
  return row
}

/** The task and all above it: a task put under one of its own parts would never end. */
export async function ancestorsOf({ db, workspaceId }: TxCtx, taskId: string): Promise<string[]> {
  const rows = await many<{ id: string }>(
    db,
    sql`
    with recursive above as (
      select id, parent_task_id from tasks where workspace_id = ${workspaceId} and id = ${taskId}
      union select t.id, t.parent_task_id from tasks t join above a on t.workspace_id = ${workspaceId} and t.id = a.parent_task_id)
    select id from above`,
  )
  return rows.map(({ id }) => id)
}

/** Serialises changes of the tree of tasks in a workspace: two moves at once could close a circle neither sees. */
export async function lockTree({ db, workspaceId }: TxCtx): Promise<void> {
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${`task-tree:${workspaceId}`}, 0))`)
}

/** The visit of a property on a day, made when it is the first. */
export async function visitOf(
  { db, workspaceId }: TxCtx,
  propertyId: string,
  date: string,
): Promise<string | undefined> {
  const row = await one<{ id: string }>(
    db,
    sql`
    insert into visits (workspace_id, id, property_id, date) values (${workspaceId}, ${newId()}, ${propertyId}, ${date})
    on conflict (workspace_id, property_id, date) do update set date = excluded.date returning id`,
  )
  return row?.id
}

export async function dropEmptyVisit({ db, workspaceId }: TxCtx, visitId: string): Promise<void> {
  await run(
    db,
    sql`
    delete from visits v where v.workspace_id = ${workspaceId} and v.id = ${visitId} and not exists (
      select 1 from tasks t where t.workspace_id = v.workspace_id and t.visit_id = v.id)`,
  )
}

/** Makes these the assignees. Answers the fields that name nobody of this workspace. */
export async function saveAssignees(
  { db, workspaceId, now }: TxCtx,
  taskId: string,
  wanted: WantedAssignee[],
): Promise<string[]> {
  const found = await many<{ id: string; role: string; userId: string | null; vendorId: string | null }>(
    db,
    sql`
    with wanted as (select * from unnest(${wanted.map(({ id }) => id)}::uuid[], ${wanted.map(({ role }) => role)}::text[],
      ${wanted.map(({ kind }) => kind)}::text[], ${wanted.map(({ field }) => field === KEPT)}::boolean[]) as w (id, role, kind, kept))
    select w.id, w.role, m.user_id as "userId", v.id as "vendorId" from wanted w
    left join memberships m on m.workspace_id = ${workspaceId} and m.user_id = w.id and w.kind <> 'VENDOR'
      and (w.kept or m.ended_at is null)
    left join vendors v on v.workspace_id = ${workspaceId} and v.id = w.id and w.kind <> 'USER'
      and (w.kept or (v.deleted_at is null and v.active))
    where m.user_id is not null or v.id is not null`,
  )
  const known = new Set(found.map(({ id }) => id))
  const missing = wanted.filter(({ id }) => !known.has(id)).map(({ field }) => field)
  if (missing.length > 0) return missing
  await run(db, sql`delete from task_assignees where workspace_id = ${workspaceId} and task_id = ${taskId}`)
  await run(
    db,
    sql`
    insert into task_assignees (workspace_id, id, task_id, role, user_id, vendor_id, created_at)
    select ${workspaceId}, gen_random_uuid(), ${taskId}::uuid, f.role, f.user_id, f.vendor_id, ${now}::timestamptz
    from unnest(${found.map(({ role }) => role)}::text[], ${found.map(({ userId }) => userId)}::uuid[],
      ${found.map(({ vendorId }) => vendorId)}::uuid[]) as f (role, user_id, vendor_id)`,
  )
  return []
}

/** Makes these the tags. Answers whether all of them are there and active. */
export async function saveTags({ db, workspaceId }: TxCtx, taskId: string, tagIds: string[]): Promise<boolean> {
  const known = await many(
    db,
    sql`
    select id from task_tags t where workspace_id = ${workspaceId} and id = any(${tagIds}::uuid[])
      and (active or exists (select 1 from task_tag_links l
        where l.workspace_id = t.workspace_id and l.task_id = ${taskId} and l.tag_id = t.id))`,
  )
  if (known.length < tagIds.length) return false
  await run(
    db,
    sql`
    delete from task_tag_links where workspace_id = ${workspaceId} and task_id = ${taskId} and tag_id <> all(${tagIds}::uuid[])`,
  )
  await run(
    db,
    sql`
    insert into task_tag_links (workspace_id, task_id, tag_id)
    select ${workspaceId}, ${taskId}::uuid, tag_id from unnest(${tagIds}::uuid[]) as tag_id on conflict do nothing`,
  )
  return true
}

/** A line in the task's history. */
export async function noteActivity(
  { db, workspaceId, now, principal }: TxCtx,
  taskId: string,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  const { kind, actorId } = actorOf(principal)
  await run(
    db,
    sql`
    insert into task_activities (workspace_id, id, task_id, action, actor_kind, actor_id, details, created_at)
    values (${workspaceId}, ${newId()}, ${taskId}, ${action}, ${kind}, ${actorId},
      ${JSON.stringify(details)}, ${now})`,
  )
}

export async function softDelete({ db, workspaceId, now }: TxCtx, taskId: string): Promise<void> {
  await run(
    db,
    sql`
    update tasks set deleted_at = ${now}, updated_at = ${now}, visit_id = null, version = version + 1
    where workspace_id = ${workspaceId} and id = ${taskId}`,
  )
}
