import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkspaceCtx } from '#core/context.ts'
import * as access from '#modules/connections/connection-access.service.ts'
import type { OpenConnection, Tokens } from '#modules/connections/connection-access.service.ts'
import type { Credentials } from '#modules/connections/connection.schema.ts'
import { ProviderFailure } from './operations-provider.ts'

/** The two calls that bring tokens. */
export interface SignIn {
  login(credentials: Credentials): Promise<{ tokens: Tokens; expiresAt: Date }>
  refresh(refreshToken: string): Promise<{ tokens: Tokens; expiresAt: Date }>
}

const REFRESH_AHEAD_SECONDS = 15 * 60
const LAST_USE_SECONDS = 30
const PAUSE_MILLIS = 200
const PAUSES_MAX = 100

/** A connection with tokens that work, as far as we know. Of all nodes one asks for new ones, the others wait for it. */
export async function withTokens(
  ctx: WorkspaceCtx,
  connectionId: string,
  signIn: SignIn,
): Promise<OpenConnection & { tokens: Tokens }> {
  // Somebody may have brought tokens between our look at them and our look at who is asking: once more, then.
  let wasIdle = false
  for (let pauses = 0; ; pauses++) {
    const connection = await opened(ctx, connectionId)
    if (lives(connection, REFRESH_AHEAD_SECONDS)) return connection
    if (await access.takeTokenCall(ctx, connectionId)) {
      await askForTokens(ctx, connection, signIn)
      continue
    }
    if (lives(connection, LAST_USE_SECONDS)) return connection
    const { waitSeconds, isUnderWay } = await access.tokenCallState(ctx, connectionId)
    if ((!isUnderWay && wasIdle) || pauses >= PAUSES_MAX) throw tooSoon(waitSeconds)
    wasIdle = !isUnderWay
    if (isUnderWay) await sleep(PAUSE_MILLIS)
  }
}

/** Signs in with the credentials, whatever tokens there are: only this shows whether they are right. */
export async function signInAnew(ctx: WorkspaceCtx, connectionId: string, signIn: SignIn): Promise<void> {
  const connection = await opened(ctx, connectionId)
  if (!(await access.takeTokenCall(ctx, connectionId))) {
    throw tooSoon((await access.tokenCallState(ctx, connectionId)).waitSeconds)
  }
  await askForTokens(ctx, { ...connection, tokens: undefined }, signIn)
}

async function askForTokens(ctx: WorkspaceCtx, connection: OpenConnection, signIn: SignIn): Promise<void> {
  const { id, credentials, tokens } = connection
  try {
    if (!credentials) {
      throw new ProviderFailure(
        'credentials',
        'The credentials were kept under another server secret. Give them again.',
      )
    }
    const answer = tokens ? await signIn.refresh(tokens.refresh) : await signIn.login(credentials)
    await access.keepTokens(ctx, connection, answer.tokens, answer.expiresAt)
  } catch (error) {
    const isRefused = error instanceof ProviderFailure && error.kind === 'credentials'
    await (isRefused ? access.forgetTokens(ctx, connection) : access.endTokenCall(ctx, id))
    // A refresh token can run out; the credentials are asked for then, but not in the same minute.
    if (isRefused && tokens) throw tooSoon((await access.tokenCallState(ctx, id)).waitSeconds)
    throw error
  }
}

async function opened(ctx: WorkspaceCtx, connectionId: string): Promise<OpenConnection> {
  const connection = await access.openConnection(ctx, connectionId)
  if (!connection) throw new ProviderFailure('refused', 'The connection was deleted.')
  return connection
}

function lives(connection: OpenConnection, seconds: number): connection is OpenConnection & { tokens: Tokens } {
  const until = connection.tokensExpireAt === null ? 0 : Date.parse(connection.tokensExpireAt)
  return connection.tokens !== undefined && until > Date.now() + seconds * 1000
}

function tooSoon(waitSeconds: number): ProviderFailure {
  const retryAfterSeconds = Math.max(1, waitSeconds)
  return new ProviderFailure(
    'limited',
    `The provider lets us sign in once a minute. The next time is in ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  )
}
