import { entriesFor } from '#core/audit-entry.ts'
import type { Ctx, Scope } from '#core/context.ts'
import { one, run, type Db, type Tx } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { every, insertion, sql, type Sql } from '#core/sql.ts'
import type { ToolGrant, ToolGrantQuery } from './grant.schema.ts'

/** Who acts, for the audit log. */
export type Acting = Pick<Ctx, 'db' | 'now' | 'principal' | 'requestId'>

export interface Code {
  clientId: string
  redirectUri: string
  challenge: string
  userId: string
  workspaceId: string
  scopes: string[]
  isReadOnly: boolean
}

export async function insertCode(db: Db, codeHash: Buffer, code: Code, expiresAt: Date): Promise<void> {
  await run(db, sql`insert into oauth_codes ${insertion({ codeHash, ...code, expiresAt })}`)
}

export function lockCode(
  tx: Tx,
  codeHash: Buffer,
): Promise<(Code & { expiresAt: string; usedAt: string | null; grantId: string | null }) | undefined> {
  return one(
    tx,
    sql`
    select client_id as "clientId", redirect_uri as "redirectUri", challenge, user_id as "userId",
      workspace_id as "workspaceId", scopes, is_read_only as "isReadOnly", expires_at as "expiresAt",
      used_at as "usedAt", grant_id as "grantId"
    from oauth_codes where code_hash = ${codeHash} for update`,
  )
}

export async function useCode(tx: Tx, codeHash: Buffer, grantId: string, now: Date): Promise<void> {
  await run(tx, sql`update oauth_codes set used_at = ${now}, grant_id = ${grantId} where code_hash = ${codeHash}`)
}

export interface Grant {
  id: string
  workspaceId: string
  userId: string
  clientId: string
  scopes: string[]
  isReadOnly: boolean
  generation: number
  refreshedAt: string
}

const GRANT = sql`
  id, workspace_id as "workspaceId", user_id as "userId", client_id as "clientId", scopes, is_read_only as "isReadOnly",
  generation, refreshed_at as "refreshedAt"`

/** Who has left the workspace, or whose account is closed, has nobody acting for them. */
const IS_MEMBER = sql`exists (select 1 from memberships m join users u on u.id = m.user_id
  where m.workspace_id = g.workspace_id and m.user_id = g.user_id and m.ended_at is null and u.disabled_at is null)`

/** A grant is found by its id alone, because a token says nothing else; what it opens is in the row. */
export async function insertGrant(
  ctx: Acting,
  grant: Omit<Grant, 'generation' | 'refreshedAt'>,
  expiresAt: Date,
): Promise<void> {
  const { db, now } = ctx
  const by = { kind: 'user', userId: grant.userId, sessionId: grant.id } as const
  await run(
    db,
    sql`
    with given as (
      insert into oauth_grants ${insertion({ ...grant, refreshedAt: now, createdAt: now, expiresAt })}
      returning workspace_id, id, user_id, client_id, scopes, is_read_only)
    ${entriesFor(
      ctx,
      { action: 'tool_grant.given', targetKind: 'tool_grant', by },
      sql`
      select g.workspace_id, g.id::text as target_id, jsonb_build_object('userId', g.user_id, 'name', c.name,
        'clientId', c.id, 'isReadOnly', g.is_read_only, 'scopes', g.scopes) as details
      from given g join oauth_clients c on c.id = g.client_id`,
    )}`,
  )
}

export function findLiveGrant(db: Db, id: string): Promise<Grant | undefined> {
  return one(
    db,
    sql`
    select ${GRANT} from oauth_grants g where id = ${id} and ended_at is null
      and ${IS_MEMBER}`,
  )
}

/** What was allowed with a temporary password is over when that is. */
export function lockLiveGrant(tx: Tx, id: string, now: Date): Promise<Grant | undefined> {
  return one(
    tx,
    sql`
    select ${GRANT} from oauth_grants g where id = ${id} and ended_at is null and expires_at > ${now}
      and ${IS_MEMBER}
      and not exists (select 1 from users u where u.id = g.user_id and u.password_expires_at <= ${now})
    for no key update`,
  )
}

export async function advanceGrant(
  tx: Tx,
  id: string,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await run(
    tx,
    sql`
    update oauth_grants set generation = generation + 1, refreshed_at = ${now}, expires_at = ${expiresAt} where id = ${id}`,
  )
}

/** Ends the matching grants that are in force, and logs it in their workspaces. */
function ending(ctx: Acting, which: Sql, because: string): Sql {
  return sql`
    with ended as (
      update oauth_grants set ended_at = ${ctx.now}, ended_because = ${because} where ${which} and ended_at is null
      returning workspace_id, id, user_id, client_id)
    ${entriesFor(
      ctx,
      { action: 'tool_grant.ended', targetKind: 'tool_grant' },
      sql`
      select g.workspace_id, g.id::text as target_id, jsonb_build_object('userId', g.user_id, 'name', c.name,
        'clientId', c.id, 'because', ${because}::text) as details
      from ended g join oauth_clients c on c.id = g.client_id`,
    )}`
}

export async function endGrant(ctx: Acting, id: string, because: string): Promise<void> {
  await run(ctx.db, ending(ctx, sql`id = ${id}`, because))
}

/** Codes first: one that is exchanged meanwhile is a grant by the time these are looked for. */
export async function endGrantsOf(ctx: Acting, userId: string, because: string): Promise<void> {
  await run(ctx.db, sql`delete from oauth_codes where user_id = ${userId} and used_at is null`)
  await run(ctx.db, ending(ctx, sql`user_id = ${userId}`, because))
}

const SHOWN = sql`
  g.id, g.user_id as "userId", json_build_object('id', c.id, 'name', c.name) as client, g.scopes,
  g.is_read_only as "isReadOnly", g.created_at as "createdAt", g.refreshed_at as "refreshedAt", g.expires_at as "expiresAt"`
const FROM = sql`oauth_grants g join oauth_clients c on c.id = g.client_id`

/** Those in force; of one person, or of all in the workspace. */
export function listGrants(
  { db, workspaceId }: Scope,
  query: ToolGrantQuery,
  { userId, now }: { userId: string | undefined; now: Date },
): Promise<Listed<ToolGrant>> {
  return listed(db, query, {
    columns: SHOWN,
    from: FROM,
    where: every([
      sql`g.workspace_id = ${workspaceId} and g.ended_at is null and g.expires_at > ${now}`,
      userId !== undefined && sql`g.user_id = ${userId}`,
    ]),
    order: sql`g.created_at desc, g.id desc`,
  })
}

export function findGrant({ db, workspaceId }: Scope, grantId: string): Promise<ToolGrant | undefined> {
  return one(
    db,
    sql`
    select ${SHOWN} from ${FROM} where g.workspace_id = ${workspaceId} and g.id = ${grantId} and g.ended_at is null`,
  )
}

export function deleteOldCodes(db: Db, before: Date): Promise<number> {
  return run(
    db,
    sql`
    delete from oauth_codes where code_hash in (select code_hash from oauth_codes where expires_at < ${before} limit 1000)
    returning 1`,
  )
}
