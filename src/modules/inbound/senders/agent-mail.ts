import { shortened } from '#core/plain-text.ts'
import { isRecord } from '#core/json-record.ts'
import { join } from '#modules/inbound/joining.ts'
import {
  answerableWriter,
  enclosuresOf,
  isAutomatic,
  referencesOf,
  wordsOf,
  writerOf,
} from '#modules/inbound/letter.ts'
import { voucherOf } from '#modules/inbound/letter-proof.ts'
import { bySecret, namedIn } from '#modules/inbound/proof.ts'
import { at, fieldsAt, neededText, objectIn, textAt } from '#modules/inbound/reading.ts'
import type { Handler, Sender } from '#modules/inbound/sender.ts'
import { isStandardGenuine, standardId } from '#modules/inbound/standard-webhook.ts'
import { fetchLetter } from '#modules/integrations/agent-mail.service.ts'
import { findReceiver } from '#modules/integrations/receiver.service.ts'
import { placeOf } from '#modules/integrations/reply.service.ts'

const SOURCE = 'agent-mail'
const RECEIVED = 'message.received'
const TEXT_LENGTH_MAX = 50_000

const joins: Handler = {
  /** A long letter is left out of the delivery, and is fetched. */
  async reach(ctx, { integrationId, payload }) {
    const message = fieldsAt(payload, 'message')
    const receiver = integrationId === null ? undefined : await findReceiver(ctx, integrationId)
    const [key] = receiver?.secrets('apiKey') ?? []
    if (key === undefined || wordsOf(message) !== undefined) return undefined
    const letter = { inboxId: neededText(message, 'inbox_id'), messageId: neededText(message, 'message_id') }
    return fetchLetter(ctx, key, letter)
  },
  async apply(ctx, delivery, fetched) {
    const { integrationId, payload } = delivery
    const message = isRecord(fetched) ? fetched : fieldsAt(payload, 'message')
    const [inbox, writer] = [neededText(message, 'inbox_id'), writerOf(message['from'])]
    if (!writer) return undefined
    if (writer.address.toLowerCase() === inbox.toLowerCase()) return undefined
    const [html, subject] = [textAt(message, 'html'), textAt(message, 'subject')]
    const [address, vouchedBy] = [answerableWriter(message), voucherOf(message)]
    const incoming = {
      channel: 'email',
      source: SOURCE,
      messageId: neededText(message, 'message_id'),
      threadId: placeOf(integrationId ?? '', inbox, textAt(message, 'thread_id') ?? neededText(message, 'message_id')),
      answers: referencesOf(message),
      from: writer,
      text: shortened(wordsOf(message)?.trim() || '(no text)', TEXT_LENGTH_MAX),
      attachments: enclosuresOf(message),
      isAutomatic: isAutomatic(message),
      ...(html !== undefined && { html }),
      ...(subject !== undefined && { subject }),
    } as const
    return join(
      ctx,
      delivery,
      incoming,
      address === undefined
        ? {}
        : {
            writer: {
              externalId: address,
              isAlone: true,
              ...(vouchedBy !== undefined && { isProven: true, vouchedBy, email: address }),
            },
          },
    )
  },
}

/** What became of a letter stands under a name of its own: a delivery, a bounce. News of a domain name no inbox. */
function inboxIn(body: unknown): string | undefined {
  const told = [at(body, 'message'), ...Object.values(isRecord(body) ? body : {})]
  return told.map((each) => textAt(each, 'inbox_id')).find((inbox) => inbox !== undefined)
}

/** Letters to the inboxes of agents. */
export const agentMail: Sender = {
  name: SOURCE,
  path: '/v1/webhooks/agent-mail',
  bodyBytesMax: 5 * 1_048_576,
  prove: bySecret({
    kind: 'agent_mail',
    secret: 'webhookSecret',
    setting: 'AGENT_MAIL_WEBHOOK_SECRET',
    find: (_received, body) => namedIn([inboxIn(body)]),
    isGenuine: isStandardGenuine,
  }),
  read(received) {
    const payload = objectIn(received)
    const kind = neededText(payload, 'event_type')
    if (kind === RECEIVED) for (const name of ['message_id', 'inbox_id']) neededText(payload, 'message', name)
    return { externalId: standardId(received), kind, payload }
  },
  handlers: { [RECEIVED]: joins },
}
