import { oneLine, shortened } from '#core/plain-text.ts'
import { isUuid } from '#core/uuid.ts'
import { CHANNELS } from '#modules/conversations/conversation.schema.ts'
import { noteDeliveryNews } from '#modules/conversations/delivery-news.service.ts'
import { join } from '#modules/inbound/joining.ts'
import { bySecret } from '#modules/inbound/proof.ts'
import { fieldsAt, neededText, objectIn, refuseField, textAt, type Fields } from '#modules/inbound/reading.ts'
import type { Handler, Sender } from '#modules/inbound/sender.ts'
import { isStandardGenuine, standardId } from '#modules/inbound/standard-webhook.ts'

const SOURCE = 'messaging-agent'
const MESSAGE = 'message.received'
const NEWS = ['message.delivered', 'message.failed']
const PROBLEM_LENGTH_MAX = 500

/** Messages that the main app forwards: of WhatsApp, SMS and whatever else it speaks. */
export const messagingAgent: Sender = {
  name: SOURCE,
  path: '/v1/webhooks/messaging-agent/:workspaceId/:integrationId',
  prove: bySecret({
    kind: 'messaging',
    secret: 'webhookSecret',
    find: ({ params }) => ({
      workspaceId: params['workspaceId'] ?? '',
      integrationId: (params['integrationId'] ?? '').toLowerCase(),
    }),
    isGenuine: isStandardGenuine,
  }),
  read(received) {
    const payload = objectIn(received)
    const kind = neededText(payload, 'type')
    if (kind === MESSAGE) refuseWrong(fieldsAt(payload, 'message'))
    if (NEWS.includes(kind) && !isUuid(neededText(payload, 'message', 'id')))
      refuseField('/message/id', 'Must be the id of a message that we have sent.')
    return { externalId: standardId(received), kind, payload }
  },
  handlers: { [MESSAGE]: joinsConversation(), ...Object.fromEntries(NEWS.map((kind) => [kind, notesNews()])) },
}

/** Channels whose platform proves who writes. Anybody can fake an SMS number or a From line. */
const PROVING: readonly string[] = ['whatsapp', 'airbnb', 'booking']

function refuseWrong(message: Fields): void {
  neededText({ message }, 'message', 'id')
  neededText({ message }, 'message', 'text')
  neededText({ message }, 'message', 'from', 'address')
  if (channelIn(message) === undefined) refuseField('/message/channel', `Must be one of ${CHANNELS.join(', ')}.`)
}

function joinsConversation(): Handler {
  return {
    async apply(ctx, delivery) {
      const { integrationId, payload } = delivery
      const message = fieldsAt(payload, 'message')
      const address = neededText(message, 'from', 'address')
      const threadId = textAt(message, 'threadId') ?? address
      const subject = textAt(message, 'subject')
      const at = Date.parse(textAt(message, 'sentAt') ?? '')
      const incoming = {
        channel: channelIn(message) ?? 'other',
        source: SOURCE,
        messageId: neededText(message, 'id'),
        threadId: `${integrationId} ${threadId}`,
        from: { name: textAt(message, 'from', 'name') ?? address, address },
        text: neededText(message, 'text'),
        ...(subject !== undefined && { subject }),
        ...(Number.isFinite(at) && { at: new Date(at) }),
      } as const
      const isProven = PROVING.includes(incoming.channel)
      const phone = incoming.channel === 'whatsapp' ? address : undefined
      return join(ctx, delivery, incoming, { writer: { externalId: address, isProven, isAlone: true, phone } })
    },
  }
}

/** What became of a message of ours. */
function notesNews(): Handler {
  return {
    async apply(ctx, { integrationId, kind, payload }) {
      const messageId = neededText(payload, 'message', 'id')
      const said = oneLine(textAt(payload, 'message', 'error') ?? '') || 'The messaging app could not deliver it.'
      const problem = kind === 'message.failed' ? shortened(said, PROBLEM_LENGTH_MAX) : undefined
      const news = { messageId, source: SOURCE, integrationId: integrationId ?? '', problem }
      return (await noteDeliveryNews(ctx, news)) ? 'The state of the message is noted.' : undefined
    },
  }
}

function channelIn(message: Fields): (typeof CHANNELS)[number] | undefined {
  return CHANNELS.find((channel) => channel === message['channel'])
}
