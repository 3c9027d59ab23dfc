import { importPKCS8, SignJWT } from 'jose'
import { inTransaction, type Ctx, type WorkspaceCtx } from '#core/context.ts'
import { recordAudit } from '#modules/identity/audit.service.ts'
import type { Button } from '#core/button.ts'
import { findersOf } from './finder.ts'
import { openSecrets } from './integration-secrets.ts'
import { lockIntegration, saveFinders, saveIntegration } from './integration.queries.ts'
import { callVendor, refusedBy } from './vendor-call.service.ts'

const VENDOR = 'The team chat'
const SCOPE = 'https://www.googleapis.com/auth/chat.bot'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** What signed tokens of the chat are for, whatever address we ask them at. */
const TOKEN_AUDIENCE = 'https://oauth2.googleapis.com/token'

export interface SpaceMessage {
  space: string
  thread: string | undefined
  text: string
  buttons?: readonly Button[]
  /** The same again is the same message. */
  requestId: string
}

/** Writes into a space; answers what it is called there. */
export async function postToSpace(ctx: Ctx, serviceAccountKey: string, message: SpaceMessage): Promise<string> {
  const { space, thread, text, buttons = [], requestId } = message
  const token = await tokenFor(ctx, serviceAccountKey)
  const query = new URLSearchParams({ requestId, messageReplyOption: 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD' })
  const url = `${ctx.services.settings.vendorUrls.googleChat}/v1/${encodeURI(space)}/messages?${query}`
  const json = {
    text,
    ...(buttons.length > 0 && { cardsV2: [cardOf(ctx, buttons)] }),
    ...(thread !== undefined && { thread: { name: thread } }),
  }
  const headers = { authorization: `Bearer ${token}` }
  const { status, body } = await callVendor(ctx, url, { vendor: VENDOR, headers, json })
  if (status >= 300) throw refusedBy(VENDOR, `status ${status}`)
  return String((body as { name?: unknown } | null)?.name)
}

/** An add-on calls the address that stands for the function, a classic app tells its name; both tell the parameters. */
function cardOf({ services }: Ctx, buttons: readonly Button[]): object {
  const action = `${services.settings.baseUrl}/v1/webhooks/team-chat`
  const shown = buttons.map(({ label, press }) => ({
    text: label,
    onClick: { action: { function: action, parameters: [{ key: 'press', value: press }] } },
  }))
  return { cardId: 'buttons', card: { sections: [{ widgets: [{ buttonList: { buttons: shown } }] }] } }
}

async function tokenFor(ctx: Ctx, serviceAccountKey: string): Promise<string> {
  const { client_email: email, private_key: pem } = keyIn(serviceAccountKey)
  const key = await importPKCS8(pem, 'RS256').catch(() => {
    throw refusedBy(VENDOR, 'the key of the service account cannot be read')
  })
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(email)
    .setAudience(TOKEN_AUDIENCE)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(key)
  const call = { vendor: VENDOR, form: { grant_type: GRANT, assertion } }
  const { status, body } = await callVendor(ctx, ctx.services.settings.vendorUrls.googleToken, call)
  const token = (body as { access_token?: unknown } | null)?.access_token
  if (status >= 300 || typeof token !== 'string') throw refusedBy(VENDOR, `no token, status ${status}`)
  return token
}

function keyIn(text: string): { client_email: string; private_key: string } {
  try {
    const { client_email: email, private_key: key } = JSON.parse(text)
    if (typeof email === 'string' && typeof key === 'string') return { client_email: email, private_key: key }
  } catch {
    // The same sentence for whatever is wrong with it.
  }
  throw refusedBy(VENDOR, 'the key of the service account cannot be read')
}

/** Somebody who knows the integration's secret wrote it into a space: the space is the workspace's from now on. */
export function linkSpace(ctx: WorkspaceCtx, integrationId: string, space: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const found = await lockIntegration(ctx, integrationId)
    if (!found) return
    const { id, kind, accounts: before, isProven } = found
    const accounts = [...new Set([...(isProven ? before : []), space])]
    await saveIntegration(ctx, id, { accounts, isProven: true })
    const secrets = openSecrets(ctx.services.signer, id, found.secrets)
    await saveFinders(ctx, { id, kind }, findersOf(ctx.services.signer, kind, { accounts, secrets, now: ctx.now }))
    await recordAudit(ctx, {
      action: 'integration.space_linked',
      targetKind: 'integration',
      targetId: id,
      details: { space },
    })
  })
}
