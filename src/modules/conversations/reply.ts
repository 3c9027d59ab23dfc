import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { errorText } from '#core/error-text.ts'
import { emit } from '#core/events.ts'
import { OutboundError } from '#core/outbound.ts'
import { isRepeatable, sendReply } from '#modules/integrations/reply.service.ts'
import * as deliveries from './delivery.queries.ts'

/** Longer than a call may take, so that nobody else sends what is being sent. */
const CLAIM_SECONDS = 120

const UNKNOWN = 'It is not known whether it was sent. Look there before you send it again.'

interface Slip {
  going: deliveries.Going
  outgoing: deliveries.Outgoing & { source: string; externalId: string }
  failed(why: { code: string; error: string }): Promise<void>
}

/** Sends a message through the integration that its conversation came by. */
export async function reply(ctx: WorkspaceCtx, { going, outgoing, failed }: Slip): Promise<void> {
  const claim = await deliveries.claimMessage(ctx, going, CLAIM_SECONDS)
  if (!claim) throw new Error('another worker is sending it')
  if (claim.isOrphan && !isRepeatable(outgoing.source))
    return failed({ code: 'uncertain', error: `The process that was sending it has ended. ${UNKNOWN}` })
  let providerMessageId: string
  try {
    providerMessageId = await sendReply(ctx, outgoing, outgoing)
  } catch (error) {
    if (isUncertain(error)) {
      return failed({ code: 'uncertain', error: `${errorText(error)} ${UNKNOWN}` })
    }
    if (error instanceof DeliveryFailure && error.isFinal) return failed({ code: 'refused', error: errorText(error) })
    await deliveries.releaseMessage(ctx, going)
    throw error
  }
  const { id, conversationId, channel } = outgoing
  await inTransaction(ctx, async (ctx) => {
    if (!(await deliveries.markSent(ctx, going, { providerMessageId, now: ctx.now }))) return
    await emit(ctx, { type: 'message.sent', conversationId, messageId: id, channel })
  })
}

/** Nothing was sent if nobody was reached; but who was reached and gave no answer may have sent it. */
const NOT_REACHED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

function isUncertain(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof OutboundError) || NOT_REACHED.includes(cause.detail ?? '')) return false
  return cause.reason === 'timeout' || cause.reason === 'unreachable' || cause.reason === 'too_large'
}
