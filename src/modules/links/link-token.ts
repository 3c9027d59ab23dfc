import type { SealedPlace } from '#core/reseal.ts'
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

const SEALED = { column: 'token_sealed', type: 'text', key: ['workspace_id', 'id'] } as const
const owner = (row: Record<string, unknown>): string => `${String(row['workspace_id'])}/${String(row['id'])}`

export const SHARE_LINK = 'share-link'
export const DOOR_LINK = 'door-link'

export const SEALED_LINKS: readonly SealedPlace[] = [
  { ...SEALED, table: 'share_links', purpose: SHARE_LINK, owner },
  { ...SEALED, table: 'door_links', purpose: DOOR_LINK, owner },
]
