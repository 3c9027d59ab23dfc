import type { WorkspaceCtx } from '#core/context.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { ChannelUnusable, postToChat } from '#modules/integrations/chat-app.service.ts'
import { findReceiver } from '#modules/integrations/receiver.service.ts'
import { findWriter } from '#modules/integrations/token-rotation.service.ts'
import type { Delivery } from './sender.ts'

/** Tells the channel that the integration names, or the other one when that one cannot be told. Answers which. */
export async function tellChat(ctx: WorkspaceCtx, { integrationId }: Delivery, text: string): Promise<string> {
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
