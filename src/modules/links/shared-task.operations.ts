import { operation } from '#core/operation.ts'
import { fileOperation, uploadOperation } from '#core/raw-operation.ts'
import * as schema from './shared-task.schema.ts'
import * as shared from './shared-task.service.ts'
import { viewSharedTask } from './shared-view.service.ts'

const { failures } = shared
const about = { tag: 'Shared tasks', access: { link: 'shared-task' }, params: schema.SharedTaskPath } as const
const carryOut = { link: 'shared-task', mode: 'carry_out' } as const
const PATH = '/shared-task/:shareToken'

export const getSharedTask = operation({
  ...about,
  id: 'getSharedTask',
  summary: 'See a shared task',
  rest: { method: 'GET', path: PATH },
  reply: schema.SharedTask,
  run: (ctx) => viewSharedTask(ctx),
})

export const completeSharedTask = operation({
  ...about,
  id: 'completeSharedTask',
  summary: 'Complete a shared task',
  access: carryOut,
  rest: { method: 'POST', path: `${PATH}/complete` },
  body: schema.SharedTaskComplete,
  bodyOptional: true,
  reply: schema.SharedTaskCompleted,
  errors: [failures.already_completed, failures.completion_blocked],
  run: (ctx, result) => shared.completeSharedTask(ctx, result),
})

export const commentSharedTask = operation({
  ...about,
  id: 'commentSharedTask',
  summary: 'Comment on a shared task',
  access: carryOut,
  rest: { method: 'POST', path: `${PATH}/comment` },
  body: schema.SharedCommentCreate,
  bodyOptional: true,
  reply: schema.SharedComment,
  status: 201,
  location: () => undefined,
  errors: [failures.comment_empty],
  run: (ctx, { content }) => shared.commentSharedTask(ctx, content),
})

export const uploadSharedPhoto = uploadOperation({
  ...about,
  id: 'uploadSharedPhoto',
  summary: 'Add a photo to a shared task',
  access: carryOut,
  rest: { method: 'POST', path: `${PATH}/upload` },
  body: schema.SharedUpload,
  reply: schema.SharedPhoto,
  status: 201,
  location: (_, { url }) => url,
  sizeBytesMax: shared.FILE_BYTES_MAX,
  tooLarge: failures.file_too_large,
  errors: [
    failures.file_not_an_image,
    failures.image_too_many_pixels,
    failures.answer_mismatch,
    failures.reference_unknown,
    failures.too_many_photos,
  ],
  run: (ctx, upload) => shared.uploadSharedPhoto(ctx, upload),
})

export const answerSharedItem = operation({
  ...about,
  id: 'answerSharedItem',
  summary: 'Answer a checklist item of a shared task',
  access: carryOut,
  rest: { method: 'PUT', path: `${PATH}/checklist-items/:itemId` },
  params: schema.SharedItemPath,
  body: schema.SharedAnswer,
  reply: schema.SharedChecklistItem,
  errors: [failures.checklist_item_not_found, failures.answer_mismatch, failures.already_completed],
  run: (ctx, { itemId, ...answer }) => shared.answerSharedItem(ctx, itemId, answer),
})

export const getSharedPhoto = fileOperation({
  ...about,
  id: 'getSharedPhoto',
  summary: 'See a photo of a shared task',
  rest: { method: 'GET', path: `${PATH}/photos/:photoId` },
  params: schema.SharedPhotoPath,
  query: schema.SharedPhotoQuery,
  errors: [failures.photo_not_found],
  run: (ctx, { photoId, size = 'full' }) => shared.openSharedPhoto(ctx, photoId, size),
})
