import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { recordAudit } from '#modules/identity/audit.service.ts'
import { changedSecrets, openSecrets, sealSecrets } from './integration-secrets.ts'
import { lockIntegration, saveIntegration } from './integration.queries.ts'
import { failures as integrationFailures } from './integration.service.ts'

export const failures = {
  integration_not_found: integrationFailures.integration_not_found,
  ...defineFailures({
    verification_token_missing: {
      status: 409,
      text: 'No verification token has come, or it has served: set the subscription up again.',
    },
  }),
}

/**
 * Keeps the token that a subscription is set up with; deliveries are signed with it from then on. Those of the
 * subscription before it still come meanwhile.
 */
export function keepVerificationToken(ctx: WorkspaceCtx, integrationId: string, token: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const { signer } = ctx.services
    const found = (await lockIntegration(ctx, integrationId)) ?? fail(failures.integration_not_found)
    const before = openSecrets(signer, found.id, found.secrets)
    const after = changedSecrets(found.kind, before, { verificationToken: token }, ctx.now)
    const { secrets, secretsShown } = sealSecrets(signer, found.id, after)
    const shown = JSON.stringify(secretsShown)
    await saveIntegration(ctx, found.id, { secrets, secretsShown: shown, isProven: false })
    await recordAudit(ctx, {
      action: 'integration.verification_token_kept',
      targetKind: 'integration',
      targetId: found.id,
      details: {},
    })
  })
}

/** For the person who has to enter it there. Once a delivery was signed with it, it is shown no more. */
export function showVerificationToken(
  ctx: WorkspaceCtx,
  integrationId: string,
): Promise<{ verificationToken: string }> {
  return inTransaction(ctx, async (ctx) => {
    const found = (await lockIntegration(ctx, integrationId)) ?? fail(failures.integration_not_found)
    const kept = openSecrets(ctx.services.signer, found.id, found.secrets).verificationToken
    if (!kept || found.isProven) fail(failures.verification_token_missing)
    await recordAudit(ctx, {
      action: 'integration.verification_token_shown',
      targetKind: 'integration',
      targetId: found.id,
      details: {},
    })
    return { verificationToken: kept.value }
  })
}

/** A delivery was signed with this token: if it is the one in use, the subscription stands. */
export function noteProven(ctx: WorkspaceCtx, integrationId: string, token: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const found = await lockIntegration(ctx, integrationId)
    if (!found || found.isProven) return
    const kept = openSecrets(ctx.services.signer, found.id, found.secrets).verificationToken
    if (kept?.value === token) await saveIntegration(ctx, found.id, { isProven: true })
  })
}
