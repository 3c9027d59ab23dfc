import type { TxCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { many, one, run } from '#core/db.ts'
import { actorOf } from '#core/principal.ts'
import { assignments, sql, type Sql } from '#core/sql.ts'
import { missingAmong } from './tag.queries.ts'
import { KEPT, searchText, type WantedAssignee } from './task-create.queries.ts'
import { STORED_TAGS, taskColumns, type OwnRow } from './task.queries.ts'
import { CLOSED_STATUSES } from './task.schema.ts'

/** Writes the changed columns and raises the version. */
export async function saveTask(
  { db, workspaceId, now }: TxCtx,
  taskId: string,
  changes: Partial<OwnRow>,
): Promise<void> {
  await run(
    db,
    sql`
    update tasks set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${taskId}`,
  )
}

interface Beside {
  /** The tags that it will have, if they change. */
  tagIds?: string[] | undefined
  /** Said in the event alone: the history has the lines before. */
  wasOver?: true
}

/** The changed columns, the line in the history and the event in one statement, which answers the task as it is then. */
export function saveAndTell(
  { workspaceId, now, requestId, principal }: TxCtx,
  taskId: string,
  changes: Partial<OwnRow>,
  details: Record<string, unknown>,
  { tagIds, ...told }: Beside = {},
): Sql {
  const actor = actorOf(principal)
  const payload = JSON.stringify({ taskId, ...details, ...told, actor })
  return sql`
    with t as (
        update tasks set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
        where workspace_id = ${workspaceId} and id = ${taskId} returning *),
      noted as (
        insert into task_activities (workspace_id, id, task_id, action, actor_kind, actor_id, details, created_at)
        select ${workspaceId}, ${newId()}::uuid, t.id, 'task.updated', ${actor.kind}, ${actor.actorId}::uuid,
          ${JSON.stringify(details)}::jsonb, ${now}::timestamptz from t),
      told as (
        insert into outbox (workspace_id, type, payload, request_id, created_at)
        select ${workspaceId}, 'task.updated', ${payload}::jsonb, ${requestId}, ${now}::timestamptz from t)
    select ${taskColumns(tagIds ? sql`${tagIds}::uuid[]` : STORED_TAGS)} from t
    join departments d on d.workspace_id = t.workspace_id and d.id = t.department_id
    left join properties p on p.workspace_id = t.workspace_id and p.id = t.property_id`
}

export async function saveSearchText({ db, workspaceId }: TxCtx, task: OwnRow): Promise<void> {
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
  const named = Object.keys(tables) as (keyof typeof tables)[]
  const asked = named.filter((field) => references[field] !== undefined && references[field] !== null)
  if (asked.length === 0) return []
  const found = await db.together(
    asked.map(
      (field) => sql`
      select 1 from ${tables[field]} where workspace_id = ${workspaceId} and id = ${references[field]}
        and deleted_at is null`,
    ),
  )
  return asked.filter((_, index) => found[index]?.length === 0)
}

/**
 * What stands in the way of a completion, to be read with the task locked, so that nothing of it can come in between.
 * The rules are those of the department that the task will then be in.
 */
export function completionState(workspaceId: string, taskId: string, departmentId: string | undefined): Sql {
  return sql`
    select
      coalesce((select json_agg(json_build_object('id', id, 'title', title, 'required', required, 'blocksCompletion',
          blocks_completion, 'completedAt', completed_at, 'actionUrl', action_url) order by position, id)
        from task_checklist_items where workspace_id = t.workspace_id and task_id = t.id), '[]') as checklist,
      coalesce((select json_agg(json_build_object('id', o.id, 'title', o.title) order by o.number) from tasks o
        where o.workspace_id = t.workspace_id and o.deleted_at is null and o.status <> all(${CLOSED_STATUSES}::text[])
          and o.id = any(
            array(select id from tasks where workspace_id = t.workspace_id and parent_task_id = t.id)
            || array(select depends_on_id from task_dependencies where workspace_id = t.workspace_id and task_id = t.id))),
        '[]') as "openTasks",
      coalesce((select json_agg(json_build_object('id', id, 'title', title, 'actionUrl', action_url) order by created_at, id)
        from task_completion_holds where workspace_id = t.workspace_id and task_id = t.id and released_at is null), '[]')
        as holds,
      coalesce((select json_agg(json_build_object('id', id, 'requires', requires) order by created_at, id)
        from completion_rules where workspace_id = t.workspace_id
          and (department_id = coalesce(${departmentId ?? null}::uuid, t.department_id) or template_id = t.template_id)),
        '[]') as rules,
      exists (select 1 from task_attachments where workspace_id = t.workspace_id and task_id = t.id
        and storage_key is not null) as "hasPhoto",
      exists (select 1 from task_cost_items where workspace_id = t.workspace_id and task_id = t.id) as "hasCostItems"
    from tasks t where t.workspace_id = ${workspaceId} and t.id = ${taskId}`
}

/**
 * Holds the visit that a task leaves and the one it joins, always in the same order: two tasks that change places would
 * wait for each other.
 */
export async function lockVisits(
  { db, workspaceId }: TxCtx,
  leftId: string | null,
  joined: { propertyId: string | null; scheduledDate: string | null },
): Promise<void> {
  await run(
    db,
    sql`
    select 1 from visits where workspace_id = ${workspaceId}
      and (id = ${leftId} or (property_id = ${joined.propertyId} and date = ${joined.scheduledDate}::date))
    order by id for update`,
  )
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

/** The lock comes first, in a statement of its own: one that had to wait would not see who has joined meanwhile. */
export async function dropEmptyVisit({ db, workspaceId }: TxCtx, visitId: string): Promise<void> {
  await run(db, sql`select 1 from visits where workspace_id = ${workspaceId} and id = ${visitId} for update`)
  await run(
    db,
    sql`
    delete from visits v where v.workspace_id = ${workspaceId} and v.id = ${visitId} and not exists (
      select 1 from tasks t where t.workspace_id = v.workspace_id and t.visit_id = v.id)`,
  )
}

/** Makes these the assignees. Answers the places in the request that name nobody of this workspace. */
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
  const before = await many<{ who: string; id: string; createdAt: string }>(
    db,
    sql`
    delete from task_assignees where workspace_id = ${workspaceId} and task_id = ${taskId}
    returning coalesce(user_id, vendor_id) as who, id, created_at as "createdAt"`,
  )
  // All are written anew, because two that change places would both be the primary for a moment. Who stays keeps the id.
  const kept = new Map(before.map(({ who, ...row }) => [who, row]))
  const rows = found.map(({ id, ...one }) => ({ id: newId(), createdAt: now, ...kept.get(id), ...one }))
  await run(
    db,
    sql`
    insert into task_assignees (workspace_id, id, task_id, role, user_id, vendor_id, created_at)
    select ${workspaceId}, f.id, ${taskId}::uuid, f.role, f.user_id, f.vendor_id, f.created_at
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ role }) => role)}::text[],
      ${rows.map(({ userId }) => userId)}::uuid[], ${rows.map(({ vendorId }) => vendorId)}::uuid[],
      ${rows.map(({ createdAt }) => createdAt)}::timestamptz[]) as f (id, role, user_id, vendor_id, created_at)`,
  )
  return []
}

/** The tags that the task has, in order. */
export function tagsOnTask(workspaceId: string, taskId: string): Sql {
  return sql`
    select array(select tag_id from task_tag_links where workspace_id = ${workspaceId} and task_id = ${taskId}
      order by tag_id) as ids`
}

/** Makes these the tags. Answers the places of those that are not there, or neither active nor on the task already. */
export async function saveTags({ db, workspaceId }: TxCtx, taskId: string, tagIds: string[]): Promise<string[]> {
  const known = await many<{ id: string }>(
    db,
    sql`
    select id from task_tags t where workspace_id = ${workspaceId} and id = any(${tagIds}::uuid[])
      and (active or exists (select 1 from task_tag_links l
        where l.workspace_id = t.workspace_id and l.task_id = ${taskId} and l.tag_id = t.id))`,
  )
  const missing = missingAmong(tagIds, known)
  if (missing.length > 0) return missing
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
  return []
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
