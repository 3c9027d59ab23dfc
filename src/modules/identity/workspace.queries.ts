import type { Ctx, Scope, TxCtx } from '#core/context.ts'
import { one, type Db } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import type { Membership } from '#core/principal.ts'
import { sql } from '#core/sql.ts'
import type { MyWorkspace } from './account.schema.ts'
import type { Workspace, WorkspaceSettings } from './workspace.schema.ts'

const SETTINGS = sql`id, name, currency, timezone, tool_approval as "toolApproval", version, created_at as "createdAt",
  updated_at as "updatedAt"`

/** A key sees the workspace it belongs to, a person those they are a member of. */
export function listWorkspaces(
  { db, principal }: Ctx,
  query: { limit?: number; offset?: number },
): Promise<Listed<Workspace>> {
  return listed(db, query, {
    columns: sql`w.id, w.name`,
    from: sql`workspaces w`,
    where:
      principal.kind === 'key'
        ? sql`w.id = ${principal.workspaceId}`
        : sql`w.id in (select workspace_id from memberships
            where user_id = ${principal.kind === 'user' ? principal.userId : null} and ended_at is null)`,
    order: sql`w.created_at desc, w.id desc`,
  })
}

/** Where a person belongs, and as what. */
export function listMemberships(
  db: Db,
  userId: string,
  query: { limit?: number; offset?: number },
): Promise<Listed<MyWorkspace>> {
  return listed(db, query, {
    columns: sql`w.id, w.name, w.timezone, w.currency, m.id as "membershipId", m.role`,
    from: sql`memberships m join workspaces w on w.id = m.workspace_id`,
    where: sql`m.user_id = ${userId} and m.ended_at is null`,
    order: sql`w.created_at desc, w.id desc`,
  })
}

export function findSettings({ db, workspaceId }: Scope): Promise<WorkspaceSettings | undefined> {
  return one(db, sql`select ${SETTINGS} from workspaces where id = ${workspaceId}`)
}

export function lockSettings({ db, workspaceId }: TxCtx): Promise<WorkspaceSettings | undefined> {
  return one(db, sql`select ${SETTINGS} from workspaces where id = ${workspaceId} for no key update`)
}

export function saveSettings(
  { db, workspaceId, now }: TxCtx,
  settings: WorkspaceSettings,
): Promise<WorkspaceSettings | undefined> {
  return one(
    db,
    sql`
    update workspaces set name = ${settings.name}, currency = ${settings.currency}, timezone = ${settings.timezone},
      tool_approval = ${settings.toolApproval}, version = version + 1, updated_at = ${now}
    where id = ${workspaceId} returning ${SETTINGS}`,
  )
}

export function insertWorkspace(
  db: Db,
  workspace: { id: string; name: string; currency: string; timezone: string; now: Date },
): Promise<{ id: string } | undefined> {
  const { id, name, currency, timezone, now } = workspace
  return one(
    db,
    sql`
    insert into workspaces (id, name, currency, timezone, created_at, updated_at)
    values (${id}, ${name}, ${currency}, ${timezone}, ${now}, ${now})
    on conflict (id) do nothing returning id`,
  )
}

/** Whether the workspace is there, and the person's membership if they have one. */
export async function findEntry(
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<{ membership: Membership | undefined } | undefined> {
  const row = await one<{ membershipId: Membership['membershipId'] | null; role: Membership['role'] }>(
    db,
    sql`
    select m.id as "membershipId", m.role from workspaces w
    left join memberships m on m.workspace_id = w.id and m.user_id = ${userId} and m.ended_at is null
      and exists (select from users u where u.id = m.user_id and u.disabled_at is null)
    where w.id = ${workspaceId}`,
  )
  if (!row) return undefined
  return { membership: row.membershipId ? { membershipId: row.membershipId, role: row.role } : undefined }
}
