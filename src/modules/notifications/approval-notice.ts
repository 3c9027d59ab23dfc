import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { derivedId } from '#core/crypto.ts'
import { emit } from '#core/events.ts'
import type { DeliveredEvent, Subscriber } from '#core/jobs.ts'
import { APPROVAL_EVENTS } from '#modules/workflows/approval.service.ts'
import { answerersOf } from './approval-audience.queries.ts'
import { APPROVAL_MAIL_ON } from './approval-mail.ts'
import { insertNotifications } from './notification.queries.ts'
import { noticesFor } from './notification.rules.ts'
import { preferencesOf } from './preference.service.ts'

const { requested, reminded, reassigned } = APPROVAL_EVENTS

/** Tells people in the product what workflows ask them, and hands over who is to get a mail. */
export const approvalNotices: Subscriber = {
  name: 'approval-notices',
  on: [requested, reminded, reassigned],
  retryLimit: 8,
  handle,
}

async function handle(ctx: WorkspaceCtx, { id: eventId, type, payload, occurredAt }: DeliveredEvent): Promise<void> {
  const approvalId = String(payload['approvalId'])
  const userIds = await answerersOf(ctx, approvalId)
  const wishes = await preferencesOf(ctx, userIds)
  const told = userIds.map((userId) => ({ userId, kind: 'approval' as const }))
  const rows = noticesFor(told, null, wishes)
    .map(({ userId, kind, inApp, email }) => ({
      id: derivedId(eventId, `notification:${userId}:${kind}`),
      kind,
      userId,
      vendorId: null,
      inApp,
      email: email && ctx.services.mail !== undefined,
    }))
    .filter(({ inApp, email }) => inApp || email)
  if (rows.length === 0) return
  const actor = { kind: 'system' as const, id: null, name: 'Innkeeper', userId: null }
  const details = type === reminded ? { isReminder: true } : {}
  await inTransaction(ctx, async (ctx) => {
    const mails = await insertNotifications(ctx, { eventId, about: { approvalId }, actor, details, occurredAt }, rows)
    if (mails > 0) await emit(ctx, { type: APPROVAL_MAIL_ON, approvalId, eventId })
  })
}
