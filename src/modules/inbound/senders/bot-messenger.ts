import { sameText } from '#core/crypto.ts'
import { oneLine } from '#core/plain-text.ts'
import { headerIn, type Received } from '#core/webhook.ts'
import { receiveMessage } from '#modules/conversations/inbound.service.ts'
import type { MessageAttachment } from '#modules/conversations/message.schema.ts'
import { bySecret } from '#modules/inbound/proof.ts'
import { fieldsAt, listAt, numberAt, objectIn, refuseField, textAt, type Fields } from '#modules/inbound/reading.ts'
import type { Handler, Sender } from '#modules/inbound/sender.ts'
import { placeOf } from '#modules/integrations/reply.service.ts'

const SOURCE = 'bot-messenger'

const tokenIn = (received: Received): string =>
  headerIn(received, 'x-bot-messenger-secret-token', 'x-telegram-bot-api-secret-token')

const joins: Handler = {
  async apply(ctx, { integrationId, payload }) {
    const message = fieldsAt(payload, 'message')
    const chatId = numberAt(message, 'chat', 'id')
    if (chatId === undefined || fieldsAt(message, 'from')['is_bot'] === true) return undefined
    const attachments = attachmentsOf(message)
    const text =
      textAt(message, 'text') ?? textAt(message, 'caption') ?? (attachments.length > 0 ? '[file]' : undefined)
    if (text === undefined) return undefined
    const { created } = await receiveMessage(ctx, {
      channel: 'chat',
      source: SOURCE,
      messageId: String(numberAt(message, 'message_id')),
      threadId: placeOf(integrationId ?? '', String(chatId)),
      from: { name: nameOf(message), address: String(chatId) },
      text,
      attachments,
      at: new Date((numberAt(message, 'date') ?? ctx.now.getTime() / 1000) * 1000),
    })
    return created ? 'The message joined its conversation.' : 'The message was there already.'
  },
}

/** A bot of the messenger: who shows its secret speaks for it. */
export const botMessenger: Sender = {
  name: SOURCE,
  path: '/v1/webhooks/bot-messenger',
  prove: bySecret({
    kind: 'bot_messenger',
    secret: 'webhookSecret',
    find: (received) => ({ secret: tokenIn(received) }),
    isGenuine: (received, secret) => sameText(tokenIn(received), secret),
  }),
  read(received, { integrationId }) {
    const payload = objectIn(received)
    const updateId = numberAt(payload, 'update_id') ?? refuseField('/update_id', 'Must be a number.')
    const kind = Object.keys(payload).find((name) => name !== 'update_id') ?? 'empty'
    return { externalId: `${integrationId} ${updateId}`, kind, payload }
  },
  handlers: { message: joins },
}

function nameOf(message: Fields): string {
  const names = ['first_name', 'last_name'].flatMap((name) => textAt(message, 'from', name) ?? [])
  return oneLine(names.join(' ')) || textAt(message, 'chat', 'title') || 'Somebody'
}

function attachmentsOf(message: Fields): MessageAttachment[] {
  const files = [listAt(message, 'photo').at(-1), message['document'], message['voice'], message['video']]
  return files.flatMap((file) => {
    const reference = textAt(file, 'file_id')
    if (reference === undefined) return []
    const name = oneLine(textAt(file, 'file_name') ?? '') || 'file'
    const contentType = textAt(file, 'mime_type') ?? null
    return [{ name: name.slice(0, 200), contentType, sizeBytes: numberAt(file, 'file_size') ?? null, reference }]
  })
}
