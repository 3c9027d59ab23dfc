import type { WorkspaceCtx } from '#core/context.ts'
import { seal, unseal } from '#core/crypto.ts'

/** The token of a link, kept sealed so that its address can be shown again to those who may see the link. */
export function linkTokens({ purpose, page }: { purpose: string; page: string }): {
  sealed(ctx: WorkspaceCtx, linkId: string, token: string): string
  /** Null when it was sealed under another server secret. */
  urlOf(ctx: WorkspaceCtx, linkId: string, tokenSealed: string): string | null
} {
  const ownerOf = ({ workspaceId }: WorkspaceCtx, linkId: string): string => `${workspaceId}/${linkId}`
  return {
    sealed: (ctx, linkId, token) => seal(ctx.services.signer, purpose, ownerOf(ctx, linkId), token),
    urlOf(ctx, linkId, tokenSealed) {
      const { signer, settings } = ctx.services
      const token = unseal(signer, purpose, ownerOf(ctx, linkId), tokenSealed)
      return token === undefined ? null : `${settings.appUrl}/${page}/${token}`
    },
  }
}
