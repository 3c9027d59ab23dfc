import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { every, sql } from '#core/sql.ts'
import type { Suggestion, SuggestionQuery } from './suggestion.schema.ts'

const COLUMNS = sql`
  s.id, s.kind, s.priority, s.score, s.reason, s.method, s.state, s.created_at as "createdAt", s.decided_at as "decidedAt",
  case when o.id is not null then
    json_build_object('id', o.id, 'shortId', 'TK-' || o.number, 'title', o.title, 'status', o.status) end as "duplicateOf",
  case when g.id is not null then
    json_build_object('id', g.id, 'name', g.name, 'color', g.color, 'active', g.active) end as tag`
const JOINED = sql`
  task_suggestions s
  left join tasks o on o.workspace_id = s.workspace_id and o.id = s.duplicate_of_id
  left join task_tags g on g.workspace_id = s.workspace_id and g.id = s.tag_id`

/** A duplicate that was deleted since is none any more. */
const CURRENT = sql`o.deleted_at is null`

export function listSuggestions(
  { db, workspaceId }: Scope,
  taskId: string,
  query: SuggestionQuery,
): Promise<Listed<Suggestion>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: JOINED,
    where: every([
      sql`s.workspace_id = ${workspaceId} and s.task_id = ${taskId} and ${CURRENT}`,
      query.state !== undefined && sql`s.state = ${query.state}`,
    ]),
    order: sql`s.created_at desc, s.id desc`,
  })
}

/** With the task held, nobody else decides on it at the same time. */
export function findSuggestion(
  { db, workspaceId }: TxCtx,
  taskId: string,
  suggestionId: string,
): Promise<Suggestion | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from ${JOINED}
    where s.workspace_id = ${workspaceId} and s.task_id = ${taskId} and s.id = ${suggestionId} and ${CURRENT}`,
  )
}

export async function saveDecision(
  { db, workspaceId, now }: TxCtx,
  suggestionId: string,
  state: Suggestion['state'],
  userId: string | null,
): Promise<void> {
  await run(
    db,
    sql`
    update task_suggestions set state = ${state}, decided_at = ${now}, decided_by = ${userId}
    where workspace_id = ${workspaceId} and id = ${suggestionId}`,
  )
}
