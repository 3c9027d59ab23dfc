import type { Scope, TxCtx, WorkspaceCtx } from '#core/context.ts'
import { many, one, run, type Db } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { PollResult, PropertySystem } from './property-system.schema.ts'

/** What is needed to poll, still sealed. */
export interface LeasedSystem {
  id: string
  provider: PropertySystem['provider']
  credentials: string | null
  token: string | null
  failures: number
}

/** Longer than the largest poll takes: a lease that is older belongs to nobody. */
const LEASE_SECONDS = 15 * 60

/** Its own time has come, or somebody said that there is news. One that fails has its own pause, and may have asked for it. */
const IS_DUE = sql`(next_poll_at <= clock_timestamp() or (failures = 0 and exists (
  select from poll_wakes w, unnest(array[w.accepted_at, w.again_at]) as said (at)
  where said.at <= clock_timestamp() and said.at > coalesce(begun_at, '-infinity'))))`

/** Undefined when another node polls, when it is paused, or when it is not due and only then wanted. */
export function takeLease(
  { db, workspaceId }: Scope,
  systemId: string,
  leaseToken: string,
  { onlyIfDue }: { onlyIfDue: boolean },
): Promise<LeasedSystem | undefined> {
  return one(
    db,
    sql`
    update property_systems set lease_token = ${leaseToken}, begun_at = clock_timestamp(),
      leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where workspace_id = ${workspaceId} and id = ${systemId} and status = 'active'
      and coalesce(leased_until < clock_timestamp(), true)
      and (not ${onlyIfDue}::boolean or ${IS_DUE})
    returning id, provider, credentials, failures,
      case when token_expires_at > clock_timestamp() + interval '10 minutes' then token end as token`,
  )
}

/** Whether the lease is still ours; until the end of the transaction it stays so. Sources can be set meanwhile. */
export async function holdLease({ db, workspaceId }: TxCtx, systemId: string, leaseToken: string): Promise<boolean> {
  const row = await one(
    db,
    sql`
    select 1 from property_systems where workspace_id = ${workspaceId} and id = ${systemId}
      and lease_token = ${leaseToken} and status = 'active' for no key update`,
  )
  return row !== undefined
}

export async function saveToken(
  { db, workspaceId }: Scope,
  systemId: string,
  { token, expiresAt }: { token: string | null; expiresAt: Date | null },
): Promise<void> {
  await run(
    db,
    sql`
    update property_systems set token = ${token}, token_expires_at = ${expiresAt}
    where workspace_id = ${workspaceId} and id = ${systemId}`,
  )
}

/** Ends the poll with what came of it. */
export async function savePoll(
  { db, workspaceId }: WorkspaceCtx,
  systemId: string,
  leaseToken: string,
  { result, error, failures, pauseSeconds }: Poll,
): Promise<void> {
  await run(
    db,
    sql`
    update property_systems set lease_token = null, leased_until = null, last_poll_at = clock_timestamp(),
      last_result = coalesce(${result && JSON.stringify(result)}::jsonb, last_result), last_error = ${error},
      failures = ${failures}, next_poll_at = clock_timestamp() + make_interval(secs => ${pauseSeconds})
    where workspace_id = ${workspaceId} and id = ${systemId} and lease_token = ${leaseToken}`,
  )
}

interface Poll {
  result: PollResult | null
  error: string | null
  failures: number
  pauseSeconds: number
}

/**
 * Whoever mends or removes a calendar need not wait out the pause that it brought. A provider that asked for patience
 * gets it.
 */
export async function endPause({ db, workspaceId }: TxCtx, systemId: string): Promise<void> {
  await run(
    db,
    sql`
    update property_systems set failures = 0, next_poll_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${systemId} and provider = 'ical' and failures > 0`,
  )
}

/** Hands every system that is due, in whatever workspace, to the subscriber; answers how many. */
export async function requestDue(db: Db, { type, subscriber }: { type: string; subscriber: string }): Promise<number> {
  const due = await many(
    db,
    sql`
    insert into outbox (workspace_id, type, payload, subscriber, created_at)
    select workspace_id, ${type}, jsonb_build_object('propertySystemId', id), ${subscriber}, clock_timestamp()
    from property_systems where status = 'active' and ${IS_DUE}
      and coalesce(leased_until < clock_timestamp(), true)
    order by next_poll_at limit 1000 returning id`,
  )
  return due.length
}

/** At most so often somebody's word makes us poll. */
const WAKE_SECONDS = 60
const isOver = sql`w.accepted_at < excluded.accepted_at - make_interval(secs => ${WAKE_SECONDS})`

/** The first who says so in a while makes all polls due now; who says it again, once more when the while is over. */
export async function wake(db: Db, eventId: string): Promise<{ eventId: string; duplicate: boolean }> {
  const said = await one<{ eventId: string }>(
    db,
    sql`
    insert into poll_wakes as w (event_id, accepted_at) values (${eventId}, clock_timestamp())
    on conflict (only_row) do update set
      event_id = case when ${isOver} then excluded.event_id else w.event_id end,
      accepted_at = case when ${isOver} then excluded.accepted_at else w.accepted_at end,
      again_at = case when ${isOver} then null else w.accepted_at + make_interval(secs => ${WAKE_SECONDS}) end
    returning event_id as "eventId"`,
  )
  return { eventId: said?.eventId ?? eventId, duplicate: said?.eventId !== eventId }
}
