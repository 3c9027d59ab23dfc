import { assertVersion, type WorkspaceCtx } from '#core/context.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { errorText } from '#core/error-text.ts'
import { fail } from '#core/errors.ts'
import { revokeChatToken } from './chat-oauth.service.ts'
import { openSecrets } from './integration-secrets.ts'
import { findIntegration, type SealedIntegration } from './integration.queries.ts'
import type { IntegrationDeleted } from './integration.schema.ts'
import { deleteIntegration, failures } from './integration.service.ts'
import { withFreshToken } from './token-rotation.service.ts'
import { closeConnection } from './tool-connector.service.ts'

/** Takes back over there what was allowed to us, as far as that works, and then forgets it here. */
export async function removeIntegration(ctx: WorkspaceCtx, integrationId: string): Promise<IntegrationDeleted> {
  const found = (await findIntegration(ctx, integrationId)) ?? fail(failures.integration_not_found)
  assertVersion(ctx, found.version)
  const outcome = await takeBack(ctx, found)
  // The version was looked at: what renewed a token meanwhile is no change of somebody else's.
  const { ifMatch: _seen, ...unconditional } = ctx
  return { ...(await deleteIntegration(unconditional, integrationId)), ...outcome }
}

type Outcome = Pick<IntegrationDeleted, 'revocation' | 'problem'>

/** Only what came to us by a consent: a token that somebody entered may serve elsewhere too. */
async function takeBack(ctx: WorkspaceCtx, row: SealedIntegration): Promise<Outcome> {
  if (!row.isProven) return { revocation: 'none', problem: null }
  try {
    if (row.kind === 'tool_connector') {
      await closeConnection(ctx, (row.accounts[0] ?? '').split('/').slice(1).join('/'))
      return { revocation: 'revoked', problem: null }
    }
    const { id, secrets } = row.kind === 'chat_workspace_app' ? await withFreshToken(ctx, row) : row
    const token = openSecrets(ctx.services.signer, id, secrets).botToken?.value
    if (row.kind !== 'chat_workspace_app' || token === undefined) return { revocation: 'none', problem: null }
    await revokeChatToken(ctx, token)
    return { revocation: 'revoked', problem: null }
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error
    return { revocation: 'failed', problem: errorText(error) }
  }
}
