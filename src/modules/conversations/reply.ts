import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { derivedId } from '#core/crypto.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { errorText } from '#core/error-text.ts'
import { emit } from '#core/events.ts'
import { isRepeatable, partsFor, sendReply } from '#modules/integrations/reply.service.ts'
import { UncertainDelivery } from '#modules/integrations/vendor-call.service.ts'
import * as deliveries from './delivery.queries.ts'

/** Longer than a call may take, so that nobody else sends what is being sent. */
const CLAIM_SECONDS = 120

const TAKEN = 'another worker is sending it'
const UNKNOWN = 'It is not known whether it was sent. Look there before you send it again.'

interface Slip {
  going: deliveries.Going
  outgoing: deliveries.Outgoing & { source: string; externalId: string }
  failed(held: deliveries.Held, why: { code: string; error: string }): Promise<void>
}

/** Sends a message through the integration that its conversation came by. */
export async function reply(ctx: WorkspaceCtx, { going, outgoing, failed }: Slip): Promise<void> {
  const claim = await deliveries.claimMessage(ctx, going, CLAIM_SECONDS)
  if (!claim) throw new Error(TAKEN)
  const held: deliveries.Held = { ...going, until: claim.until }
  if (claim.isOrphan && !isRepeatable(outgoing.source))
    return failed(held, { code: 'uncertain', error: `The process that was sending it has ended. ${UNKNOWN}` })
  let providerMessageId: string
  try {
    providerMessageId = await sendParts(ctx, held, outgoing)
  } catch (error) {
    if (error instanceof UncertainDelivery && !isRepeatable(outgoing.source)) {
      return failed(held, { code: 'uncertain', error: `${errorText(error)} ${UNKNOWN}` })
    }
    if (error instanceof DeliveryFailure && error.isFinal)
      return failed(held, { code: 'refused', error: errorText(error) })
    await deliveries.releaseMessage(ctx, held)
    throw error
  }
  const { id, conversationId, channel } = outgoing
  await inTransaction(ctx, async (ctx) => {
    if (!(await deliveries.markSent(ctx, going, { providerMessageId, now: ctx.now }))) return
    await emit(ctx, { type: 'message.sent', conversationId, messageId: id, channel })
  })
}

/** Part by part where the other side takes no more at once. What is there is noted, so that no part is sent twice. */
async function sendParts(ctx: WorkspaceCtx, held: deliveries.Held, outgoing: Slip['outgoing']): Promise<string> {
  const parts = partsFor(outgoing.source, outgoing.text)
  // A text has a part at least, and the last one is never noted before the whole is.
  for (const [index, text] of parts.entries()) {
    if (index < outgoing.partsSent) continue
    const isLast = index === parts.length - 1
    const id = index === 0 ? outgoing.id : derivedId(outgoing.id, `part ${index}`)
    const buttons = isLast ? outgoing.buttons : []
    const called = await sendReply(ctx, outgoing, { ...outgoing, id, goId: held.deliveryId, text, buttons })
    if (isLast) return called
    const until = await deliveries.notePart(ctx, held, { partsSent: index + 1, seconds: CLAIM_SECONDS })
    if (until === undefined) throw new Error(TAKEN)
    held.until = until
  }
  throw new Error('a message without parts')
}
