import { showsSecret } from '#core/bearer.ts'
import { sameText } from '#core/crypto.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { unstorableText } from '#core/json.ts'
import { headerIn, NobodyThere, type Received } from '#core/webhook.ts'
import type { IntegrationKind, SecretName } from '#modules/integrations/integration.schema.ts'
import { findReceivers, type Finder } from '#modules/integrations/receiver.service.ts'
import { findWorkspace } from './delivery.queries.ts'
import { looseJson } from './reading.ts'
import type { Desk, Proof } from './sender.ts'

interface BySecret {
  kind: IntegrationKind
  /** Of the integration: what its deliveries are proven with. */
  secret: SecretName
  /** The secret of the whole installation, for an account that serves several workspaces. */
  setting?: string
  /** Whom it says it is for. Read from what nobody has proven yet, so it chooses the key and nothing else. */
  find(received: Received, body: unknown): Finder
  isGenuine(received: Received, secret: string): boolean
  /** The workspace that the account's owner has written into it; believed only under the installation's secret. */
  workspaceIn?(body: unknown): string | undefined
}

/** The accounts that it names, or whoever's secret fits where it names none. */
export function namedIn(accounts: readonly (string | undefined)[]): Finder {
  const names = accounts.filter((account) => account !== undefined)
  return names.length === 0 ? 'anybody' : { accounts: names }
}

/** The integration whose secret fits is the one that is meant; others may claim the account as they like. */
export function bySecret(scheme: BySecret): (desk: Desk, received: Received) => Promise<Proof> {
  const { kind, secret, setting, isGenuine } = scheme
  return async (desk, received) => {
    const body = looseJson(received.bytes)
    const finder = scheme.find(received, body)
    const receivers = await findReceivers({ ...desk, now: received.now }, kind, finder)
    const meant = receivers.find((each) => each.secrets(secret).some((value) => isGenuine(received, value)))
    if (meant) return { workspaceId: meant.workspaceId, integrationId: meant.id }
    const ofAll = setting === undefined ? [] : (desk.secrets[setting] ?? [])
    if (ofAll.some((value) => isGenuine(received, value))) {
      // What names nobody says nothing about which of the proven ones is meant.
      const proven = finder === 'anybody' ? undefined : receivers.find(({ isProven }) => isProven)
      if (proven) return { workspaceId: proven.workspaceId, integrationId: proven.id }
      const named = scheme.workspaceIn?.(body) ?? ''
      const isKnown = !unstorableText(named, { parameter: '' }) && (await findWorkspace(desk.db, named))
      return isKnown ? { workspaceId: named } : {}
    }
    if (receivers.length === 0 && ofAll.length === 0)
      throw new NobodyThere({ setting, kind }, typeof finder === 'object' && 'accounts' in finder)
    return fail(coreFailures.invalid_token)
  }
}

/** For senders that sign nothing: the secret itself, as a bearer, or in the header that systems without one can set. */
export function isShown(received: Received, secret: string): boolean {
  const isBearer = showsSecret(headerIn(received, 'authorization'), secret)
  return sameText(headerIn(received, 'x-webhook-secret'), secret) || isBearer
}
