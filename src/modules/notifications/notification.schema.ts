import { Type, type Static } from 'typebox'
import { closed, CustomFields, DateTime, Nullable, oneOf, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

/** The kinds that a person can switch on and off. */
export const CHOSEN_KINDS = [
  'assigned',
  'completed',
  'rescheduled',
  'urgent',
  'deleted',
  'commented',
  'approval',
] as const
export type ChosenKind = (typeof CHOSEN_KINDS)[number]
const NOTIFICATION_KINDS = [...CHOSEN_KINDS, 'sign_in', 'workflow_off'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** What one person is told about a task, their account or a workflow, or is asked by a workflow. */
export const Notification = Type.Object(
  {
    id: Uuid,
    kind: oneOf(NOTIFICATION_KINDS),
    message: Type.String({ description: 'What happened and who did it, in a sentence.' }),
    actor: Type.Object({
      kind: oneOf(['user', 'key', 'link', 'system']),
      id: Nullable(Uuid),
      name: Type.String(),
    }),
    task: Nullable(
      Type.Object({
        id: Uuid,
        shortId: Type.String(),
        title: Type.String(),
        status: Type.String(),
        priority: Type.String(),
        propertyName: Nullable(Type.String()),
        deleted: Type.Boolean(),
      }),
      { description: 'Null when it is about an approval, a sign-in or a workflow; `details` name that.' },
    ),
    approval: Nullable(
      Type.Object({ id: Uuid, question: Type.String(), status: Type.String(), dueAt: Nullable(DateTime) }),
    ),
    details: CustomFields,
    createdAt: DateTime,
    readAt: Nullable(DateTime),
  },
  { $id: 'Notification' },
)
const unreadCount = Type.Integer({ description: 'All that the person has not read, whatever the page shows.' })
export const NotificationPage = Type.Object(
  { ...Page(Notification).properties, unreadCount },
  { $id: 'NotificationPage' },
)
export const NotificationQuery = closed({
  unread: Type.Optional(Type.Boolean({ description: 'true: only the unread; false: only the read.' })),
  ...Paging,
})
export const NotificationPath = closed({ workspaceId: WorkspaceId, notificationId: Uuid })
export const ReadAllQuery = closed({
  until: Type.Optional(
    Type.String({ format: 'date-time', description: 'Leaves what came after this moment unread; all without it.' }),
  ),
})
export const ReadAll = Type.Object({ markedCount: Type.Integer(), unreadCount }, { $id: 'ReadAll' })

export type Notification = Static<typeof Notification>
export type NotificationPage = Static<typeof NotificationPage>
export type NotificationQuery = Static<typeof NotificationQuery>
export type ReadAll = Static<typeof ReadAll>
