import { headerIn, type Received } from '#core/webhook.ts'
import { isRecord } from '#core/json-record.ts'
import { looseJson, objectIn, refuseField, type Fields } from './reading.ts'

function isForm(received: Received): boolean {
  return headerIn(received, 'content-type').startsWith('application/x-www-form-urlencoded')
}

/** JSON as it is, or the JSON in the field `payload` of a form; for choosing a key. */
export function loosePayload(received: Received): unknown {
  if (!isForm(received)) return looseJson(received.bytes)
  return looseJson(Buffer.from(new URLSearchParams(received.bytes.toString()).get('payload') ?? ''))
}

/** The same of a genuine one, refused where it cannot be read. */
export function payloadIn(received: Received): Fields {
  if (!isForm(received)) return objectIn(received)
  const text = new URLSearchParams(received.bytes.toString()).get('payload')
  const value = text === null ? undefined : looseJson(Buffer.from(text))
  if (!isRecord(value)) return refuseField('/payload', 'Must be there, and be the JSON of an object.')
  return objectIn({ bytes: Buffer.from(text ?? '') })
}
