import type { SealedPlace } from '#core/reseal.ts'
import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { seal, unseal, type Signer } from '#core/crypto.ts'

const PURPOSE = 'event-hook-secret'
const SECRET_BYTES = 32

/** As Standard Webhooks writes secrets. */
export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
}

export function sealSecret(signer: Signer, hookId: string, secret: string): string {
  return seal(signer, PURPOSE, hookId, secret)
}

export interface SealedSecrets {
  hookId: string
  secret: string
  /** Signs too while its time is not over. */
  previousSecret: string | null
}

/** The headers of Standard Webhooks; one signature for each secret. Undefined when they cannot be read any more. */
export function signatureHeaders(
  signer: Signer,
  { hookId, secret, previousSecret }: SealedSecrets,
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> | undefined {
  const sealed = [secret, ...(previousSecret === null ? [] : [previousSecret])]
  const secrets = sealed.map((text) => unseal(signer, PURPOSE, hookId, text)).filter((text) => text !== undefined)
  if (secrets.length === 0) return undefined
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((text) => new Webhook(text).sign(id, at, body)).join(' '),
  }
}

const SEALED = {
  table: 'event_hooks',
  type: 'text',
  key: ['workspace_id', 'id'],
  purpose: PURPOSE,
  owner: (row: Record<string, unknown>) => String(row['id']),
} as const

export const SEALED_HOOKS: readonly SealedPlace[] = [
  { ...SEALED, column: 'secret' },
  { ...SEALED, column: 'previous_secret' },
]
