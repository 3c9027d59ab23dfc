import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { derivedId } from '#core/crypto.ts'
import { emit } from '#core/events.ts'
import type { DeliveredEvent, Subscriber } from '#core/jobs.ts'
import { NEW_DEVICE } from '#modules/identity/sign-in.service.ts'
import { insertNotifications } from './notification.queries.ts'
import { SIGN_IN_MAIL_ON } from './sign-in-mail.ts'

/** Tells a person about a sign-in to their account from a new place. It cannot be switched off. */
export const signInNotices: Subscriber = { name: 'sign-in-notices', on: [NEW_DEVICE], retryLimit: 8, handle }

async function handle(ctx: WorkspaceCtx, { id: eventId, payload, occurredAt }: DeliveredEvent): Promise<void> {
  const { userId, network, program, isMailed } = payload
  const email = isMailed === true && ctx.services.mail !== undefined
  const row = {
    id: derivedId(eventId, `notification:${String(userId)}:sign_in`),
    kind: 'sign_in' as const,
    userId: String(userId),
    vendorId: null,
    inApp: true,
    email,
  }
  const actor = { kind: 'system' as const, id: null, name: 'Innkeeper', userId: null }
  await inTransaction(ctx, async (ctx) => {
    const cause = { eventId, about: {}, actor, details: { network, program }, occurredAt }
    const mails = await insertNotifications(ctx, cause, [row])
    if (mails > 0) await emit(ctx, { type: SIGN_IN_MAIL_ON, eventId })
  })
}
