import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { derivedId, newId } from '#core/crypto.ts'
import { coreFailures, defineFailures, fail } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import type { Listed } from '#core/paging.ts'
import * as comments from './comment.queries.ts'
import type { Comment, CommentQuery } from './comment.schema.ts'
import { noteActivity } from './task-update.queries.ts'
import { findTask } from './task.queries.ts'
import type { Task, TaskReadOne } from './task.schema.ts'
import { creatorOf, failures as taskFailures, getTask } from './task.service.ts'

const { task_not_found } = taskFailures
export const failures = {
  task_not_found,
  ...defineFailures({ comment_not_found: { status: 404, text: 'No such comment on this task.' } }),
}

export async function listComments(ctx: WorkspaceCtx, taskId: string, query: CommentQuery): Promise<Listed<Comment>> {
  if (!(await findTask(ctx, taskId))) fail(task_not_found)
  return comments.listComments(ctx, taskId, query)
}

export async function getComment(ctx: WorkspaceCtx, taskId: string, commentId: string): Promise<Comment> {
  if (!(await findTask(ctx, taskId))) fail(task_not_found)
  return (await comments.findComment(ctx, taskId, commentId)) ?? fail(failures.comment_not_found)
}

/** The task; with the comments before one that was seen instead of the newest: new ones move nothing. */
export async function getTaskBefore(
  ctx: WorkspaceCtx,
  taskId: string,
  { include, beforeCommentId }: TaskReadOne,
): Promise<Task> {
  if (beforeCommentId === undefined) return getTask(ctx, taskId, include)
  const others = include?.split(',').filter((name) => name !== 'comments') ?? []
  const task = await getTask(ctx, taskId, [...others, 'commentCount'].join(','))
  if (!(await comments.findComment(ctx, taskId, beforeCommentId))) fail(failures.comment_not_found)
  const newestFirst = await comments.commentsBefore(ctx, taskId, beforeCommentId)
  return { ...task, comments: newestFirst.toReversed() }
}

/** A comment is beside the task: it leaves the task's version alone, so nobody's change is refused for it. */
export function addComment(ctx: WorkspaceCtx, taskId: string, content: string): Promise<Comment> {
  return inTransaction(ctx, async (ctx) => {
    const { id: of } = (await findTask(ctx, taskId)) ?? fail(task_not_found)
    const idOfSent = sentId(ctx)
    const earlier = idOfSent && (await comments.findComment(ctx, of, idOfSent))
    if (earlier) return earlier
    const id = idOfSent ?? newId()
    const comment = await comments.insertComment(ctx, { id, taskId: of, author: authorOf(ctx), content })
    if (!comment) fail(coreFailures.invalid_token)
    await noteActivity(ctx, of, 'task.commented', { commentId: comment.id })
    await emit(ctx, { type: 'task.commented', taskId: of, commentId: comment.id })
    return comment
  })
}

/** Phones send again what they are not sure of, days later too, when its Idempotency-Key is forgotten. */
function sentId({ principal, idempotencyKey }: WorkspaceCtx): string | undefined {
  if (principal.kind !== 'link' || idempotencyKey === undefined) return undefined
  return derivedId(principal.linkId, `comment:${idempotencyKey}`)
}

function authorOf(ctx: WorkspaceCtx): comments.NewAuthor {
  const { principal } = ctx
  return principal.kind === 'link' ? { kind: 'link', id: principal.linkId, name: principal.name } : creatorOf(ctx)
}
