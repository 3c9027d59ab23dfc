import type { Ctx } from '#core/context.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { callVendor, refusedBy } from './vendor-call.service.ts'

const VENDOR = 'The tool connector'

/** A connection as the connector itself describes it. */
export interface ToolConnection {
  status: string
  /** Whom we made it for. Only we can make one, so this is believed. */
  owner: string
  toolkit: string
}

/** Why a connection cannot be used, in a sentence; undefined when it can. */
export function connectionProblem({ status }: Pick<ToolConnection, 'status'>): string | undefined {
  if (status === 'ACTIVE') return undefined
  return PROBLEMS[status] ?? `The connection is ${status} there.`
}

const PROBLEMS: Readonly<Record<string, string>> = {
  INITIALIZING: 'The connection is still being prepared. Wait a moment and open this page again.',
  INITIATED: 'Nobody has given consent yet. Finish it there, then open this page again.',
  FAILED: 'Consent was refused, or the other side did not accept it. Connect again.',
  EXPIRED: 'It took too long, or the consent has run out. Connect again.',
  INACTIVE: 'The connection is switched off there. Switch it on, or connect again.',
  REVOKED: 'The consent was withdrawn there. Connect again.',
}

/** Undefined when there is none of this id. */
export async function fetchConnection(ctx: Ctx, id: string): Promise<ToolConnection | undefined> {
  const { status, body } = await ask(ctx, 'GET', `connected_accounts/${encodeURIComponent(id)}`)
  if (status === 404 || status === 400) return undefined
  if (status >= 300) throw refusedBy(VENDOR, `status ${status}`)
  const { status: state, user_id: owner, toolkit } = body as Record<string, unknown>
  const slug = (toolkit as { slug?: unknown } | undefined)?.slug
  if (typeof state !== 'string' || typeof owner !== 'string' || typeof slug !== 'string')
    throw refusedBy(VENDOR, 'its answer is not that of a connection')
  return { status: state, owner, toolkit: slug }
}

/** Makes a connection that waits for consent; answers where consent is given. */
export async function openConnection(
  ctx: Ctx,
  { owner, toolkit, callbackUrl }: { owner: string; toolkit: string; callbackUrl: string },
): Promise<{ url: string; expiresAt: string | null }> {
  const query = new URLSearchParams({ toolkit_slug: toolkit, limit: '1' })
  const configs = await ask(ctx, 'GET', `auth_configs?${query}`)
  const [config] = ((configs.body as { items?: { id?: unknown }[] } | null)?.items ?? []) as { id?: unknown }[]
  if (configs.status >= 300 || typeof config?.id !== 'string')
    throw refusedBy(VENDOR, `there is no auth config for the toolkit ${toolkit}`)
  const json = { auth_config_id: config.id, user_id: owner, callback_url: callbackUrl }
  const { status, body } = await ask(ctx, 'POST', 'connected_accounts/link', json)
  const { redirect_url: url, expires_at: expiresAt } = (body ?? {}) as Record<string, unknown>
  if (status >= 300 || typeof url !== 'string') throw refusedBy(VENDOR, `no link, status ${status}`)
  const until = typeof expiresAt === 'string' ? new Date(expiresAt) : undefined
  return { url, expiresAt: until && !Number.isNaN(until.getTime()) ? until.toISOString() : null }
}

/** Takes the consent back over there. One that is gone already is taken back too. */
export async function closeConnection(ctx: Ctx, id: string): Promise<void> {
  const { status } = await ask(ctx, 'DELETE', `connected_accounts/${encodeURIComponent(id)}`)
  if (status >= 300 && status !== 404) throw refusedBy(VENDOR, `status ${status}`)
}

function ask(ctx: Ctx, method: 'GET' | 'POST' | 'DELETE', path: string, json?: object): ReturnType<typeof callVendor> {
  const { toolConnectorKey: key, vendorUrls } = ctx.services.settings
  if (key === undefined)
    throw new DeliveryFailure('The operator has not set up the tool connector (TOOL_CONNECTOR_API_KEY).', {
      isFinal: true,
    })
  const call = { vendor: VENDOR, method, headers: { 'x-api-key': key }, ...(json && { json }) }
  return callVendor(ctx, `${vendorUrls.composio}/api/v3/${path}`, call)
}
