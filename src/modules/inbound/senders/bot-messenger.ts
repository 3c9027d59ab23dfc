import { sameText } from '#core/crypto.ts'
import { oneLine } from '#core/plain-text.ts'
import { headerIn, type Received } from '#core/webhook.ts'
import type { MessageAttachment } from '#modules/conversations/message.schema.ts'
import { join } from '#modules/inbound/joining.ts'
import { act, isKnown, presser } from '#modules/inbound/press.ts'
import { bySecret } from '#modules/inbound/proof.ts'
import { fieldsAt, listAt, numberAt, objectIn, refuseField, textAt, type Fields } from '#modules/inbound/reading.ts'
import type { Handler, Sender } from '#modules/inbound/sender.ts'
import { endPress } from '#modules/integrations/bot-messenger.service.ts'
import { findReceiver } from '#modules/integrations/receiver.service.ts'
import { placeOf } from '#modules/integrations/reply.service.ts'

const SOURCE = 'bot-messenger'

const tokenIn = (received: Received): string =>
  headerIn(received, 'x-bot-messenger-secret-token', 'x-telegram-bot-api-secret-token')

const joins: Handler = {
  async apply(ctx, delivery) {
    const { integrationId, payload } = delivery
    const message = fieldsAt(payload, 'message')
    const chatId = numberAt(message, 'chat', 'id')
    if (chatId === undefined || fieldsAt(message, 'from')['is_bot'] === true) return undefined
    const attachments = attachmentsOf(message)
    const text = wordsOf(message) ?? (attachments.length > 0 ? '[file]' : undefined)
    if (text === undefined) return undefined
    const incoming = {
      channel: 'chat',
      source: SOURCE,
      messageId: String(numberAt(message, 'message_id')),
      threadId: placeOf(integrationId ?? '', String(chatId)),
      from: { name: nameOf(message), address: String(chatId) },
      text,
      attachments,
      at: new Date((numberAt(message, 'date') ?? ctx.now.getTime() / 1000) * 1000),
    } as const
    // In a group the messenger hands over only what is meant for the bot.
    const writerId = numberAt(message, 'from', 'id')
    if (writerId === undefined) return join(ctx, delivery, incoming)
    const isAlone = textAt(message, 'chat', 'type') === 'private'
    return join(ctx, delivery, incoming, { writer: { externalId: String(writerId), isProven: true, isAlone } })
  },
}

/** A button under a message of the bot. */
const pressed: Handler = {
  async reach(ctx, delivery) {
    const query = fieldsAt(delivery.payload, 'callback_query')
    const receiver = delivery.integrationId === null ? undefined : await findReceiver(ctx, delivery.integrationId)
    const [token] = receiver?.secrets('botToken') ?? []
    if (token !== undefined) await endPress(ctx, token, textAt(query, 'id') ?? '')
    return presser(ctx, delivery, { externalId: String(numberAt(query, 'from', 'id')) })
  },
  async apply(ctx, delivery, userId) {
    const query = fieldsAt(delivery.payload, 'callback_query')
    const [press, chatId] = [textAt(query, 'data') ?? '', numberAt(query, 'message', 'chat', 'id')]
    if (!isKnown(press) || chatId === undefined) return undefined
    const from = { name: nameOf(query), address: String(chatId) }
    const where = { source: SOURCE, threadId: placeOf(delivery.integrationId ?? '', String(chatId)), from }
    return act(ctx, delivery, { press, where }, userId as string | undefined)
  },
}

/** A bot of the messenger: who shows its secret speaks for it. */
export const botMessenger: Sender = {
  name: SOURCE,
  path: '/v1/webhooks/bot-messenger',
  secretIn: tokenIn,
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
  handlers: { message: joins, callback_query: pressed },
}

function nameOf(message: Fields): string {
  return fullName(fieldsAt(message, 'from')) || textAt(message, 'chat', 'title') || 'Somebody'
}

function fullName(person: Fields): string {
  return oneLine(['first_name', 'last_name'].flatMap((name) => textAt(person, name) ?? []).join(' '))
}

/** What was written or, of what has no words, what it is. Undefined for files and for news of the chat itself. */
function wordsOf(message: Fields): string | undefined {
  const said = textAt(message, 'text') ?? textAt(message, 'caption') ?? textAt(message, 'sticker', 'emoji')
  if (said !== undefined) return said
  const [latitude, longitude] = ['latitude', 'longitude'].map((name) => numberAt(message, 'location', name))
  if (latitude !== undefined && longitude !== undefined) {
    const venue = ['title', 'address'].flatMap((name) => textAt(message, 'venue', name) ?? [])
    return oneLine(`[location ${[`${latitude},${longitude}`, ...venue].join(', ')}]`)
  }
  const contact = fieldsAt(message, 'contact')
  const phone = textAt(contact, 'phone_number')
  return phone === undefined ? undefined : oneLine(`[contact ${fullName(contact)} ${phone}]`)
}

const FILES = ['document', 'animation', 'audio', 'voice', 'video', 'video_note', 'sticker']

function attachmentsOf(message: Fields): MessageAttachment[] {
  const files = [listAt(message, 'photo').at(-1), ...FILES.map((name) => message[name])]
  return files.flatMap((file, index) => {
    const reference = textAt(file, 'file_id')
    // An animation is told twice, the first time as a document.
    if (reference === undefined || files.slice(0, index).some((each) => textAt(each, 'file_id') === reference))
      return []
    const name = oneLine(textAt(file, 'file_name') ?? '') || 'file'
    const contentType = textAt(file, 'mime_type') ?? null
    return [{ name: name.slice(0, 200), contentType, sizeBytes: numberAt(file, 'file_size') ?? null, reference }]
  })
}
