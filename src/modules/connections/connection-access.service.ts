import type { SealedPlace } from '#core/reseal.ts'
import type { Scope, WorkspaceCtx } from '#core/context.ts'
import { seal, unseal } from '#core/crypto.ts'
import * as access from './connection-access.queries.ts'
import { unsealCredentials } from './connection-credentials.ts'
import type { Connection, ConnectionSettings, Credentials } from './connection.schema.ts'

export { HAS_CONNECTION } from './connection-access.queries.ts'

export interface Tokens {
  access: string
  refresh: string
}

/** A connection with what is needed to use it. Never shown, never logged. */
export interface OpenConnection {
  id: string
  name: string
  status: Connection['status']
  settings: ConnectionSettings
  /** Undefined when they were sealed under another server secret. */
  credentials: Credentials | undefined
  /** How the credentials are kept: sealed anew they differ, even if they say the same. */
  credentialsSealed: string
  tokens: Tokens | undefined
  tokensExpireAt: string | null
  /** How the tokens are kept, to give up these and no others. */
  tokensSealed: string | null
  blockedUntil: string | null
}

const TOKENS = 'connection-tokens'

export const SEALED_CONNECTION_TOKENS: SealedPlace = {
  table: 'connections',
  column: 'tokens',
  type: 'text',
  key: ['workspace_id', 'id'],
  purpose: TOKENS,
  owner: (row) => String(row['id']),
}

function opened(ctx: WorkspaceCtx, row: access.AccessRow): OpenConnection {
  const { credentials, tokens, ...rest } = row
  const text = tokens === null ? undefined : unseal(ctx.services.signer, TOKENS, row.id, tokens)
  return {
    ...rest,
    credentials: unsealCredentials(ctx, row.id, credentials),
    credentialsSealed: credentials,
    tokens: text === undefined ? undefined : (JSON.parse(text) as Tokens),
    tokensSealed: tokens,
  }
}

/** The workspace's connection: the one in use, or a paused one. */
export async function currentConnection(ctx: WorkspaceCtx): Promise<OpenConnection | undefined> {
  const row = await access.findCurrent(ctx)
  return row && opened(ctx, row)
}

export async function openConnection(ctx: WorkspaceCtx, connectionId: string): Promise<OpenConnection | undefined> {
  const row = await access.findAccess(ctx, connectionId)
  return row && opened(ctx, row)
}

/** Of all nodes one may ask for tokens, once a minute. Answers whether it is us. */
export function takeTokenCall(ctx: Scope, connectionId: string): Promise<boolean> {
  return access.takeTokenCall(ctx, connectionId)
}

export function tokenCallState(
  ctx: Scope,
  connectionId: string,
): Promise<{ waitSeconds: number; isUnderWay: boolean }> {
  return access.tokenCallState(ctx, connectionId)
}

export async function keepTokens(
  ctx: WorkspaceCtx,
  { id, credentialsSealed }: OpenConnection,
  tokens: Tokens,
  expiresAt: Date,
): Promise<void> {
  const sealed = seal(ctx.services.signer, TOKENS, id, JSON.stringify(tokens))
  await access.saveTokens(ctx, { id, credentials: credentialsSealed }, { tokens: sealed, expiresAt })
}

export function forgetTokens(ctx: Scope, { id, credentialsSealed }: OpenConnection): Promise<void> {
  return access.saveTokens(ctx, { id, credentials: credentialsSealed }, { tokens: null, expiresAt: null })
}

export function endTokenCall(ctx: Scope, connectionId: string): Promise<void> {
  return access.endTokenCall(ctx, connectionId)
}

export async function dropRefusedTokens(ctx: Scope, { id, tokensSealed }: OpenConnection): Promise<void> {
  if (tokensSealed !== null) await access.dropTokens(ctx, id, tokensSealed)
}

/** The provider asked for patience: nobody calls it for so long. */
export function noteBlocked(ctx: Scope, connectionId: string, seconds: number): Promise<void> {
  return access.saveBlocked(ctx, connectionId, seconds)
}

export function noteReached(ctx: Scope, connectionId: string): Promise<void> {
  return access.saveHealth(ctx, connectionId, { error: null, syncedAt: null })
}

export function noteSynced(ctx: WorkspaceCtx, connectionId: string): Promise<void> {
  return access.saveHealth(ctx, connectionId, { error: null, syncedAt: ctx.now })
}

export function noteFailing(ctx: Scope, connectionId: string, error: string): Promise<void> {
  return access.saveHealth(ctx, connectionId, { error, syncedAt: null })
}
