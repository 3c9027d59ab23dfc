import type { Scope, TxCtx } from '#core/context.ts'
import { many, one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { sql, type Sql } from '#core/sql.ts'
import { COMMENTS_INCLUDED_MAX, type Comment, type CommentQuery } from './comment.schema.ts'

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

/** The newest of each task, oldest first. */
export function newestComments(workspaceId: string, taskIds: string[]): Sql {
  return sql`
    select wanted.id as "taskId", c.* from unnest(${taskIds}::uuid[]) as wanted (id)
    cross join lateral (
      select ${COLUMNS} from task_comments where workspace_id = ${workspaceId} and task_id = wanted.id
      order by created_at desc, id desc limit ${COMMENTS_INCLUDED_MAX}) c
    order by c."createdAt", c.id`
}

/** Those before one of them, newest first. */
export function commentsBefore({ db, workspaceId }: Scope, taskId: string, commentId: string): Promise<Comment[]> {
  return many(
    db,
    sql`
    select ${COLUMNS} from task_comments
    where workspace_id = ${workspaceId} and task_id = ${taskId} and (created_at, id) < (
      select created_at, id from task_comments
      where workspace_id = ${workspaceId} and task_id = ${taskId} and id = ${commentId})
    order by created_at desc, id desc limit ${COMMENTS_INCLUDED_MAX}`,
  )
}

export function commentCounts(workspaceId: string, taskIds: string[]): Sql {
  return sql`
    select task_id as "taskId", count(*) as count from task_comments
    where workspace_id = ${workspaceId} and task_id = any(${taskIds}::uuid[]) group by task_id`
}

/** Those of a task that have one of these ids, in the order of the ids. */
export function commentsAmong({ db, workspaceId }: Scope, taskId: string, commentIds: string[]): Promise<Comment[]> {
  return many(
    db,
    sql`
    select ${COLUMNS} from task_comments
    where workspace_id = ${workspaceId} and task_id = ${taskId} and id = any(${commentIds}::uuid[])
    order by array_position(${commentIds}::uuid[], id)`,
  )
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

export interface NewAuthor {
  kind: Comment['author']['kind']
  id: string | null
  /** Null for a person, who has the name of the account. */
  name: string | null
}

/** The name is kept as it is now: what somebody said stays theirs. */
export function insertComment(
  { db, workspaceId, now }: TxCtx,
  comment: { id: string; taskId: string; author: NewAuthor; content: string },
): Promise<Comment | undefined> {
  const { id, taskId, author, content } = comment
  const { name } = author
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
