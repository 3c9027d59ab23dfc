import type { Scope } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'
import type { Suggestion } from './suggestion.schema.ts'

export interface NewTaskFacts {
  id: string
  title: string
  description: string | null
  priority: NonNullable<Suggestion['priority']>
  propertyId: string | null
  parentTaskId: string | null
  scheduledDate: string | null
  tagIds: string[]
  createdAt: string
}

export function findFacts({ db, workspaceId }: Scope, taskId: string): Promise<NewTaskFacts | undefined> {
  return one(
    db,
    sql`
    select id, title, description, priority, property_id as "propertyId", parent_task_id as "parentTaskId",
      scheduled_date as "scheduledDate", created_at as "createdAt",
      array(select tag_id from task_tag_links l where l.workspace_id = t.workspace_id and l.task_id = t.id) as "tagIds"
    from tasks t where workspace_id = ${workspaceId} and id = ${taskId} and deleted_at is null`,
  )
}

/** A second report of the same thing comes soon after the first, so only so many are compared. */
const COMPARED_MAX = 300

export interface Comparable {
  id: string
  shortId: string
  title: string
}

/**
 * Open tasks of the same place, or of none, that were there before: the newest, by their index. Tasks on different days
 * are not the same work, and neither are the parts of one task.
 */
export function findComparable(
  { db, workspaceId }: Scope,
  task: NewTaskFacts,
  closedStatuses: readonly string[],
): Promise<Comparable[]> {
  const newest = (place: Sql): Sql => sql`(
    select id, number, status, title, parent_task_id, scheduled_date from tasks
    where workspace_id = ${workspaceId} and deleted_at is null and ${place}
      and (created_at, id) < (${task.createdAt}::timestamptz, ${task.id}::uuid)
    order by created_at desc, id desc limit ${COMPARED_MAX})`
  const nowhere = newest(sql`property_id is null`)
  const compared =
    task.propertyId === null ? nowhere : sql`${newest(sql`property_id = ${task.propertyId}`)} union all ${nowhere}`
  return many(
    db,
    sql`
    select o.id, 'TK-' || o.number as "shortId", o.title from (${compared}) o
    where o.status <> all(${closedStatuses}::text[])
      and o.id is distinct from ${task.parentTaskId}::uuid
      and (o.parent_task_id is null or o.parent_task_id is distinct from ${task.parentTaskId}::uuid)
      and (o.scheduled_date = ${task.scheduledDate}::date or o.scheduled_date is null
        or ${task.scheduledDate}::date is null)`,
  )
}

export function activeTags({ db, workspaceId }: Scope): Promise<{ id: string; name: string }[]> {
  return many(
    db,
    sql`select id, name from task_tags where workspace_id = ${workspaceId} and active order by length(name) desc, id`,
  )
}

export interface NewSuggestion {
  id: string
  kind: Suggestion['kind']
  duplicateOfId?: string
  priority?: string
  tagId?: string
  score?: number
  reason: string
}

/** What was suggested before stays as it is, decided or not. */
export async function insertSuggestions(
  { db, workspaceId }: Scope,
  taskId: string,
  now: Date,
  suggestions: readonly NewSuggestion[],
): Promise<void> {
  const column = <Field extends keyof NewSuggestion>(field: Field) => suggestions.map((each) => each[field] ?? null)
  await run(
    db,
    sql`
    insert into task_suggestions (workspace_id, id, task_id, kind, duplicate_of_id, priority, tag_id, score, reason, method, created_at)
    select ${workspaceId}, n.id, ${taskId}::uuid, n.kind, n.duplicate_of_id, n.priority, n.tag_id, n.score, n.reason, 'rules',
      ${now}::timestamptz
    from unnest(${column('id')}::uuid[], ${column('kind')}::text[], ${column('duplicateOfId')}::uuid[],
      ${column('priority')}::text[], ${column('tagId')}::uuid[], ${column('score')}::real[], ${column('reason')}::text[])
      as n (id, kind, duplicate_of_id, priority, tag_id, score, reason)
    on conflict do nothing`,
  )
}
