import type { Scope, TxCtx } from '#core/context.ts'
import { one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { sql } from '#core/sql.ts'
import type { Comment, CommentQuery } from './comment.schema.ts'

const COLUMNS = sql`
  id, json_build_object('kind', author_kind, 'id', author_id, 'name', author_name) as author, content,
  created_at as "createdAt"`

export function listComments(
  { db, workspaceId }: Scope,
  taskId: string,
  query: CommentQuery,
): Promise<Listed<Comment>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`task_comments`,
    where: sql`workspace_id = ${workspaceId} and task_id = ${taskId}`,
    order: sql`created_at desc, id desc`,
  })
}

export function findComment(
  { db, workspaceId }: Scope,
  taskId: string,
  commentId: string,
): Promise<Comment | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from task_comments
    where workspace_id = ${workspaceId} and task_id = ${taskId} and id = ${commentId}`,
  )
}

/** The name is kept as it is now: what somebody said stays theirs. A person has the name of the account. */
export function insertComment(
  { db, workspaceId, now }: TxCtx,
  comment: { id: string; taskId: string; author: { kind: string; id: string; name?: string }; content: string },
): Promise<Comment | undefined> {
  const { id, taskId, author, content } = comment
  const name = author.name ?? null
  return one(
    db,
    sql`
    insert into task_comments (workspace_id, id, task_id, author_kind, author_id, author_name, content, created_at)
    select ${workspaceId}, ${id}::uuid, ${taskId}::uuid, ${author.kind}::text, ${author.id}::uuid,
      coalesce(${name}::text, u.full_name), ${content}, ${now}::timestamptz
    from (select 1) one left join users u on u.id = ${author.id} where coalesce(${name}::text, u.full_name) is not null
    returning ${COLUMNS}`,
  )
}
