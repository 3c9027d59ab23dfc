import { oneLine, shortened } from '#core/plain-text.ts'
import { tellChatOnce } from '#modules/inbound/chat-notice.ts'
import { isIssueGenuine, issueDeliveryId } from '#modules/inbound/issue-signature.ts'
import { bySecret, namedIn } from '#modules/inbound/proof.ts'
import { neededText, objectIn, textAt, type Fields } from '#modules/inbound/reading.ts'
import type { Sender } from '#modules/inbound/sender.ts'

const CREATED = 'Issue.create'
const TITLE_LENGTH_MAX = 300

/** Issues that were created: a channel of the chat is told. */
export const issueTracker: Sender = {
  name: 'issue-tracker',
  path: '/v1/webhooks/issue-tracker',
  bodyBytesMax: 5 * 1_048_576,
  prove: bySecret({
    kind: 'issue_tracker',
    secret: 'webhookSecret',
    setting: 'ISSUE_TRACKER_WEBHOOK_SECRET',
    find: (_received, body) => namedIn([textAt(body, 'organizationId')]),
    isGenuine: isIssueGenuine,
  }),
  read(received) {
    const payload = objectIn(received)
    const kind = `${neededText(payload, 'type')}.${neededText(payload, 'action')}`
    // An issue is created only once, so its id identifies the delivery.
    const externalId = kind === CREATED ? neededText(payload, 'data', 'id') : issueDeliveryId(payload)
    return { externalId, kind, payload }
  },
  handlers: {
    [CREATED]: {
      reach(ctx, delivery) {
        const what = neededText(delivery.payload, 'data', 'id')
        return tellChatOnce(ctx, delivery, { what, text: noticeOf(delivery.payload) })
      },
      apply: async (_ctx, _delivery, channel) =>
        channel === undefined ? 'The channel was told before.' : `The channel ${String(channel)} was told.`,
    },
  },
}

function noticeOf(payload: Fields): string {
  const said = (...names: string[]): string => oneLine(textAt(payload, ...names) ?? '')
  const title = shortened(said('data', 'title'), TITLE_LENGTH_MAX)
  const priority = said('data', 'priorityLabel')
  const lines = [
    `New issue ${said('data', 'identifier')}: ${title}`,
    [said('data', 'team', 'name'), priority, said('actor', 'name')].filter((part) => part !== '').join(' · '),
    said('url') || said('data', 'url'),
  ]
  return lines.filter((line) => line !== '').join('\n')
}
