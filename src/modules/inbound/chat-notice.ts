import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { errorText } from '#core/error-text.ts'
import { ChannelUnusable, postToChat } from '#modules/integrations/chat-app.service.ts'
import { findReceiver } from '#modules/integrations/receiver.service.ts'
import { findWriter } from '#modules/integrations/token-rotation.service.ts'
import { UncertainDelivery } from '#modules/integrations/vendor-call.service.ts'
import { forgetEffect, hasEffect, isFirstEffect } from './delivery.queries.ts'
import type { Delivery } from './sender.ts'

const UNKNOWN = 'It is not known whether the channel was told. Look there before you replay it.'

/**
 * Tells a channel once, however often the delivery is seen to; answers which, or undefined when it was told before. A
 * chat has no key against doubles: what it may have got already is sent again only when a person asks for it.
 */
export async function tellChatOnce(
  ctx: WorkspaceCtx,
  delivery: Delivery,
  { what, text }: { what: string; text: string },
): Promise<string | undefined> {
  const { sender, id: targetId } = delivery
  const [told, begun] = [
    { sender, what: `told ${what}` },
    { sender, what: `telling ${what}` },
  ]
  if (await hasEffect(ctx, told)) return undefined
  if (!(await inTransaction(ctx, (ctx) => isFirstEffect(ctx, { ...begun, targetId })))) {
    await forgetEffect(ctx, begun)
    throw new DeliveryFailure(`The process that was telling it has ended. ${UNKNOWN}`, { isFinal: true })
  }
  const channel = await tellChat(ctx, delivery, text).catch(async (error: unknown) => {
    await forgetEffect(ctx, begun)
    if (error instanceof UncertainDelivery)
      throw new DeliveryFailure(`${errorText(error)} ${UNKNOWN}`, { isFinal: true, cause: error })
    throw error
  })
  await inTransaction(ctx, (ctx) => isFirstEffect(ctx, { ...told, targetId }))
  return channel
}

/** Tells the channel that the integration names, or the other one when that one cannot be told. Answers which. */
async function tellChat(ctx: WorkspaceCtx, { integrationId }: Delivery, text: string): Promise<string> {
  const source = integrationId === null ? undefined : await findReceiver(ctx, integrationId)
  const { chatIntegrationId, channel, fallbackChannel } = source?.settings ?? {}
  const chat = chatIntegrationId ? await findWriter(ctx, chatIntegrationId) : undefined
  const [token] = chat?.secrets('botToken') ?? []
  if (token === undefined) throw missing('a chat workspace app with a bot token (settings.chatIntegrationId)')
  const [first, second] = [channel, fallbackChannel].filter((each) => typeof each === 'string')
  if (first === undefined) throw missing('a channel (settings.channel)')
  try {
    await postToChat(ctx, token, { channel: first, text })
    return first
  } catch (error) {
    if (!(error instanceof ChannelUnusable) || second === undefined) throw error
    ctx.log.warn({ err: error, channel: first }, 'a channel could not be told; the other one is')
    await postToChat(ctx, token, { channel: second, text })
    return second
  }
}

function missing(what: string): DeliveryFailure {
  return new DeliveryFailure(`The integration needs ${what}.`, { isFinal: true })
}
