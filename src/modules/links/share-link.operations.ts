import { operation } from '#core/operation.ts'
import { closed, Uuid, WorkspaceId } from '#core/schema.ts'
import { sharedBesides } from './shared-view.service.ts'
import * as schema from './share-link.schema.ts'
import * as links from './share-link.service.ts'

const { task_not_found, share_link_not_found, link_inapplicable } = links.failures
const about = { tag: 'Links', access: { role: 'member' } } as const
const LIST = '/workspaces/:workspaceId/tasks/:taskId/share-links'
const TaskPath = closed({ workspaceId: WorkspaceId, taskId: Uuid })

export const listShareLinks = operation({
  ...about,
  id: 'listShareLinks',
  summary: 'List the links of a task',
  rest: { method: 'GET', path: LIST },
  params: TaskPath,
  query: schema.ShareLinkQuery,
  reply: schema.ShareLinkPage,
  errors: [task_not_found],
  run: (ctx, { taskId, ...query }) => links.listShareLinks(ctx, taskId, query),
})

export const createShareLink = operation({
  ...about,
  id: 'createShareLink',
  summary: 'Share a task with somebody outside',
  rest: { method: 'POST', path: LIST },
  params: TaskPath,
  body: schema.ShareLinkCreate,
  reply: schema.ShareLink,
  status: 201,
  secrets: ['url'],
  // A yes to share the task as it was is no yes to share what it has become.
  conditional: true,
  besides: (ctx, { taskId }) => sharedBesides(ctx, String(taskId)),
  errors: [task_not_found, link_inapplicable],
  run: (ctx, { taskId, ...input }) => links.createShareLink(ctx, taskId, input),
})

export const getShareLink = operation({
  ...about,
  id: 'getShareLink',
  summary: 'Show a link again',
  rest: { method: 'GET', path: `${LIST}/:shareLinkId` },
  params: schema.ShareLinkPath,
  reply: schema.ShareLink,
  errors: [task_not_found, share_link_not_found],
  run: (ctx, { taskId, shareLinkId }) => links.getShareLink(ctx, taskId, shareLinkId),
})

export const revokeShareLinks = operation({
  ...about,
  id: 'revokeShareLinks',
  summary: 'Withdraw the links of a task',
  description: 'They stop working at once. Safe to repeat.',
  rest: { method: 'POST', path: `${LIST}/revoke` },
  params: TaskPath,
  body: schema.ShareLinkWithdrawal,
  reply: schema.WithdrawnLinks,
  conditional: true,
  errors: [task_not_found, share_link_not_found],
  run: (ctx, { taskId, ...which }) => links.revokeShareLinks(ctx, taskId, which),
})

export const revokeShareLink = operation({
  ...about,
  id: 'revokeShareLink',
  summary: 'Withdraw a link',
  description: 'It stops working at once. Safe to repeat.',
  rest: { method: 'POST', path: `${LIST}/:shareLinkId/revoke` },
  params: schema.ShareLinkPath,
  reply: schema.ShareLink,
  secrets: ['url'],
  errors: [task_not_found, share_link_not_found],
  run: (ctx, { taskId, shareLinkId }) => links.revokeShareLink(ctx, taskId, shareLinkId),
})
