import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA256 over these parts, one behind the other. */
export function hmac(key: string | Uint8Array, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}

/** The key that https://www.standardwebhooks.com writes as `whsec_` and base64. Undefined where it is none. */
export function standardKey(secret: string): Buffer | undefined {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  // What is no base64 leaves an empty key, with which anybody could sign.
  return key.length < KEY_BYTES_MIN ? undefined : key
}
const KEY_BYTES_MIN = 8

const HEX = /^[0-9a-f]{64}$/i

/** Whether this is the signature, in a time that does not tell how much of it is right. */
export function isHexOf(mac: Buffer, given: string): boolean {
  return HEX.test(given) && timingSafeEqual(mac, Buffer.from(given, 'hex'))
}

export function isBase64Of(mac: Buffer, given: string): boolean {
  const bytes = Buffer.from(given, 'base64')
  return bytes.length === mac.length && timingSafeEqual(mac, bytes)
}

/** Whether a clock elsewhere agrees with ours, ahead as well as behind. `millis` may be anything. */
export function isRecent(millis: number, now: Date, windowSeconds: number): boolean {
  return Number.isFinite(millis) && Math.abs(now.getTime() - millis) <= windowSeconds * 1000
}

const DIGITS = /^\d{1,15}$/

/** A number of digits and nothing else; NaN otherwise. */
export function digits(text: string | undefined): number {
  return text !== undefined && DIGITS.test(text) ? Number(text) : Number.NaN
}
