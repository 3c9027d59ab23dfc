import type { Signer } from '#core/crypto.ts'
import { acceptable, type Secrets } from './integration-secrets.ts'
import { PARTS } from './integration.rules.ts'
import type { IntegrationKind } from './integration.schema.ts'

/** What a sender that shows a secret and no name is found by. */
export function finderOfSecret(signer: Signer, secret: string): string {
  return `secret:${signer.mac('integration-finder', secret)}`
}

export function findersOf(
  signer: Signer,
  kind: IntegrationKind,
  { accounts, secrets, now }: { accounts: readonly string[]; secrets: Secrets; now: Date },
): string[] {
  const { foundBy } = PARTS[kind]
  const shown = foundBy === undefined ? [] : acceptable(secrets, foundBy, now)
  return [...accounts.map((account) => `account:${account}`), ...shown.map((secret) => finderOfSecret(signer, secret))]
}
