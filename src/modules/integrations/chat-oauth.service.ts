import type { Ctx } from '#core/context.ts'
import type { ChatApp } from '#core/services.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import type { Rotation } from './integration-secrets.ts'
import { callVendor, refusedBy } from './vendor-call.service.ts'

const VENDOR = 'The chat workspace'

export interface ChatToken {
  value: string
  rotation?: Rotation
}

/** What somebody over there allowed. */
export interface ChatGrant {
  /** App and team, as deliveries name them. */
  account: string
  teamName: string
  token: ChatToken
}

/** Changes the code that a browser brought for the token of the bot. A code is good once. */
export async function exchangeCode(
  ctx: Ctx,
  app: ChatApp,
  { code, redirectUri }: { code: string; redirectUri: string },
): Promise<ChatGrant> {
  const said = await access(ctx, app, { code, redirect_uri: redirectUri })
  const team = said['team'] as { id?: unknown; name?: unknown } | null | undefined
  if (said['is_enterprise_install'] === true || !isText(team?.id) || !isText(said['app_id']))
    throw refusedBy(VENDOR, 'an install into a whole organization. Choose one workspace of it.')
  const teamName = isText(team.name) ? team.name : team.id
  return { account: `${said['app_id']}/${team.id}`, teamName, token: tokenIn(ctx, said) }
}

/** Changes a token that runs out for a new one. What it is changed with is good once. */
export async function refreshChatToken(ctx: Ctx, app: ChatApp, refreshToken: string): Promise<ChatToken> {
  return tokenIn(ctx, await access(ctx, app, { grant_type: 'refresh_token', refresh_token: refreshToken }))
}

const GONE = ['token_revoked', 'invalid_auth', 'account_inactive', 'token_expired']

/** Takes the token back over there. One that is gone already is taken back too. */
export async function revokeChatToken(ctx: Ctx, token: string): Promise<void> {
  const url = `${ctx.services.settings.vendorUrls.slack}/auth.revoke`
  const { body, status } = await callVendor(ctx, url, {
    vendor: VENDOR,
    headers: { authorization: `Bearer ${token}` },
    form: {},
  })
  const said = fieldsIn(body)
  if (said['ok'] !== true && !GONE.includes(String(said['error']))) throw refusedBy(VENDOR, reasonIn(said, status))
}

async function access(ctx: Ctx, app: ChatApp, form: Record<string, string>): Promise<Record<string, unknown>> {
  const url = `${ctx.services.settings.vendorUrls.slack}/oauth.v2.access`
  const client = { client_id: app.clientId, client_secret: app.clientSecret }
  const { body, status } = await callVendor(ctx, url, { vendor: VENDOR, form: { ...client, ...form } })
  const said = fieldsIn(body)
  // It says so in the body: the status is 200 either way.
  if (said['ok'] !== true) throw refusedBy(VENDOR, reasonIn(said, status))
  return said
}

function tokenIn({ now }: Ctx, said: Record<string, unknown>): ChatToken {
  const { access_token: value, refresh_token: refreshToken, expires_in: seconds } = said
  if (!isText(value)) throw new DeliveryFailure(`${VENDOR} gave no token for a bot.`, { isFinal: true })
  if (!isText(refreshToken) || typeof seconds !== 'number') return { value }
  return { value, rotation: { refreshToken, expiresAt: new Date(now.getTime() + seconds * 1000).toISOString() } }
}

function fieldsIn(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}

function reasonIn({ error }: Record<string, unknown>, status: number): string {
  return isText(error) ? error : `status ${status}`
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
