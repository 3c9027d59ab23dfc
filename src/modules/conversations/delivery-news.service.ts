import { noteChange } from '#core/changes.ts'
import type { TxCtx } from '#core/context.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { emit } from '#core/events.ts'
import { lockItsConversation, lockSent, noteNews, noteTurn } from './delivery.queries.ts'

interface News {
  messageId: string
  source: string
  integrationId: string
  /** Why it did not get there; undefined when it did. */
  problem?: string | undefined
}

const SOON_SECONDS = 5

/** Whoever carries our messages tells what became of one. False when it is none of theirs, or nothing changes any more. */
export async function noteDeliveryNews(ctx: TxCtx, { problem, ...which }: News): Promise<boolean> {
  await lockItsConversation(ctx, which.messageId)
  const sent = await lockSent(ctx, which)
  // They are quicker than their own answer to us.
  if (sent?.state === 'queued')
    throw new DeliveryFailure('The message is still being sent.', { retryAfterSeconds: SOON_SECONDS })
  if (sent?.state !== 'sent') return false
  const { messageId } = which
  if (problem === undefined) {
    await noteNews(ctx, messageId, { state: 'delivered', code: null, error: null })
    await noteChange(ctx, 'message.delivered', { conversationId: sent.conversationId, messageId })
    return true
  }
  await noteNews(ctx, messageId, { state: 'failed', code: 'refused', error: problem })
  await noteTurn(ctx, messageId, 'ours')
  await emit(ctx, { type: 'message.failed', conversationId: sent.conversationId, messageId, code: 'refused' })
  return true
}
