import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { coreFailures, defineFailures, fail } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import type { Listed } from '#core/paging.ts'
import { changesIn } from '#core/patch.ts'
import { roleSuffices, type Principal } from '#core/principal.ts'
import * as views from './saved-view.queries.ts'
import {
  SAVED_VIEW_FIXED,
  type SavedView,
  type SavedViewCreate,
  type SavedViewQuery,
  SavedViewUpdate,
} from './saved-view.schema.ts'

export const failures = defineFailures({
  saved_view_not_found: { status: 404, text: 'No such saved view, or it is somebody else’s own.' },
  saved_view_not_yours: { status: 403, text: 'A shared view is changed by whoever saved it, or by a manager.' },
})

export function listSavedViews(ctx: WorkspaceCtx, query: SavedViewQuery): Promise<Listed<SavedView>> {
  return views.listSavedViews(ctx, personOf(ctx).userId, query)
}

export async function getSavedView(ctx: WorkspaceCtx, viewId: string): Promise<SavedView> {
  return (await views.findSavedView(ctx, personOf(ctx).userId, viewId)) ?? fail(failures.saved_view_not_found)
}

export function createSavedView(ctx: WorkspaceCtx, input: SavedViewCreate): Promise<SavedView> {
  return inTransaction(ctx, async (ctx) => {
    const id = newId()
    await views.insertSavedView(ctx, personOf(ctx).userId, { isShared: false, ...input, id })
    await emit(ctx, { type: 'saved_view.created', viewId: id })
    return getSavedView(ctx, id)
  })
}

export function updateSavedView(ctx: WorkspaceCtx, viewId: string, changes: SavedViewUpdate): Promise<SavedView> {
  return inTransaction(ctx, async (ctx) => {
    const before = await holdOwn(ctx, viewId)
    const fields = changesIn(before, changes, SavedViewUpdate, SAVED_VIEW_FIXED)
    if (Object.keys(fields).length === 0) return before
    await views.saveSavedView(ctx, { ...before, ...fields })
    await emit(ctx, { type: 'saved_view.updated', viewId })
    return (await views.findSavedView(ctx, before.owner.id, viewId)) ?? fail(failures.saved_view_not_found)
  })
}

export function deleteSavedView(
  ctx: WorkspaceCtx,
  viewId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const { id } = await holdOwn(ctx, viewId)
    await views.deleteSavedView(ctx, id)
    await emit(ctx, { type: 'saved_view.deleted', viewId: id })
    return { id, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

async function holdOwn(ctx: TxCtx, viewId: string): Promise<SavedView> {
  await views.lockSavedView(ctx, viewId)
  const view = await getSavedView(ctx, viewId)
  assertVersion(ctx, view.version)
  const { userId, membership } = personOf(ctx)
  const isManager = membership !== undefined && roleSuffices(membership.role, 'manager')
  if (view.owner.id !== userId && !isManager) fail(failures.saved_view_not_yours)
  return view
}

function personOf({ principal }: WorkspaceCtx): Extract<Principal, { kind: 'user' }> {
  return principal.kind === 'user' ? principal : fail(coreFailures.invalid_token)
}
