import { digits, hmac, isBase64Of, isRecent, standardKey } from '#core/signature.ts'
import { headerIn, type Received } from '#core/webhook.ts'

const WINDOW_SECONDS = 300

/** Both families of names: the standard's, and those of the service that it grew out of. */
const names = (what: string): string[] => [`webhook-${what}`, `svix-${what}`]

/** What the sender calls the delivery, the same at every try. */
export function standardId(received: Received): string {
  return headerIn(received, ...names('id'))
}

/** Signed as https://www.standardwebhooks.com says: any of several signatures may fit. */
export function isStandardGenuine(received: Received, secret: string): boolean {
  const { bytes, now } = received
  const [id, sentAt] = [standardId(received), headerIn(received, ...names('timestamp'))]
  if (id === '' || !isRecent(digits(sentAt) * 1000, now, WINDOW_SECONDS)) return false
  const key = standardKey(secret)
  if (!key) return false
  const mac = hmac(key, `${id}.${sentAt}.`, bytes)
  return headerIn(received, ...names('signature'))
    .split(' ')
    .some((signature) => signature.startsWith('v1,') && isBase64Of(mac, signature.slice('v1,'.length)))
}
