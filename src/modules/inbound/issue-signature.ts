import { hmac, isHexOf, isRecent } from '#core/signature.ts'
import { sha256 } from '#core/crypto.ts'
import { headerIn, type Received } from '#core/webhook.ts'
import { looseJson, numberAt } from './reading.ts'

const WINDOW_SECONDS = 60

/** HMAC over the body, in which the time stands: the one in a header is not signed. */
export function isIssueGenuine(received: Received, secret: string): boolean {
  const given = headerIn(received, 'issue-tracker-signature', 'linear-signature')
  if (!isHexOf(hmac(secret, received.bytes), given)) return false
  return isRecent(numberAt(looseJson(received.bytes), 'webhookTimestamp') ?? Number.NaN, received.now, WINDOW_SECONDS)
}

/** What the tracker calls the delivery; the same bytes again where it does not say. */
export function issueDeliveryId(received: Received): string {
  const id = headerIn(received, 'issue-tracker-delivery', 'linear-delivery')
  return id || sha256(received.bytes).toString('base64url')
}
