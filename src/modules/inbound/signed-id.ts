import { sha256 } from '#core/crypto.ts'
import type { Received } from '#core/webhook.ts'

/** What a delivery is known by whose signature covers its bytes and no id: the same bytes are the same delivery. */
export function bytesId({ bytes }: Pick<Received, 'bytes'>): string {
  return sha256(bytes).toString('base64url')
}

/** The same for a body with the time at which it was sent, which each new try writes anew. */
export function bodyIdWithout(payload: Readonly<Record<string, unknown>>, sentAt: string): string {
  return bytesId({ bytes: Buffer.from(JSON.stringify({ ...payload, [sentAt]: undefined })) })
}
