import { assertVersion, inTransaction, type Ctx, type WorkspaceCtx } from '#core/context.ts'
import type { Db } from '#core/db.ts'
import { coreFailures, defineFailures, fail } from '#core/errors.ts'
import { changesIn } from '#core/patch.ts'
import { recordAudit, recordChange } from './audit.service.ts'
import {
  findEntry,
  findSettings,
  insertWorkspace,
  listWorkspaces,
  lockSettings,
  saveSettings,
} from './workspace.queries.ts'
import { WORKSPACE_FIXED, type WorkspaceSettings, WorkspaceSettingsUpdate } from './workspace.schema.ts'

const failures = defineFailures({
  workspace_taken: { status: 409, text: 'There is a workspace with this id already.' },
})

/** For the operator of the installation; the product itself never makes one. */
export async function createWorkspace(
  ctx: Ctx,
  workspace: { id: string; name: string; currency: string; timezone: string },
): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    const created = await insertWorkspace(ctx.db, { ...workspace, now: ctx.now })
    const { id } = created ?? fail(failures.workspace_taken)
    const inside = { ...ctx, workspaceId: id }
    await recordAudit(inside, {
      action: 'workspace.created',
      targetKind: 'workspace',
      targetId: id,
      details: workspace,
    })
    return id
  })
}

/** The workspaces of a person, as choices in a form. */
export async function listWorkspacesOf(ctx: Ctx, userId: string): Promise<{ id: string; name: string }[]> {
  const principal = { kind: 'user', userId, sessionId: '' } as const
  const { items } = await listWorkspaces({ ...ctx, principal }, { limit: 100 })
  return items
}

/** What a person is in a workspace right now; undefined where there is no such workspace. */
export async function findMembership(db: Db, workspaceId: string, userId: string): ReturnType<typeof findEntry> {
  // Not a slug, so no workspace; PostgreSQL would choke on a NUL.
  return /^[a-z0-9-]{1,63}$/.test(workspaceId) ? findEntry(db, workspaceId, userId) : undefined
}

export async function getSettings(ctx: WorkspaceCtx): Promise<WorkspaceSettings> {
  return (await findSettings(ctx)) ?? fail(coreFailures.workspace_not_found)
}

export async function updateSettings(ctx: WorkspaceCtx, changes: WorkspaceSettingsUpdate): Promise<WorkspaceSettings> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await lockSettings(ctx)) ?? fail(coreFailures.workspace_not_found)
    assertVersion(ctx, before.version)
    const fields = changesIn(before, changes, WorkspaceSettingsUpdate, WORKSPACE_FIXED)
    if (Object.keys(fields).length === 0) return before
    const after = (await saveSettings(ctx, { ...before, ...fields })) ?? fail(coreFailures.workspace_not_found)
    const { name, currency, timezone, toolApproval } = after
    await recordChange(ctx, {
      action: 'workspace.updated',
      targetKind: 'workspace',
      targetId: ctx.workspaceId,
      details: { name, currency, timezone, toolApproval },
      before,
      event: {},
    })
    return after
  })
}

/** Whether somebody is a member; undefined when there is no such workspace. */
export function findWorkspaceEntry(db: Db, workspaceId: string, userId: string): ReturnType<typeof findEntry> {
  return findEntry(db, workspaceId, userId)
}
