import { operation } from '#core/operation.ts'
import * as schema from './comment.schema.ts'
import * as comments from './comment.service.ts'
import { TaskPath } from './task.schema.ts'

const { task_not_found, comment_not_found } = comments.failures
const about = { tag: 'Comments', access: { role: 'member' } } as const
const LIST = '/workspaces/:workspaceId/tasks/:taskId/comments'

export const listComments = operation({
  ...about,
  id: 'listComments',
  summary: 'List the comments on a task',
  rest: { method: 'GET', path: LIST },
  params: TaskPath,
  query: schema.CommentQuery,
  reply: schema.CommentPage,
  errors: [task_not_found],
  run: (ctx, { taskId, ...query }) => comments.listComments(ctx, taskId, query),
})

export const getComment = operation({
  ...about,
  id: 'getComment',
  summary: 'Read a comment',
  rest: { method: 'GET', path: `${LIST}/:commentId` },
  params: schema.CommentPath,
  reply: schema.Comment,
  errors: [task_not_found, comment_not_found],
  run: (ctx, { taskId, commentId }) => comments.getComment(ctx, taskId, commentId),
})

export const addComment = operation({
  ...about,
  id: 'addComment',
  workflow: { name: 'task-comment-add', version: '1.0.0', scope: 'tasks:update' },
  summary: 'Comment on a task',
  rest: { method: 'POST', path: LIST },
  params: TaskPath,
  body: schema.CommentCreate,
  reply: schema.Comment,
  status: 201,
  errors: [task_not_found],
  run: (ctx, { taskId, content }) => comments.addComment(ctx, taskId, content),
})
