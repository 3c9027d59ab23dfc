import type { Signer } from '#core/crypto.ts'
import { acceptable, type Secrets } from './integration-secrets.ts'
import { PARTS } from './integration.rules.ts'
import type { IntegrationKind } from './integration.schema.ts'

const PURPOSE = 'integration-finder'

/** What a sender that shows a secret and no name is found by. */
export function finderOfSecret(signer: Signer, secret: string): string {
  return `secret:${signer.mac(PURPOSE, secret)}`
}

/** Includes the finders made before the server's secret was changed. */
export function findersOfSecret(signer: Signer, secret: string): string[] {
  return signer.macs(PURPOSE, secret).map((mac) => `secret:${mac}`)
}

/** In small letters where names have no case. Only plain ones: of others databases think differently. */
export function plainAccount(kind: IntegrationKind, account: string): string {
  return PARTS[kind].areCaseless ? account.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : account
}

export function finderOfAccount(kind: IntegrationKind, account: string): string {
  return `account:${plainAccount(kind, account)}`
}

export function findersOf(
  signer: Signer,
  kind: IntegrationKind,
  { accounts, secrets, now }: { accounts: readonly string[]; secrets: Secrets; now: Date },
): string[] {
  const { foundBy } = PARTS[kind]
  const shown = foundBy === undefined ? [] : acceptable(secrets, foundBy, now)
  const finders = accounts.map((account) => finderOfAccount(kind, account))
  return [...new Set(finders), ...shown.map((secret) => finderOfSecret(signer, secret))]
}
