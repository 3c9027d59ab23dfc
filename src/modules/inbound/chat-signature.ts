import { digits, hmac, isHexOf, isRecent } from '#core/signature.ts'
import { headerIn, type Received } from '#core/webhook.ts'
import { isFields, looseJson, objectIn, refuseField, type Fields } from './reading.ts'

const WINDOW_SECONDS = 300

/** HMAC over version, time and body, whatever form the body has. */
export function isChatGenuine(received: Received, secret: string): boolean {
  const sentAt = headerIn(received, 'x-chat-request-timestamp', 'x-slack-request-timestamp')
  if (!isRecent(digits(sentAt) * 1000, received.now, WINDOW_SECONDS)) return false
  const given = headerIn(received, 'x-chat-signature', 'x-slack-signature')
  return given.startsWith('v0=') && isHexOf(hmac(secret, `v0:${sentAt}:`, received.bytes), given.slice('v0='.length))
}

function isForm(received: Received): boolean {
  return headerIn(received, 'content-type').startsWith('application/x-www-form-urlencoded')
}

/** JSON as it is, or the JSON in the field `payload` of a form; for choosing a key. */
export function looseChatBody(received: Received): unknown {
  if (!isForm(received)) return looseJson(received.bytes)
  return looseJson(Buffer.from(new URLSearchParams(received.bytes.toString()).get('payload') ?? ''))
}

/** The same of a genuine one, refused where it cannot be read. */
export function chatBody(received: Received): Fields {
  if (!isForm(received)) return objectIn(received)
  const text = new URLSearchParams(received.bytes.toString()).get('payload')
  const value = text === null ? undefined : looseJson(Buffer.from(text))
  if (!isFields(value)) return refuseField('/payload', 'Must be there, and be the JSON of an object.')
  return objectIn({ bytes: Buffer.from(text ?? '') })
}
