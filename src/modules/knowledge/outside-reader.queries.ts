import type { WorkspaceCtx } from '#core/context.ts'
import { fixed, limiting, sql, type Sql } from '#core/sql.ts'

/** Who reads, and where. */
export type Reader = Pick<WorkspaceCtx, 'db' | 'workspaceId' | 'principal' | 'now'>

/**
 * Limits a table of texts to what somebody outside may read: texts for guests that are about no home and, for a guest,
 * those about the home of a stay that is not over. Undefined for the team, which has no limit.
 */
export function forReader({ principal, workspaceId, now }: Reader, table: 'p' | 'v'): Sql | undefined {
  if (principal.kind !== 'outsider') return undefined
  const { kind, subjectId } = principal.outsider
  const t = fixed(table)
  if (kind !== 'guest') return limiting(sql`${t}.visibility = 'guest' and ${t}.property_id is null`)
  return limiting(sql`${t}.visibility = 'guest' and (${t}.property_id is null or ${t}.property_id in (
    select r.property_id from reservations r
    join contacts c on c.workspace_id = r.workspace_id and c.id = r.contact_id and c.deleted_at is null
    where r.workspace_id = ${workspaceId} and r.contact_id = ${subjectId} and r.deleted_at is null
      and r.status in ('CONFIRMED', 'CHECKED_IN') and r.checkout_date >= ${now}::date))`)
}
