import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import { assertReadOnly } from '#core/patch.ts'
import { recordAudit } from './audit.service.ts'
import { findSettings, lockSettings, saveSettings } from './workspace.queries.ts'
import { WORKSPACE_FIXED, type WorkspaceSettings, type WorkspaceSettingsUpdate } from './workspace.schema.ts'

export async function getSettings(ctx: WorkspaceCtx): Promise<WorkspaceSettings> {
  return (await findSettings(ctx)) ?? fail(coreFailures.workspace_not_found)
}

export async function updateSettings(ctx: WorkspaceCtx, changes: WorkspaceSettingsUpdate): Promise<WorkspaceSettings> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await lockSettings(ctx)) ?? fail(coreFailures.workspace_not_found)
    assertReadOnly({ ...before }, changes, WORKSPACE_FIXED)
    const after = (await saveSettings(ctx, { ...before, ...changes })) ?? fail(coreFailures.workspace_not_found)
    const { name, currency, timezone } = after
    await recordAudit(ctx, {
      action: 'workspace.updated',
      targetKind: 'workspace',
      targetId: ctx.workspaceId,
      details: { name, currency, timezone },
    })
    await emit(ctx, { type: 'workspace.updated' })
    return after
  })
}
