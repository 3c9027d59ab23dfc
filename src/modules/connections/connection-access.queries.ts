import type { Scope } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { Connection, ConnectionSettings } from './connection.schema.ts'

/** What is needed to talk to the provider, still sealed. */
export interface AccessRow {
  id: string
  name: string
  status: Connection['status']
  settings: ConnectionSettings
  credentials: string
  tokens: string | null
  tokensExpireAt: string | null
  blockedUntil: string | null
}

const COLUMNS = sql`id, name, status, settings, credentials, tokens, tokens_expire_at as "tokensExpireAt",
  blocked_until as "blockedUntil"`

/** Whether workspace `w` has a connection, in use or paused. */
export const HAS_CONNECTION = sql`exists (select from connections where workspace_id = w.id)`

export function findAccess({ db, workspaceId }: Scope, connectionId: string): Promise<AccessRow | undefined> {
  return one(db, sql`select ${COLUMNS} from connections where workspace_id = ${workspaceId} and id = ${connectionId}`)
}

/** The one in use, or a paused one when none is. */
export async function findCurrent({ db, workspaceId }: Scope): Promise<AccessRow | undefined> {
  const [current] = await many<AccessRow>(
    db,
    sql`
    select ${COLUMNS} from connections where workspace_id = ${workspaceId}
    order by status = 'paused', created_at desc limit 1`,
  )
  return current
}

/** Longer than a token call may take: a lease that is older belongs to nobody. */
const LEASE_SECONDS = 30
/** The provider's own limit, with a little room for clocks. */
const PAUSE_SECONDS = 61

/** Answers whether the token call is ours. It counts from now, whatever becomes of it. */
export async function takeTokenCall({ db, workspaceId }: Scope, connectionId: string): Promise<boolean> {
  const taken = await run(
    db,
    sql`
    update connections set token_asked_at = clock_timestamp(),
      token_leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where workspace_id = ${workspaceId} and id = ${connectionId}
      and coalesce(token_leased_until < clock_timestamp(), true)
      and coalesce(token_asked_at < clock_timestamp() - make_interval(secs => ${PAUSE_SECONDS}), true)
    returning id`,
  )
  return taken > 0
}

/** How long until the next token call is allowed, and whether one is under way. */
export async function tokenCallState(
  { db, workspaceId }: Scope,
  connectionId: string,
): Promise<{ waitSeconds: number; isUnderWay: boolean }> {
  const state = await one<{ waitSeconds: number; isUnderWay: boolean }>(
    db,
    sql`
    select greatest(0, coalesce(ceil(extract(epoch from token_asked_at - clock_timestamp())) + ${PAUSE_SECONDS}, 0))::int
        as "waitSeconds",
      coalesce(token_leased_until > clock_timestamp(), false) as "isUnderWay"
    from connections where workspace_id = ${workspaceId} and id = ${connectionId}`,
  )
  return state ?? { waitSeconds: 0, isUnderWay: false }
}

/**
 * Ends the token call, with what it brought. Without tokens the old ones are given up. Tokens of credentials that were
 * replaced while the call was under way are another client's, and are not kept.
 */
export async function saveTokens(
  { db, workspaceId }: Scope,
  { id, credentials }: { id: string; credentials: string },
  { tokens, expiresAt }: { tokens: string | null; expiresAt: Date | null },
): Promise<void> {
  const kept = await run(
    db,
    sql`
    update connections set tokens = ${tokens}, tokens_expire_at = ${expiresAt}, token_leased_until = null
    where workspace_id = ${workspaceId} and id = ${id} and credentials = ${credentials} returning id`,
  )
  if (kept === 0) await endTokenCall({ db, workspaceId }, id)
}

/** Ends the token call and keeps what is there. */
export async function endTokenCall({ db, workspaceId }: Scope, connectionId: string): Promise<void> {
  await run(
    db,
    sql`
    update connections set token_leased_until = null where workspace_id = ${workspaceId} and id = ${connectionId}`,
  )
}

/** Gives up tokens that were refused, unless others are there by now. */
export async function dropTokens({ db, workspaceId }: Scope, connectionId: string, refused: string): Promise<void> {
  await run(
    db,
    sql`
    update connections set tokens = null, tokens_expire_at = null
    where workspace_id = ${workspaceId} and id = ${connectionId} and tokens = ${refused}`,
  )
}

export async function saveBlocked({ db, workspaceId }: Scope, connectionId: string, seconds: number): Promise<void> {
  await run(
    db,
    sql`
    update connections
    set blocked_until = greatest(blocked_until, clock_timestamp() + make_interval(secs => ${seconds}))
    where workspace_id = ${workspaceId} and id = ${connectionId}`,
  )
}

/** A pause that an administrator has set meanwhile stays. */
export async function saveHealth(
  { db, workspaceId }: Scope,
  connectionId: string,
  { error, syncedAt }: { error: string | null; syncedAt: Date | null },
): Promise<void> {
  await run(
    db,
    sql`
    update connections set status = case when status = 'paused' then status when ${error}::text is null then 'active' else 'failing' end,
      last_error = ${error}, last_sync_at = coalesce(${syncedAt}::timestamptz, last_sync_at)
    where workspace_id = ${workspaceId} and id = ${connectionId}`,
  )
}
