import { seal, unseal, type Signer } from '#core/crypto.ts'
import { keepsPrevious } from './integration.rules.ts'
import { SECRET_NAMES, type IntegrationKind, type SecretName, type SecretShown } from './integration.schema.ts'

export const SEALED_FOR = 'integration-secrets'
/** Of a short secret the last four would be too much of it. */
const LENGTH_TO_HINT = 16
const PREVIOUS_GOOD_MILLIS = 7 * 24 * 3600 * 1000

interface Kept {
  value: string
  previous?: string
  /** ISO 8601 */
  previousUntil?: string
  rotation?: Rotation
}

/** A token that is good for some hours, and what it can be changed for a new one with, once. */
export interface Rotation {
  refreshToken: string
  /** ISO 8601 */
  expiresAt: string
}

export type Secrets = { readonly [Name in SecretName]?: Kept }

/** Ciphertext that opens only for this integration, and what may be shown. */
export function sealSecrets(
  signer: Signer,
  id: string,
  secrets: Secrets,
): { secrets: string; secretsShown: SecretShown[] } {
  return {
    secrets: seal(signer, SEALED_FOR, id, JSON.stringify(secrets)),
    secretsShown: SECRET_NAMES.flatMap((name) => {
      const kept = secrets[name]
      return kept ? [{ name, lastFour: hintOf(kept.value), previousUntil: kept.previousUntil ?? null }] : []
    }),
  }
}

/** Empty when they were sealed under another server secret: then nothing is proven by them. */
export function openSecrets(signer: Signer, id: string, sealed: string): Secrets {
  const text = unseal(signer, SEALED_FOR, id, sealed)
  return text === undefined ? {} : (JSON.parse(text) as Secrets)
}

/** The one in use, and the one before it while it is good. */
export function acceptable(secrets: Secrets, name: SecretName, now: Date): string[] {
  const kept = secrets[name]
  if (!kept) return []
  const { value, previous, previousUntil } = kept
  return previous !== undefined && previousUntil !== undefined && Date.parse(previousUntil) > now.getTime()
    ? [value, previous]
    : [value]
}

/** What is said of secrets: the text of one, a token as the other side gave it, or null to take one away. */
export type SaidSecrets = { readonly [Name in SecretName]?: string | Kept | null }

/** A new one of those that prove deliveries leaves the old one good for a week. */
export function changedSecrets(kind: IntegrationKind, before: Secrets, changes: SaidSecrets, now: Date): Secrets {
  const entries = SECRET_NAMES.flatMap((name) => {
    const [kept, change] = [before[name], changes[name]]
    if (change === null) return []
    if (change === undefined || change === kept?.value) return kept ? [[name, kept] as const] : []
    if (typeof change === 'object') return [[name, change] as const]
    if (!kept || !keepsPrevious(kind, name)) return [[name, { value: change }] as const]
    const previousUntil = new Date(now.getTime() + PREVIOUS_GOOD_MILLIS).toISOString()
    return [[name, { value: change, previous: kept.value, previousUntil }] as const]
  })
  return Object.fromEntries(entries)
}

function hintOf(value: string): string {
  return value.length >= LENGTH_TO_HINT ? value.slice(-4) : ''
}
