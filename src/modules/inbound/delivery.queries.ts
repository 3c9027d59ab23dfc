import type { Scope, TxCtx } from '#core/context.ts'
import { one, run, type Db } from '#core/db.ts'
import { deleteInBatches } from '#core/housekeeping.ts'
import { listed, type Listed } from '#core/paging.ts'
import { columnsOf, every, sql } from '#core/sql.ts'
import {
  DELIVERY_FIELDS,
  OUTLINE_FIELDS,
  type DeliveryOutline,
  type InboundDelivery,
  type InboundDeliveryQuery,
} from './delivery.schema.ts'

const COLUMNS = columnsOf(DELIVERY_FIELDS)

/** Asks the worker to see to a delivery. */
export interface Request {
  type: string
  subscriber: string
}

interface NewDelivery {
  id: string
  sender: string
  externalId: string
  kind: string
  integrationId: string | null
  payload: object
  headers: object
  isIgnored: boolean
}

/**
 * Keeps it and asks for it to be seen to, in one statement. Delivered again it changes nothing, and the id is that of
 * the first.
 */
export async function recordDelivery(
  { db, workspaceId }: Scope,
  delivery: NewDelivery,
  { type, subscriber, requestId, now }: Request & { requestId: string; now: Date },
): Promise<{ id: string; duplicate: boolean; status: InboundDelivery['status'] }> {
  const { id, sender, externalId, kind, integrationId, payload, headers, isIgnored } = delivery
  const kept = await one<{ id: string; status: InboundDelivery['status'] }>(
    db,
    sql`
    with kept as (
      insert into inbound_deliveries (workspace_id, id, sender, external_id, kind, integration_id, payload, headers,
        status, received_at, finished_at)
      values (${workspaceId}, ${id}, ${sender}, ${externalId}, ${kind}, ${integrationId}, ${JSON.stringify(payload)},
        ${JSON.stringify(headers)}, ${isIgnored ? 'ignored' : 'pending'}, ${now}, ${isIgnored ? now : null})
      on conflict (workspace_id, sender, external_id) do nothing returning workspace_id, id, status),
    asked as (
      insert into outbox (workspace_id, type, payload, subscriber, request_id, created_at)
      select workspace_id, ${type}, jsonb_build_object('deliveryId', id), ${subscriber}, ${requestId}, ${now}
      from kept where status = 'pending')
    select id, status from kept`,
  )
  if (kept) return { ...kept, duplicate: false }
  const first = await one<{ id: string; status: InboundDelivery['status'] }>(
    db,
    sql`
    select id, status from inbound_deliveries
    where workspace_id = ${workspaceId} and sender = ${sender} and external_id = ${externalId}`,
  )
  return { id: first?.id ?? id, status: first?.status ?? 'pending', duplicate: true }
}

export function listDeliveries(
  { db, workspaceId }: Scope,
  query: InboundDeliveryQuery,
): Promise<Listed<DeliveryOutline>> {
  const { sender, status } = query
  return listed(db, query, {
    columns: columnsOf(OUTLINE_FIELDS),
    from: sql`inbound_deliveries`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      sender !== undefined && sql`sender = ${sender}`,
      status !== undefined && sql`status = ${status}`,
    ]),
    order: sql`received_at desc, id desc`,
  })
}

export function findDelivery({ db, workspaceId }: Scope, id: string): Promise<InboundDelivery | undefined> {
  return one(db, sql`select ${COLUMNS} from inbound_deliveries where workspace_id = ${workspaceId} and id = ${id}`)
}

export function lockDelivery({ db, workspaceId }: TxCtx, id: string): Promise<InboundDelivery | undefined> {
  return one(
    db,
    sql`select ${COLUMNS} from inbound_deliveries where workspace_id = ${workspaceId} and id = ${id} for update`,
  )
}

export async function endDelivery(
  { db, workspaceId }: Scope,
  id: string,
  end: { status: 'done' | 'ignored' | 'failed'; outcome: string | null; error: string | null; now: Date },
): Promise<void> {
  const { status, outcome, error, now } = end
  await run(
    db,
    sql`
    update inbound_deliveries set status = ${status}, outcome = ${outcome}, error = ${error}, finished_at = ${now}
    where workspace_id = ${workspaceId} and id = ${id} and status = 'pending'`,
  )
}

export async function noteFailure({ db, workspaceId }: Scope, id: string, error: string): Promise<void> {
  await run(
    db,
    sql`
    update inbound_deliveries set attempts = attempts + 1, error = ${error}
    where workspace_id = ${workspaceId} and id = ${id} and status = 'pending'`,
  )
}

export async function reopenDelivery({ db, workspaceId }: TxCtx, id: string): Promise<void> {
  await run(
    db,
    sql`
    update inbound_deliveries set status = 'pending', outcome = null, error = null, finished_at = null
    where workspace_id = ${workspaceId} and id = ${id}`,
  )
}

export async function askAgain(
  { db, workspaceId, now, requestId }: TxCtx,
  id: string,
  { type, subscriber }: Request,
): Promise<void> {
  const payload = JSON.stringify({ deliveryId: id })
  await run(
    db,
    sql`
    insert into outbox (workspace_id, type, payload, subscriber, request_id, created_at)
    values (${workspaceId}, ${type}, ${payload}, ${subscriber}, ${requestId}, ${now})`,
  )
}

/** True for whoever is first to cause this. In the transaction of the effect itself. */
export async function isFirstEffect(
  { db, workspaceId, now }: TxCtx,
  { sender, what, targetId }: { sender: string; what: string; targetId: string },
): Promise<boolean> {
  const first = await run(
    db,
    sql`
    insert into inbound_effects (workspace_id, sender, what, target_id, created_at)
    values (${workspaceId}, ${sender}, ${what}, ${targetId}, ${now}) on conflict do nothing returning what`,
  )
  return first > 0
}

/** Whether something that came before is still to be seen to. */
export async function hasPendingBefore(
  { db, workspaceId }: Scope,
  { sender, receivedAt }: { sender: string; receivedAt: string },
): Promise<boolean> {
  const pending = await one(
    db,
    sql`
    select 1 as found from inbound_deliveries
    where workspace_id = ${workspaceId} and status = 'pending' and sender = ${sender} and received_at <= ${receivedAt}
    limit 1`,
  )
  return pending !== undefined
}

/** True when nothing newer was heard of this: news can arrive out of order. In the transaction of what it changes. */
export async function isNewest(
  { db, workspaceId }: TxCtx,
  { sender, what, targetId, at }: { sender: string; what: string; targetId: string; at: Date },
): Promise<boolean> {
  const newest = await run(
    db,
    sql`
    insert into inbound_effects as e (workspace_id, sender, what, target_id, created_at)
    values (${workspaceId}, ${sender}, ${what}, ${targetId}, ${at})
    on conflict (workspace_id, sender, what) do update set created_at = excluded.created_at
      where e.created_at <= excluded.created_at
    returning what`,
  )
  return newest > 0
}

export function findWorkspace(db: Db, workspaceId: string): Promise<{ id: string } | undefined> {
  return one(db, sql`select id from workspaces where id = ${workspaceId}`)
}

/** Of the whole installation. */
export function deleteOldDeliveries(db: Db, before: Date): Promise<number> {
  return deleteInBatches(db, sql`inbound_deliveries`, sql`received_at < ${before} and status <> 'pending'`)
}
