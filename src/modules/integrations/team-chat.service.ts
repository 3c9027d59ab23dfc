import { inTransaction, type Ctx, type WorkspaceCtx } from '#core/context.ts'
import { recordAudit } from '#modules/identity/audit.service.ts'
import type { Button } from '#core/button.ts'
import { dropGoogleToken, googleToken } from './google-token.service.ts'
import { lockIntegration, saveIntegration } from './integration.queries.ts'
import { keepFinders, secretsAfter } from './integration.service.ts'
import { callVendor, refusedBy } from './vendor-call.service.ts'

const VENDOR = 'The team chat'

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
  const token = await googleToken(ctx, serviceAccountKey)
  const query = new URLSearchParams({ requestId, messageReplyOption: 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD' })
  const url = `${ctx.services.settings.vendorUrls.googleChat}/v1/${encodeURI(space)}/messages?${query}`
  const json = {
    text,
    ...(buttons.length > 0 && { cardsV2: [cardOf(ctx, buttons)] }),
    ...(thread !== undefined && { thread: { name: thread } }),
  }
  const headers = { authorization: `Bearer ${token}` }
  const { status, body } = await callVendor(ctx, url, { vendor: VENDOR, headers, json, sends: true })
  if (status === 401) dropGoogleToken(ctx, serviceAccountKey)
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

/** Somebody who knows the integration's secret wrote it into a space: the space is the workspace's from now on. */
export function linkSpace(ctx: WorkspaceCtx, integrationId: string, space: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const found = await lockIntegration(ctx, integrationId)
    if (!found) return
    const { id, kind, accounts: before, isProven } = found
    const accounts = [...new Set([...(isProven ? before : []), space])]
    await saveIntegration(ctx, id, { accounts, isProven: true })
    const { secrets, areClosed } = secretsAfter(ctx, found, {})
    await keepFinders(ctx, { id, kind, accounts, secrets, areClosed })
    await recordAudit(ctx, {
      action: 'integration.space_linked',
      targetKind: 'integration',
      targetId: id,
      details: { space },
    })
  })
}
