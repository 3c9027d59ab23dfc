import { hmac, isHexOf, isRecent } from '#core/signature.ts'
import { headerIn, type Received } from '#core/webhook.ts'
import { looseJson, numberAt, type Fields } from './reading.ts'
import { bodyIdWithout } from './signed-id.ts'

const WINDOW_SECONDS = 60
const SENT_AT = 'webhookTimestamp'

/** HMAC over the body, in which the time stands: the one in a header is not signed. */
export function isIssueGenuine(received: Received, secret: string): boolean {
  const given = headerIn(received, 'issue-tracker-signature', 'linear-signature')
  if (!isHexOf(hmac(secret, received.bytes), given)) return false
  return isRecent(numberAt(looseJson(received.bytes), SENT_AT) ?? Number.NaN, received.now, WINDOW_SECONDS)
}

/** The id in the header is not signed, so the content identifies the delivery. */
export function issueDeliveryId(payload: Fields): string {
  return bodyIdWithout(payload, SENT_AT)
}
