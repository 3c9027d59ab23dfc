import { Type, type Static } from 'typebox'
import { closed, CustomFields, DateOnly, DateTime, Nullable, oneOf, optional, TimeOfDay, Uuid } from '#core/schema.ts'
import { PhotoForm } from '#modules/tasks/photo.schema.ts'
import { CHECKLIST_KINDS } from '#modules/tasks/task-part.schema.ts'
import { TaskPriority, TaskStatus } from '#modules/tasks/task.schema.ts'
import { ChecklistAnswer } from '#modules/tasks/checklist-answer.schema.ts'
import { LINK_MODES } from './share-link.schema.ts'

/** An address on this host, such as `/api/v1/public/…`: pages use it as it is. */
const address = (description: string): ReturnType<typeof Type.String> => Type.String({ description })

export const SharedPhoto = Type.Object(
  {
    id: Uuid,
    url: address('The picture.'),
    thumbnailUrl: address('A small one; the same picture where there is none.'),
    contentType: Type.String(),
    sizeBytes: Type.Integer(),
    width: Nullable(Type.Integer(), { description: 'null for a picture that came from another system.' }),
    height: Nullable(Type.Integer()),
    caption: Nullable(Type.String()),
    checklistItemId: Nullable(Uuid, { description: 'The PHOTO item that it answers.' }),
    createdAt: DateTime,
  },
  { $id: 'SharedPhoto' },
)

export const SharedComment = Type.Object(
  { id: Uuid, author: Type.String(), content: Type.String(), createdAt: DateTime },
  { $id: 'SharedComment' },
)

export const SharedChecklistItem = Type.Object(
  {
    id: Uuid,
    kind: oneOf(CHECKLIST_KINDS),
    title: Type.String(),
    required: Type.Boolean(),
    blocksCompletion: Type.Boolean(),
    actionUrl: Nullable(Type.String(), { description: 'EXTERNAL: where it is done. It completes from there.' }),
    answer: Nullable(ChecklistAnswer, { description: 'Fields as the kind has them; null while there is none.' }),
    completedAt: Nullable(DateTime),
  },
  { $id: 'SharedChecklistItem' },
)

export const SharedBlocker = Type.Object(
  {
    kind: oneOf(['checklist_item', 'task', 'workflow_rule']),
    id: Nullable(Uuid, { description: 'Of the checklist item; null for what the link does not reach.' }),
    title: Type.String(),
    actionUrl: Nullable(Type.String()),
    requires: Nullable(oneOf(['summary', 'photo', 'cost']), {
      description: 'What a rule asks for. A summary may be sent with the completion itself.',
    }),
  },
  { $id: 'SharedBlocker' },
)

export const SharedTask = Type.Object(
  {
    link: Type.Object({
      state: oneOf(['active'], { description: 'A revoked or expired link answers 403 in place of this.' }),
      mode: oneOf(LINK_MODES, { description: '`view`: every write answers 403 `link_view_only`.' }),
      expiresAt: Nullable(DateTime),
      technicianName: Nullable(Type.String()),
      completedAt: Nullable(DateTime, { description: 'When the task was completed through this link.' }),
    }),
    task: Type.Object({
      shortId: Type.String(),
      title: Type.String(),
      description: Nullable(Type.String()),
      status: TaskStatus,
      priority: TaskPriority,
      scheduledDate: Nullable(DateOnly),
      scheduledTime: Nullable(TimeOfDay),
      estimatedDurationMinutes: Nullable(Type.Integer()),
      summary: Nullable(Type.String()),
      completedAt: Nullable(DateTime),
      property: Nullable(
        Type.Object({
          name: Type.String(),
          address: Nullable(Type.String()),
          city: Nullable(Type.String()),
          postalCode: Nullable(Type.String()),
          latitude: Nullable(Type.Number()),
          longitude: Nullable(Type.Number()),
          timezone: Nullable(Type.String()),
          accessNotes: Nullable(Type.String()),
        }),
      ),
    }),
    checklist: Type.Array(SharedChecklistItem, { description: 'In the order of the work.' }),
    photos: Type.Array(SharedPhoto, { description: 'Newest first.' }),
    comments: Type.Array(SharedComment, { description: 'Newest first, at most 100.' }),
    canComplete: Type.Boolean({ description: 'Whether a completion sent now would be taken as it is.' }),
    blockers: Type.Array(SharedBlocker),
  },
  { $id: 'SharedTask' },
)

export const SharedTaskComplete = closed(
  optional({ summary: Nullable(Type.String({ maxLength: 10_000 })), completionFields: CustomFields }),
  { $id: 'SharedTaskComplete', examples: [{ summary: 'Changed the seal, no more leak.' }] },
)
export const SharedTaskCompleted = Type.Object(
  { shortId: Type.String(), status: TaskStatus, completedAt: DateTime },
  { $id: 'SharedTaskCompleted' },
)
/** `content` is required: without it, or with a blank one, the answer is 400. */
export const SharedCommentCreate = closed(optional({ content: Nullable(Type.String({ maxLength: 10_000 })) }), {
  $id: 'SharedCommentCreate',
  examples: [{ content: 'The part arrives tomorrow.' }],
})
/** See `ANSWERS` for the fields of each kind. */
export const SharedAnswer = ChecklistAnswer
/** The fields of the form beside `file`. */
/** The same form as at a desk. */
export const SharedUpload = PhotoForm
export const SharedPhotoQuery = closed(optional({ size: oneOf(['full', 'thumb'], { default: 'full' }) }))

/** Unguessable, and of one form: anything else is unknown without a look. */
const ShareToken = Type.String({ minLength: 1, maxLength: 100 })
export const SharedTaskPath = closed({ shareToken: ShareToken })
export const SharedItemPath = closed({ shareToken: ShareToken, itemId: Uuid })
export const SharedPhotoPath = closed({ shareToken: ShareToken, photoId: Uuid })

export type SharedUpload = Static<typeof SharedUpload>
export type SharedTask = Static<typeof SharedTask>
export type SharedPhoto = Static<typeof SharedPhoto>
export type SharedComment = Static<typeof SharedComment>
export type SharedBlocker = Static<typeof SharedBlocker>
export type SharedChecklistItem = Static<typeof SharedChecklistItem>
export type SharedTaskComplete = Static<typeof SharedTaskComplete>
export type SharedTaskCompleted = Static<typeof SharedTaskCompleted>
