import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import type { ChatApp } from '#core/services.ts'
import { refreshChatToken, type ChatToken } from './chat-oauth.service.ts'
import { openSecrets, type Rotation } from './integration-secrets.ts'
import * as integrations from './integration.queries.ts'
import { sealed } from './integration.service.ts'
import { receiverNow, type Receiver } from './receiver.service.ts'

type Row = integrations.SealedIntegration

/** Tokens live for twelve hours: whoever comes in the last half one changes it while the old one is still good. */
const BEFORE_MILLIS = 30 * 60_000
const CLAIM_MILLIS = 60_000

/** For whoever is about to write: a token that runs out is changed first. Never inside a transaction. */
export async function findWriter(ctx: WorkspaceCtx, integrationId: string): Promise<Receiver | undefined> {
  const row = await integrations.findIntegration(ctx, integrationId)
  return row?.status === 'active' ? receiverNow(ctx, await withFreshToken(ctx, row)) : undefined
}

/** One of all processes changes the token; the others go on with the old one. */
export async function withFreshToken(ctx: WorkspaceCtx, row: Row): Promise<Row> {
  const { chatApp } = ctx.services.settings
  const due = dueIn(ctx, row)
  if (!chatApp || !due) return row
  try {
    return await renewed(ctx, chatApp, row)
  } catch (error) {
    const isGood = Date.parse(due.expiresAt) > ctx.now.getTime()
    if (!(error instanceof DeliveryFailure) || !isGood) throw error
    ctx.log.warn({ err: error, integrationId: row.id }, 'a token could not be renewed; the old one still serves')
    return row
  }
}

async function renewed(ctx: WorkspaceCtx, app: ChatApp, { id }: Row): Promise<Row> {
  const claimed = await integrations.claimRefresh(ctx, id, new Date(ctx.now.getTime() + CLAIM_MILLIS))
  if (!claimed) throw new DeliveryFailure('The token is being renewed.', { retryAfterSeconds: 5 })
  const due = dueIn(ctx, claimed)
  if (!due) return keepToken(ctx, id, undefined)
  const token = await refreshChatToken(ctx, app, due.refreshToken)
  return keepToken(ctx, id, { token, usedUp: due.refreshToken })
}

/** Unless somebody has installed the app anew meanwhile. Gives the claim back. */
function keepToken(
  ctx: WorkspaceCtx,
  id: string,
  fresh: { token: ChatToken; usedUp: string } | undefined,
): Promise<Row> {
  return inTransaction(ctx, async (ctx) => {
    const found = await integrations.lockIntegration(ctx, id)
    if (!found) throw new DeliveryFailure('The integration is gone.', { isFinal: true })
    const secrets = openSecrets(ctx.services.signer, id, found.secrets)
    const isOurs = fresh !== undefined && secrets.botToken?.rotation?.refreshToken === fresh.usedUp
    const kept = isOurs ? sealed(ctx, id, { ...secrets, botToken: fresh.token }) : { secrets: found.secrets }
    await integrations.saveIntegration(ctx, id, { ...kept, refreshingUntil: null })
    return { ...found, secrets: kept.secrets }
  })
}

function dueIn({ services, now }: WorkspaceCtx, { id, secrets }: Row): Rotation | undefined {
  const rotation = openSecrets(services.signer, id, secrets).botToken?.rotation
  return rotation && Date.parse(rotation.expiresAt) - now.getTime() < BEFORE_MILLIS ? rotation : undefined
}
