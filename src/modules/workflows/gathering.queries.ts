import type { TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { insertion, sql } from '#core/sql.ts'
import type { JsonObject } from './document.schema.ts'
import type { Gathering } from './gathering.rules.ts'

/** More that are open at a time are not looked at: the oldest come first. */
const OPEN_MAX = 1000

/** Without the events themselves, of which a gathering may have megabytes. Held for the rest of the transaction: two events that come at once go into one gathering, not into one each. */
export async function lockGatherings({ db, workspaceId }: TxCtx, triggerId: string): Promise<Gathering[]> {
  await one(
    db,
    sql`select 1 from wf_trigger where workspace_id = ${workspaceId} and id = ${triggerId} for no key update`,
  )
  const newest = await many<Gathering>(
    db,
    sql`
    select id, array(select jsonb_object_keys(events)) as met, correlations from wf_gathering where workspace_id = ${workspaceId} and trigger_id = ${triggerId}
    order by created_at desc, id desc limit ${OPEN_MAX}`,
  )
  return newest.toReversed()
}

/** Puts an event under each of these filters, in a new gathering or to those that are there. */
export async function putGathering(
  { db, workspaceId, now }: TxCtx,
  triggerId: string,
  { id, met, correlations }: Gathering,
  event: JsonObject,
): Promise<void> {
  const events = JSON.stringify(Object.fromEntries(met.map((at) => [at, event])))
  const row = { workspaceId, id, triggerId, events, correlations: JSON.stringify(correlations) }
  await run(
    db,
    sql`
    insert into wf_gathering ${insertion({ ...row, createdAt: now, updatedAt: now })}
    on conflict (workspace_id, id) do update set
      events = wf_gathering.events || excluded.events,
      correlations = wf_gathering.correlations || excluded.correlations, updated_at = excluded.updated_at`,
  )
}

/** Gives the events that were in it: none when it was new. */
export async function takeGathering({ db, workspaceId }: TxCtx, id: string): Promise<Record<string, JsonObject>> {
  const taken = await one<{ events: Record<string, JsonObject> }>(
    db,
    sql`delete from wf_gathering where workspace_id = ${workspaceId} and id = ${id} returning events`,
  )
  return taken?.events ?? {}
}
