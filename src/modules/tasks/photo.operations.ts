import { operation } from '#core/operation.ts'
import { pictureFailures } from '#core/pictures.ts'
import { uploadOperation } from '#core/raw-operation.ts'
import { Deleted } from '#core/schema.ts'
import { Attachment, AttachmentPath } from './attachment.schema.ts'
import { failures as attachmentFailures, getAttachment } from './attachment.service.ts'
import { failures as itemFailures } from './checklist-item.service.ts'
import { removePhoto } from './photo-removal.service.ts'
import { PhotoForm } from './photo.schema.ts'
import { addPhoto, failures, PHOTO_BYTES_MAX } from './photo.service.ts'
import { TaskPath } from './task.schema.ts'
import { failures as taskFailures } from './task.service.ts'

export const addTaskPhoto = uploadOperation({
  id: 'addTaskPhoto',
  summary: 'Add a photo to a task',
  tag: 'Attachments',
  access: { role: 'member' },
  rest: { method: 'POST', path: '/workspaces/:workspaceId/tasks/:taskId/photos' },
  params: TaskPath,
  body: PhotoForm,
  reply: Attachment,
  status: 201,
  location: (path, { id }) => path.replace(/photos$/, `attachments/${id}`),
  sizeBytesMax: PHOTO_BYTES_MAX,
  tooLarge: failures.file_too_large,
  errors: [
    taskFailures.task_not_found,
    taskFailures.reference_unknown,
    itemFailures.answer_mismatch,
    pictureFailures.file_not_an_image,
    pictureFailures.image_too_many_pixels,
  ],
  async run(ctx, { taskId, file, caption = null, checklistItemId = null }) {
    const { id } = await addPhoto(ctx, taskId, { path: file.path, caption, checklistItemId })
    return getAttachment(ctx, taskId, id)
  },
})

export const removeTaskPhoto = operation({
  id: 'removeTaskPhoto',
  summary: 'Remove a photo from a task',
  description: 'Its file goes too. An item of the checklist that no other photo answers is open again.',
  tag: 'Attachments',
  access: { role: 'manager' },
  rest: { method: 'DELETE', path: '/workspaces/:workspaceId/tasks/:taskId/attachments/:attachmentId' },
  params: AttachmentPath,
  reply: Deleted,
  outsideTransaction: true,
  errors: [taskFailures.task_not_found, attachmentFailures.attachment_not_found],
  run: (ctx, { taskId, attachmentId }) => removePhoto(ctx, taskId, attachmentId),
})
