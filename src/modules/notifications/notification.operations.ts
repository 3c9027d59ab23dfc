import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import * as schema from './notification.schema.ts'
import * as notifications from './notification.service.ts'

const about = { tag: 'Notifications', access: { role: 'member' } } as const
const LIST = '/workspaces/:workspaceId/notifications'

export const listNotifications = operation({
  ...about,
  id: 'listNotifications',
  summary: 'List what you were told, newest first',
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.NotificationQuery,
  reply: schema.NotificationPage,
  run: (ctx, query) => notifications.listNotifications(ctx, query),
})

export const readNotification = operation({
  ...about,
  id: 'readNotification',
  summary: 'Mark one of your notifications as read',
  rest: { method: 'POST', path: `${LIST}/:notificationId/read` },
  params: schema.NotificationPath,
  reply: schema.Notification,
  errors: [notifications.failures.notification_not_found],
  run: (ctx, { notificationId }) => notifications.readNotification(ctx, notificationId),
})

export const readAllNotifications = operation({
  ...about,
  id: 'readAllNotifications',
  summary: 'Mark all of your notifications as read',
  rest: { method: 'POST', path: `${LIST}/read-all` },
  params: WorkspacePath,
  query: schema.ReadAllQuery,
  reply: schema.ReadAll,
  run: (ctx, { until }) => notifications.readAllNotifications(ctx, until),
})
