import { digits, hmac, isHexOf, isRecent } from '#core/signature.ts'
import { headerIn, type Received } from '#core/webhook.ts'

const WINDOW_SECONDS = 300

/** HMAC over version, time and body, whatever form the body has. */
export function isChatGenuine(received: Received, secret: string): boolean {
  const sentAt = headerIn(received, 'x-chat-request-timestamp', 'x-slack-request-timestamp')
  if (!isRecent(digits(sentAt) * 1000, received.now, WINDOW_SECONDS)) return false
  const given = headerIn(received, 'x-chat-signature', 'x-slack-signature')
  return given.startsWith('v0=') && isHexOf(hmac(secret, `v0:${sentAt}:`, received.bytes), given.slice('v0='.length))
}
