import type { IncomingMessage } from 'node:http'
import { coreFailures, fail } from '#core/errors.ts'
import { isUuid } from '#core/uuid.ts'

/** The caller's key for this write; undefined when it sent none. */
export function idempotencyKeyIn({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const header = headers[HEADER]
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(header) || header.trim() === '') {
    refuseKey('invalid', 'Must be 1 to 255 printable characters.')
  }
  // Node joins two headers into one text, which would pass for a key that nobody chose.
  const given = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === HEADER)
  if (given.length > 1) refuseKey('repeated', 'Send this header once.')
  return header
}
const HEADER = 'idempotency-key'

function refuseKey(code: string, message: string): never {
  fail(coreFailures.idempotency_key_invalid, { errors: [{ parameter: 'Idempotency-Key', code, message }] })
}

/** However an address is spelled, it is the same one: a key that was used there is used. */
export function spelledOnce(path: string): string {
  const segments = path.split('/').map(decodeURIComponent)
  return segments.map((text) => encodeURIComponent(isUuid(text) ? text.toLowerCase() : text)).join('/')
}
