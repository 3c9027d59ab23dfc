import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run, type Db } from '#core/db.ts'
import { deleteInBatches } from '#core/housekeeping.ts'
import type { DeliveredEvent } from '#core/jobs.ts'
import { listed, type Listed } from '#core/paging.ts'
import { columnsOf, every, sql, type Sql } from '#core/sql.ts'
import { EVENT_DELIVERY_FIELDS, type EventDelivery, type EventDeliveryQuery } from './event-delivery.schema.ts'

const COLUMNS = columnsOf(EVENT_DELIVERY_FIELDS)

export function listDeliveries(
  { db, workspaceId }: Scope,
  hookId: string,
  query: EventDeliveryQuery,
): Promise<Listed<EventDelivery>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`event_hook_deliveries`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      sql`hook_id = ${hookId}`,
      query.status !== undefined && sql`status = ${query.status}`,
    ]),
    order: sql`created_at desc, id desc`,
  })
}

/** Whether workspace `w` has a hook, active or paused. */
export const HAS_HOOK = sql`exists (select from event_hooks where workspace_id = w.id)`

/** One row for each active hook that wants the event and was there when it happened; those that exist stay. */
export async function prepareDeliveries(
  { db, workspaceId }: Scope,
  { id, type, payload, occurredAt }: DeliveredEvent,
  now: Date,
): Promise<void> {
  await run(
    db,
    sql`
    insert into event_hook_deliveries (workspace_id, id, hook_id, event_id, type, payload, event_at, status, created_at)
    select ${workspaceId}, gen_random_uuid(), h.id, ${id}::uuid, ${type}, ${JSON.stringify(payload)}::jsonb,
      ${occurredAt}::timestamptz, 'pending', ${now}::timestamptz
    from event_hooks h
    where h.workspace_id = ${workspaceId} and h.active and h.created_at <= ${occurredAt}::timestamptz
      and h.events && array['*', ${type}]::text[]
    on conflict (workspace_id, event_id, hook_id) do nothing`,
  )
}

/** What is to be sent, and to whom. */
export interface Outgoing {
  id: string
  hookId: string
  eventId: string
  type: string
  payload: Record<string, unknown>
  eventAt: string
  url: string
  secret: string
  previousSecret: string | null
}

const OUTGOING = sql`
  select d.id, d.hook_id as "hookId", d.event_id as "eventId", d.type, d.payload, d.event_at as "eventAt", h.url, h.secret,
    case when h.previous_secret_until > clock_timestamp() then h.previous_secret end as "previousSecret"
  from event_hook_deliveries d join event_hooks h on h.workspace_id = d.workspace_id and h.id = d.hook_id`

export type Which = { eventId: string } | { deliveryId: string }

const isOf = (which: Which): Sql =>
  'eventId' in which ? sql`d.event_id = ${which.eventId}` : sql`d.id = ${which.deliveryId}`

/** Those that are not delivered, of hooks that are active. */
export function undelivered({ db, workspaceId }: Scope, which: Which): Promise<Outgoing[]> {
  return many(
    db,
    sql`${OUTGOING} where d.workspace_id = ${workspaceId} and ${isOf(which)} and d.status <> 'delivered' and h.active`,
  )
}

/** Longer than a call may take. */
const LEASE_SECONDS = 60

/** Answers the end of our lease, which is its name; undefined when the try is not ours. The database's clock counts. */
export async function takeDelivery(
  { db, workspaceId }: Scope,
  deliveryId: string,
  now: Date,
): Promise<string | undefined> {
  const taken = await one<{ leasedUntil: string }>(
    db,
    sql`
    update event_hook_deliveries set attempts = attempts + 1, attempted_at = ${now},
      leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where workspace_id = ${workspaceId} and id = ${deliveryId} and status <> 'delivered'
      and coalesce(leased_until < clock_timestamp(), true)
    returning leased_until as "leasedUntil"`,
  )
  return taken?.leasedUntil
}

interface Tried {
  answerStatus: number | null
  error: string | null
  deliveredAt: Date | null
}

/** False when the lease is not ours any more: whoever has it by now says what came of the delivery. */
export async function endDelivery(
  { db, workspaceId }: Scope,
  { deliveryId, leasedUntil }: { deliveryId: string; leasedUntil: string },
  { answerStatus, error, deliveredAt }: Tried,
): Promise<boolean> {
  const ended = await run(
    db,
    sql`
    update event_hook_deliveries set leased_until = null, answer_status = ${answerStatus}, error = ${error},
      delivered_at = ${deliveredAt}::timestamptz,
      status = case when ${deliveredAt}::timestamptz is null then status else 'delivered' end
    where workspace_id = ${workspaceId} and id = ${deliveryId} and leased_until = ${leasedUntil}
    returning id`,
  )
  return ended > 0
}

export async function giveUp({ db, workspaceId }: Scope, which: Which): Promise<void> {
  await run(
    db,
    sql`
    update event_hook_deliveries d set status = 'failed'
    where d.workspace_id = ${workspaceId} and ${isOf(which)} and d.status = 'pending'`,
  )
}

/** A paused hook is told no more, so what waits for it has failed. Answers how many. */
export async function failOfPaused({ db, workspaceId }: Scope, which: Which): Promise<number> {
  return run(
    db,
    sql`
    update event_hook_deliveries d set status = 'failed', error = coalesce(h.paused_reason, 'The event hook was paused.')
    from event_hooks h
    where h.workspace_id = d.workspace_id and h.id = d.hook_id and not h.active
      and d.workspace_id = ${workspaceId} and ${isOf(which)} and d.status = 'pending'
    returning d.id`,
  )
}

export function lockDelivery(
  { db, workspaceId }: TxCtx,
  hookId: string,
  deliveryId: string,
): Promise<EventDelivery | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from event_hook_deliveries
    where workspace_id = ${workspaceId} and hook_id = ${hookId} and id = ${deliveryId} for update`,
  )
}

/** Sent again even if it was delivered: the receiver may have lost it. */
export function reopenDelivery({ db, workspaceId }: TxCtx, deliveryId: string): Promise<EventDelivery | undefined> {
  return one(
    db,
    sql`
    update event_hook_deliveries set status = 'pending', delivered_at = null
    where workspace_id = ${workspaceId} and id = ${deliveryId} returning ${COLUMNS}`,
  )
}

/** Of the whole installation. */
export function deleteOldDeliveries(db: Db, before: Date): Promise<number> {
  return deleteInBatches(db, sql`event_hook_deliveries`, sql`created_at < ${before}`)
}
