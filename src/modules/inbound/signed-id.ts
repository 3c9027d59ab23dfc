import { sha256 } from '#core/crypto.ts'
import type { Received } from '#core/webhook.ts'

/** Identifies a delivery whose signature covers its bytes but no id: equal bytes are the same delivery. */
export function bytesId({ bytes }: Pick<Received, 'bytes'>): string {
  return sha256(bytes).toString('base64url')
}

/** The same for a body that contains its send time, which changes with every retry. */
export function bodyIdWithout(payload: Readonly<Record<string, unknown>>, sentAt: string): string {
  return bytesId({ bytes: Buffer.from(JSON.stringify({ ...payload, [sentAt]: undefined })) })
}
