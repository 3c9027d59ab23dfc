import type { Ctx } from './context.ts'
import { actorOf, type Principal } from './principal.ts'
import { sql, type Sql } from './sql.ts'

interface Happening {
  /** `noun.happened`, such as `tool_grant.ended`. */
  action: string
  targetKind: string
  /** Who did it, if not the principal of the request. */
  by?: Principal
}

/**
 * Inserts an audit entry for each row of a query that selects `workspace_id`, `target_id` and `details`. For events in
 * several workspaces, or ones only a statement can list. Run it last, in the same transaction as the change.
 */
export function entriesFor(
  { principal, requestId, now }: Pick<Ctx, 'principal' | 'requestId' | 'now'>,
  { action, targetKind, by = principal }: Happening,
  rows: Sql,
): Sql {
  const { kind, actorId } = actorOf(by)
  return sql`
    insert into audit_log (workspace_id, id, actor_kind, actor_id, action, target_kind, target_id, details, request_id,
      created_at)
    select e.workspace_id, gen_random_uuid(), ${kind}, ${actorId}::uuid, ${action}, ${targetKind}, e.target_id,
      e.details, ${requestId}, ${now}::timestamptz
    from (${rows}) as e`
}

/** An audit entry about this person in every workspace they currently belong to. */
export function entriesForMember(
  ctx: Pick<Ctx, 'principal' | 'requestId' | 'now'>,
  userId: string,
  { action, details = {}, by }: { action: string; details?: object; by?: Principal },
): Sql {
  return entriesFor(
    ctx,
    { action, targetKind: 'member', ...(by && { by }) },
    sql`
    select workspace_id, id::text as target_id, ${JSON.stringify(details)}::jsonb as details from memberships
    where user_id = ${userId} and ended_at is null`,
  )
}
