import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId, randomToken, sha256 } from '#core/crypto.ts'
import { defineFailures, fail, failInapplicable } from '#core/errors.ts'
import type { Listed } from '#core/paging.ts'
import { recordChange } from '#modules/identity/audit.service.ts'
import { failures as taskFailures, getTask, holdTask } from '#modules/tasks/task.service.ts'
import { linkTokens, SHARE_LINK } from './link-token.ts'
import { linkState } from './link.rules.ts'
import * as links from './share-link.queries.ts'
import type {
  ShareLink,
  ShareLinkCreate,
  ShareLinkQuery,
  ShareLinkWithdrawal,
  WithdrawnLinks,
} from './share-link.schema.ts'

const { task_not_found } = taskFailures
export const failures = {
  task_not_found,
  ...defineFailures({
    share_link_not_found: { status: 404, text: 'No such link of this task.' },
    link_inapplicable: { status: 422, text: 'The link cannot be made like this.' },
  }),
}

const TOKEN_BYTES = 24
const tokens = linkTokens({ purpose: SHARE_LINK, page: 't' })

export async function listShareLinks(
  ctx: WorkspaceCtx,
  taskId: string,
  query: ShareLinkQuery,
): Promise<Listed<ShareLink>> {
  await getTask(ctx, taskId)
  const { items, pagination } = await links.listShareLinks(ctx, taskId, query)
  return { items: items.map((row) => shown(ctx, row)), pagination }
}

export async function getShareLink(ctx: WorkspaceCtx, taskId: string, shareLinkId: string): Promise<ShareLink> {
  await getTask(ctx, taskId)
  return shown(ctx, (await links.findShareLink(ctx, taskId, shareLinkId)) ?? fail(failures.share_link_not_found))
}

export async function createShareLink(ctx: WorkspaceCtx, taskId: string, input: ShareLinkCreate): Promise<ShareLink> {
  const { technicianName = null, expiresAt = null, mode = 'carry_out' } = input
  assertFuture(ctx, expiresAt)
  return inTransaction(ctx, async (ctx) => {
    const task = await holdTask(ctx, taskId)
    assertVersion(ctx, task.version)
    const id = newId()
    const token = randomToken(TOKEN_BYTES)
    const tokenSealed = tokens.sealed(ctx, id, token)
    const row = { id, taskId: task.id, technicianName, expiresAt, mode, tokenSealed }
    const created = await links.insertShareLink(ctx, row, sha256(token))
    await trace(ctx, 'task.shared', { id, taskId: task.id })
    return shown(ctx, created ?? fail(failures.share_link_not_found))
  })
}

/** At once and for good; again it stays as it was. */
export async function revokeShareLink(ctx: WorkspaceCtx, taskId: string, shareLinkId: string): Promise<ShareLink> {
  return inTransaction(ctx, async (ctx) => {
    const revoked = await links.revokeShareLink(ctx, taskId, shareLinkId)
    if (!revoked) return getShareLink(ctx, taskId, shareLinkId)
    await trace(ctx, 'task.share_revoked', revoked)
    return shown(ctx, revoked)
  })
}

/** All that still work, or the one that is named. */
export async function revokeShareLinks(
  ctx: WorkspaceCtx,
  taskId: string,
  { shareLinkId }: ShareLinkWithdrawal,
): Promise<WithdrawnLinks> {
  return inTransaction(ctx, async (ctx) => {
    assertVersion(ctx, (await holdTask(ctx, taskId)).version)
    if (shareLinkId !== undefined) await getShareLink(ctx, taskId, shareLinkId)
    const revoked = await links.revokeShareLinks(ctx, taskId, shareLinkId)
    for (const link of revoked) await trace(ctx, 'task.share_revoked', link)
    return { taskId, withdrawn: revoked.length }
  })
}

function trace(ctx: TxCtx, action: string, { id, taskId }: { id: string; taskId: string }): Promise<void> {
  const event = { taskId, shareLinkId: id }
  return recordChange(ctx, { action, targetKind: 'share_link', targetId: id, details: { taskId }, event })
}

export function assertFuture({ now }: WorkspaceCtx, expiresAt: string | null): void {
  if (expiresAt === null || Date.parse(expiresAt) > now.getTime()) return
  failInapplicable(failures.link_inapplicable, 'expiresAt', 'expiresAt must lie in the future.')
}

function shown(ctx: WorkspaceCtx, { tokenSealed, ...row }: links.ShareLinkRow): ShareLink {
  return { ...row, state: linkState(row, ctx.now), url: tokens.urlOf(ctx, row.id, tokenSealed) }
}
