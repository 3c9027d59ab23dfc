import { operation } from '#core/operation.ts'
import * as schema from './attachment.schema.ts'
import * as attachments from './attachment.service.ts'
import { TASK_CONTRACT, TaskPath } from './task.schema.ts'
import { failures as taskFailures } from './task.service.ts'

const { attachment_not_found, ...addFailures } = attachments.failures
const { task_not_found } = taskFailures
const about = { tag: 'Attachments', contract: TASK_CONTRACT }
const path = '/workspaces/:workspaceId/tasks/:taskId/attachments'

export const listAttachments = operation({
  ...about,
  id: 'listAttachments',
  summary: 'List the photos of a task',
  description: 'Newest first.',
  access: { scope: 'tasks:read', role: 'member' },
  rest: { method: 'GET', path },
  params: TaskPath,
  query: schema.AttachmentQuery,
  reply: schema.AttachmentPage,
  errors: [task_not_found],
  run: (ctx, { taskId, ...query }) => attachments.listAttachments(ctx, taskId, query),
})

export const addAttachment = operation({
  ...about,
  id: 'addAttachment',
  summary: 'Attach a photo',
  description:
    'Downloads the image at `sourceUrl` while you wait and keeps a copy: at most 25 MB in at most 30 seconds, an image by its header and by its bytes. The address is used once and not kept. The same `externalSource` and `externalId` again answer 200 and the attachment that is there, without a download; a record that has no copy yet gets one.',
  access: { scope: 'attachments:write', role: 'member' },
  rest: { method: 'POST', path },
  params: TaskPath,
  body: schema.AttachmentCreate,
  reply: schema.Attachment,
  status: 201,
  repeatable: true,
  outsideTransaction: true,
  foresee: (ctx, { taskId, ...input }) => attachments.assertAttachable(ctx, taskId, input),
  errors: [task_not_found, ...Object.values(addFailures)],
  run: (ctx, { taskId, ...input }) => attachments.addAttachment(ctx, taskId, input),
})

export const getAttachment = operation({
  ...about,
  id: 'getAttachment',
  summary: 'Read an attachment',
  access: { scope: 'tasks:read', role: 'member' },
  rest: { method: 'GET', path: `${path}/:attachmentId` },
  params: schema.AttachmentPath,
  reply: schema.Attachment,
  errors: [task_not_found, attachment_not_found],
  run: (ctx, { taskId, attachmentId }) => attachments.getAttachment(ctx, taskId, attachmentId),
})
