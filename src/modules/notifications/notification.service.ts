import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { defineFailures, fail } from '#core/errors.ts'
import * as notifications from './notification.queries.ts'
import type { Notification, NotificationPage, NotificationQuery, ReadAll } from './notification.schema.ts'
import { personIn } from './recipient.ts'
import { lasting, sentenceOf } from './wording.rules.ts'

export const failures = defineFailures({
  notification_not_found: { status: 404, text: 'You have no such notification in this workspace.' },
})

export async function listNotifications(ctx: WorkspaceCtx, query: NotificationQuery): Promise<NotificationPage> {
  const userId = personIn(ctx)
  const { items, pagination } = await notifications.listNotifications(ctx, userId, query)
  return { items: items.map(withMessage), pagination, unreadCount: await notifications.countUnread(ctx, userId) }
}

export function readNotification(ctx: WorkspaceCtx, notificationId: string): Promise<Notification> {
  return inTransaction(ctx, async (ctx) => {
    const userId = personIn(ctx)
    const markedCount = await notifications.markRead(ctx, userId, notificationId, ctx.now)
    if (markedCount > 0) notifications.tellOfNotifications(ctx)
    const row = await notifications.findNotification(ctx, userId, notificationId)
    return withMessage(row ?? fail(failures.notification_not_found))
  })
}

export function readAllNotifications(ctx: WorkspaceCtx, until: string | undefined): Promise<ReadAll> {
  return inTransaction(ctx, async (ctx) => {
    const userId = personIn(ctx)
    const markedCount = await notifications.markAllRead(ctx, userId, ctx.now, until)
    if (markedCount > 0) notifications.tellOfNotifications(ctx)
    return { markedCount, unreadCount: await notifications.countUnread(ctx, userId) }
  })
}

function withMessage(row: notifications.NotificationRow): Notification {
  const { kind, actor, details } = row
  return { ...row, message: sentenceOf({ kind, actorName: actor.name, details }, lasting) }
}
