import type { SealedPlace } from '#core/reseal.ts'
import type { Ctx } from '#core/context.ts'
import { seal, unseal } from '#core/crypto.ts'
import type { Credentials } from './connection.schema.ts'

const PURPOSE = 'connection-credentials'

export const SEALED_CONNECTIONS: SealedPlace = {
  table: 'connections',
  column: 'credentials',
  type: 'text',
  key: ['workspace_id', 'id'],
  purpose: PURPOSE,
  owner: (row) => String(row['id']),
}
/** Of a short secret the last four would be too much of it. */
const LENGTH_TO_HINT = 16

/** What is kept of credentials: ciphertext that opens only for this connection, and what may be shown. */
export function sealCredentials(
  { services }: Ctx,
  connectionId: string,
  credentials: Credentials,
): { credentials: string; credentialsHint: string } {
  const { clientSecret } = credentials
  return {
    credentials: seal(services.signer, PURPOSE, connectionId, JSON.stringify(credentials)),
    credentialsHint: clientSecret.length >= LENGTH_TO_HINT ? clientSecret.slice(-4) : '',
  }
}

/** Undefined when they were sealed under another server secret. */
export function unsealCredentials({ services }: Ctx, connectionId: string, sealed: string): Credentials | undefined {
  const text = unseal(services.signer, PURPOSE, connectionId, sealed)
  return text === undefined ? undefined : (JSON.parse(text) as Credentials)
}
