import type { OutsideCtx, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { insertion, limiting, sql } from '#core/sql.ts'

export interface Stay {
  reservationId: string
  propertyId: string
}

/**
 * A guest's current and future stays, the next one first. Queried here instead of in the module of stays, because it
 * only serves to find out what a report is about.
 */
export function staysAhead({ db, workspaceId, now, principal: { outsider } }: OutsideCtx): Promise<Stay[]> {
  return many(
    db,
    sql`
    select r.id as "reservationId", r.property_id as "propertyId"
    from reservations r
    join contacts c on c.workspace_id = r.workspace_id and c.id = r.contact_id and c.deleted_at is null
    join properties p on p.workspace_id = r.workspace_id and p.id = r.property_id and p.deleted_at is null
    where ${limiting(sql`r.workspace_id = ${workspaceId} and r.contact_id = ${outsider.subjectId}`)}
      and r.deleted_at is null and r.status in ('CONFIRMED', 'CHECKED_IN') and r.checkout_date >= ${now}::date
    order by r.checkin_date, r.id limit 2`,
  )
}

/** Links a report's conversation and task, so that each leads to the other. */
export async function linkConversation(
  { db, workspaceId, now }: TxCtx,
  conversationId: string,
  taskId: string,
): Promise<void> {
  const row = { workspaceId, conversationId, taskId, createdAt: now }
  await run(db, sql`insert into conversation_tasks ${insertion(row)} on conflict do nothing`)
}

/** Counts this report within the hour that began with the first one; undefined if it is one too many. */
export function countReport(
  { db, workspaceId, now }: TxCtx,
  reporter: string,
  countMax: number,
): Promise<{ count: number; since: string } | undefined> {
  const isOver = sql`r.since <= ${now}::timestamptz - interval '1 hour'`
  return one(
    db,
    sql`
    insert into outside_reports as r (workspace_id, reporter, since, count)
    values (${workspaceId}, ${reporter}, ${now}, 1)
    on conflict (workspace_id, reporter) do update set
      since = case when ${isOver} then excluded.since else r.since end,
      count = case when ${isOver} then 1 else r.count + 1 end
    where ${isOver} or r.count < ${countMax}
    returning count, since`,
  )
}
