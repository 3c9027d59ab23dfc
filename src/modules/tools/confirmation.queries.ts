import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { every, insertion, sql } from '#core/sql.ts'
import type { ToolConfirmation, ToolConfirmationQuery } from './confirmation.schema.ts'

export interface NewConfirmation {
  id: string
  tokenHash: Buffer
  principal: string
  grantId: string | null
  tool: string
  argsHash: string
  recordVersion: number | null
  /** The outsiders named to the person who is asked. */
  readers: string[]
  preview: Record<string, unknown>
  needsApproval: boolean
  createdAt: Date
  expiresAt: Date
}

const columnsAt = (now: Date): ReturnType<typeof sql> => sql`
  id, tool, principal, preview, needs_approval as "needsApproval",
  coalesce(state, case when expires_at <= ${now} then 'expired' else 'waiting' end) as state,
  created_at as "createdAt", expires_at as "expiresAt", settled_at as "settledAt"`

export async function insertConfirmation({ db, workspaceId }: Scope, row: NewConfirmation): Promise<void> {
  const fields = { workspaceId, ...row, preview: JSON.stringify(row.preview) }
  await run(db, sql`insert into tool_confirmations ${insertion(fields)}`)
}

export interface HeldConfirmation {
  id: string
  principal: string
  grantId: string | null
  tool: string
  argsHash: string
  recordVersion: number | null
  readers: string[]
  needsApproval: boolean
  state: 'approved' | 'declined' | 'used' | null
  expiresAt: string
}

export function lockByToken({ db, workspaceId }: TxCtx, tokenHash: Buffer): Promise<HeldConfirmation | undefined> {
  return one(
    db,
    sql`
    select id, principal, grant_id as "grantId", tool, args_hash as "argsHash", record_version as "recordVersion",
      readers, needs_approval as "needsApproval", state, expires_at as "expiresAt"
    from tool_confirmations where workspace_id = ${workspaceId} and token_hash = ${tokenHash} for update`,
  )
}

export function lockConfirmation(
  { db, workspaceId, now }: TxCtx,
  confirmationId: string,
): Promise<ToolConfirmation | undefined> {
  return one(
    db,
    sql`
    select ${columnsAt(now)} from tool_confirmations
    where workspace_id = ${workspaceId} and id = ${confirmationId} for update`,
  )
}

export async function settle(
  { db, workspaceId, now }: TxCtx,
  confirmationId: string,
  state: 'approved' | 'declined' | 'used',
  approvedBy: string | null = null,
): Promise<void> {
  await run(
    db,
    sql`
    update tool_confirmations set state = ${state}, settled_at = ${now}, approved_by = coalesce(${approvedBy}::uuid, approved_by)
    where workspace_id = ${workspaceId} and id = ${confirmationId}`,
  )
}

export function listConfirmations(
  { db, workspaceId, now }: Scope & { now: Date },
  query: ToolConfirmationQuery,
): Promise<Listed<ToolConfirmation>> {
  const waits = sql`(state is null and needs_approval and expires_at > ${now})`
  return listed(db, query, {
    columns: columnsAt(now),
    from: sql`tool_confirmations`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      query.waiting !== undefined && (query.waiting ? waits : sql`not ${waits}`),
    ]),
    order: sql`created_at desc, id desc`,
  })
}

export async function approvalMode({ db, workspaceId }: Scope): Promise<'client' | 'app'> {
  const row = await one<{ mode: 'client' | 'app' }>(
    db,
    sql`select tool_approval as mode from workspaces where id = ${workspaceId}`,
  )
  return row?.mode ?? 'client'
}
