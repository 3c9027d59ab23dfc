import type { TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { insertion, sql } from '#core/sql.ts'
import type { Gathering } from './gathering.rules.ts'

/** More that are open at a time are not looked at: the oldest come first. */
const OPEN_MAX = 1000

/** Held for the rest of the transaction: two events that come at once go into one gathering, not into one each. */
export async function lockGatherings({ db, workspaceId }: TxCtx, triggerId: string): Promise<Gathering[]> {
  await one(
    db,
    sql`select 1 from wf_trigger where workspace_id = ${workspaceId} and id = ${triggerId} for no key update`,
  )
  const newest = await many<Gathering>(
    db,
    sql`
    select id, events, correlations from wf_gathering where workspace_id = ${workspaceId} and trigger_id = ${triggerId}
    order by created_at desc, id desc limit ${OPEN_MAX}`,
  )
  return newest.toReversed()
}

export async function putGathering(
  { db, workspaceId, now }: TxCtx,
  triggerId: string,
  { id, events, correlations }: Gathering,
): Promise<void> {
  const json = { events: JSON.stringify(events), correlations: JSON.stringify(correlations) }
  const row = { workspaceId, id, triggerId, ...json, createdAt: now, updatedAt: now }
  await run(
    db,
    sql`
    insert into wf_gathering ${insertion(row)} on conflict (workspace_id, id) do update set
      events = excluded.events, correlations = excluded.correlations, updated_at = excluded.updated_at`,
  )
}

export async function deleteGathering({ db, workspaceId }: TxCtx, id: string): Promise<void> {
  await run(db, sql`delete from wf_gathering where workspace_id = ${workspaceId} and id = ${id}`)
}
