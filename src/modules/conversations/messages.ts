import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { emit } from '#core/events.ts'
import type { DeliveredEvent, Subscriber } from '#core/jobs.ts'
import { deliverMail } from '#core/mail-delivery.ts'
import type { Mail, MailMessage } from '#core/mail.ts'
import { oneLine } from '#core/plain-text.ts'
import { canReply, goesByMail } from '#modules/integrations/reply.service.ts'
import { replySubject } from './conversation.rules.ts'
import * as deliveries from './delivery.queries.ts'
import { MESSAGE_QUEUED } from './message.service.ts'
import { reply } from './reply.ts'

type Outgoing = deliveries.Outgoing
type Going = deliveries.Going

/** Sends what waits, through the channel of its conversation. What cannot be sent says so. */
export const messages: Subscriber = {
  name: 'messages',
  on: [MESSAGE_QUEUED],
  retryLimit: 10,
  retryDelaySeconds: 30,
  async handle(ctx, event) {
    const outgoing = await deliveries.findOutgoing(ctx, goingIn(event))
    if (!outgoing) return
    const { source, externalId, channel } = outgoing
    const isThere = canReply(source) && externalId !== null
    if (isThere && !(await goesByMail(ctx, { source, externalId, channel }))) {
      const going = goingIn(event)
      const slip = { going, outgoing: { ...outgoing, source, externalId } }
      return reply(ctx, { ...slip, failed: (held, why) => failed(ctx, held, why) })
    }
    const { mail } = ctx.services
    if (outgoing.channel === 'email' && mail) return sendMail(ctx, mail, { going: goingIn(event), outgoing })
    const reason =
      outgoing.channel === 'email'
        ? 'No mail server is set up: SMTP_URL.'
        : `Nothing here can send through ${outgoing.channel} yet.`
    await failed(ctx, goingIn(event), { code: 'channel_not_connected', error: reason })
  },
  onGivenUp: (ctx, event, error) => failed(ctx, goingIn(event), { code: 'given_up', error }),
}

async function sendMail(
  ctx: WorkspaceCtx,
  mail: Mail,
  { going, outgoing }: { going: Going; outgoing: Outgoing },
): Promise<void> {
  const { id, conversationId } = outgoing
  const again = await deliverMail(mail, {
    claim: async (seconds) => (await deliveries.claimMessage(ctx, going, seconds))?.until,
    release: (until) => deliveries.releaseMessage(ctx, { ...going, until }),
    compose: async () => letterOf(outgoing),
    markSent: (providerMessageId) =>
      inTransaction(ctx, async (ctx) => {
        if (!(await deliveries.markSent(ctx, going, { providerMessageId, now: ctx.now }))) return
        await emit(ctx, { type: 'message.sent', conversationId, messageId: id, channel: outgoing.channel })
      }),
    markRefused: ({ reason, until }) => failed(ctx, { ...going, until }, { code: 'refused', error: reason }),
  })
  if (again !== undefined) throw new Error(again)
}

function letterOf(outgoing: Outgoing): MailMessage | undefined {
  const { id, recipient, contactName, subject, text, workspaceName, answers, byProgram } = outgoing
  if (recipient === null) return undefined
  return {
    id,
    to: { name: oneLine(contactName ?? ''), address: recipient },
    fromName: oneLine(workspaceName),
    subject: replySubject(subject, answers.length > 0),
    text,
    answers,
    isFromPerson: !byProgram,
  }
}

function failed(
  ctx: WorkspaceCtx,
  going: Going & Partial<deliveries.Held>,
  why: { code: string; error: string },
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await deliveries.lockItsConversation(ctx, going.messageId)
    const conversationId = await deliveries.markFailed(ctx, going, why)
    if (conversationId === undefined) return
    await deliveries.noteTurn(ctx, going.messageId, 'ours')
    await emit(ctx, { type: 'message.failed', conversationId, messageId: going.messageId, code: why.code })
  })
}

function goingIn({ payload }: DeliveredEvent): Going {
  return { messageId: String(payload['messageId']), deliveryId: String(payload['deliveryId']) }
}
