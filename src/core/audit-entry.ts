import type { Ctx } from './context.ts'
import { actorOf, type Principal } from './principal.ts'
import { sql, type Sql } from './sql.ts'

interface Happening {
  /** `noun.happened`, such as `tool_grant.ended`. */
  action: string
  targetKind: string
  /** Who did it, where that is not who asks. */
  by?: Principal
}

/**
 * One entry of the audit log for each row of a query with `workspace_id`, `target_id` and `details`: for what concerns
 * several workspaces, or is the outcome of a statement. Goes with the change, as its last part.
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

/** The same in every workspace that this person belongs to now, about them. */
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
