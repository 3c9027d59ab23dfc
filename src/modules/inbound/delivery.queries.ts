import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run, type Db } from '#core/db.ts'
import { deleteInBatches } from '#core/housekeeping.ts'
import { listed, type Listed } from '#core/paging.ts'
import { shortId } from '#core/short-id.ts'
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

export interface NewDelivery {
  id: string
  sender: string
  externalId: string
  kind: string
  integrationId: string | null
  payload: object
  headers: object
  status: 'pending' | 'ignored'
  requestId: string
  receivedAt: Date
}

export interface KeptDelivery {
  id: string
  status: InboundDelivery['status']
  duplicate: boolean
}

/**
 * Keeps them and asks for them to be seen to, in one statement. One that is delivered again changes nothing, and its id
 * is that of the first.
 */
export async function recordDeliveries(
  { db, workspaceId }: Scope,
  deliveries: readonly NewDelivery[],
  { type, subscriber }: Request,
): Promise<KeptDelivery[]> {
  // All nodes in the same order: who takes the same keys in another one may wait for ever.
  const given = JSON.stringify(deliveries.toSorted((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1)))
  const kept = await many<{ id: string }>(
    db,
    sql`
    with given as (
      select * from jsonb_to_recordset(${given}::jsonb) as g (id uuid, sender text, "externalId" text, kind text,
        "integrationId" uuid, payload jsonb, headers jsonb, status text, "requestId" text, "receivedAt" timestamptz)),
    kept as (
      insert into inbound_deliveries (workspace_id, id, sender, external_id, kind, integration_id, payload, headers,
        status, received_at, finished_at)
      select ${workspaceId}, id, sender, "externalId", kind, "integrationId", payload, headers, status, "receivedAt",
        case status when 'ignored' then "receivedAt" end from given
      on conflict (workspace_id, sender, external_id) do nothing returning id),
    asked as (
      insert into outbox (workspace_id, type, payload, subscriber, request_id, created_at)
      select ${workspaceId}, ${type}, jsonb_build_object('deliveryId', id), ${subscriber}, "requestId", "receivedAt"
      from kept join given using (id) where status = 'pending')
    select id from kept`,
  )
  const fresh = new Set(kept.map(({ id }) => id))
  const known = await firstOf(
    { db, workspaceId },
    deliveries.filter(({ id }) => !fresh.has(id)),
  )
  return deliveries.map((each) => {
    if (fresh.has(each.id)) return { id: each.id, status: each.status, duplicate: false }
    const first = known.get(nameOf(each))
    return { id: first?.id ?? each.id, status: first?.status ?? 'pending', duplicate: true }
  })
}

type Known = Pick<InboundDelivery, 'id' | 'status' | 'sender' | 'externalId'>

const nameOf = ({ sender, externalId }: Pick<Known, 'sender' | 'externalId'>): string => `${sender} ${externalId}`

async function firstOf(
  { db, workspaceId }: Scope,
  again: readonly Pick<Known, 'sender' | 'externalId'>[],
): Promise<Map<string, Known>> {
  if (again.length === 0) return new Map()
  const found = await many<Known>(
    db,
    sql`
    select id, status, sender, external_id as "externalId" from inbound_deliveries
    where workspace_id = ${workspaceId} and (sender, external_id) in (
      select * from unnest(${again.map(({ sender }) => sender)}::text[], ${again.map(({ externalId }) => externalId)}::text[]))`,
  )
  return new Map(found.map((each) => [nameOf(each), each]))
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
    values (${workspaceId}, ${sender}, ${shortId(what)}, ${targetId}, ${now}) on conflict do nothing returning what`,
  )
  return first > 0
}

export async function hasEffect(
  { db, workspaceId }: Scope,
  { sender, what }: { sender: string; what: string },
): Promise<boolean> {
  const found = await one(
    db,
    sql`select 1 as found from inbound_effects where workspace_id = ${workspaceId} and sender = ${sender} and what = ${shortId(what)}`,
  )
  return found !== undefined
}

/** It was not caused after all. */
export async function forgetEffect(
  { db, workspaceId }: Scope,
  { sender, what }: { sender: string; what: string },
): Promise<void> {
  await run(
    db,
    sql`delete from inbound_effects where workspace_id = ${workspaceId} and sender = ${sender} and what = ${shortId(what)}`,
  )
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
    values (${workspaceId}, ${sender}, ${shortId(what)}, ${targetId}, ${at})
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
