import { CHANNELS } from '#modules/conversations/conversation.schema.ts'
import { join } from '#modules/inbound/joining.ts'
import { bySecret } from '#modules/inbound/proof.ts'
import { fieldsAt, neededText, objectIn, refuseField, textAt, type Fields } from '#modules/inbound/reading.ts'
import type { Handler, Sender } from '#modules/inbound/sender.ts'
import { isStandardGenuine, standardId } from '#modules/inbound/standard-webhook.ts'

const SOURCE = 'messaging-agent'
const MESSAGE = 'message.received'

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
    return { externalId: standardId(received), kind, payload }
  },
  handlers: { [MESSAGE]: joinsConversation() },
}

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
      return join(ctx, delivery, {
        channel: channelIn(message) ?? 'other',
        source: SOURCE,
        messageId: neededText(message, 'id'),
        threadId: `${integrationId} ${threadId}`,
        from: { name: textAt(message, 'from', 'name') ?? address, address },
        text: neededText(message, 'text'),
        ...(subject !== undefined && { subject }),
        ...(Number.isFinite(at) && { at: new Date(at) }),
      })
    },
  }
}

function channelIn(message: Fields): (typeof CHANNELS)[number] | undefined {
  return CHANNELS.find((channel) => channel === message['channel'])
}
