import type { Scope, TxCtx } from '#core/context.ts'
import { many, run } from '#core/db.ts'
import { columnsOf, insertion, sql } from '#core/sql.ts'
import type { Json } from './document.schema.ts'
import type { Delivery } from './trigger.schema.ts'

const SHOWN = 20
/** Of those that were refused so many are kept: whoever sends nonsense all day fills no disk. */
const REFUSED_KEPT = 20

export interface NewDelivery {
  id: string
  triggerId: string
  eventId: string
  outcome: Delivery['outcome']
  runId?: string
  error?: string
  /** Of what starts a run the run has it. */
  payload?: Json
}

/** False when this event has come to this trigger before. */
export async function insertDelivery({ db, workspaceId, now }: TxCtx, delivery: NewDelivery): Promise<boolean> {
  const { payload, ...fields } = delivery
  const row = {
    workspaceId,
    ...fields,
    payload: payload === undefined ? null : JSON.stringify(payload),
    createdAt: now,
  }
  const made = await run(
    db,
    sql`insert into wf_delivery ${insertion(row)} on conflict (workspace_id, id) do nothing returning 1`,
  )
  return made > 0
}

export async function insertRefused(ctx: TxCtx, delivery: NewDelivery): Promise<void> {
  const { db, workspaceId } = ctx
  const { triggerId } = delivery
  await run(
    db,
    sql`
    update wf_trigger set refused_count = refused_count + 1
    where workspace_id = ${workspaceId} and id = ${triggerId}`,
  )
  await insertDelivery(ctx, delivery)
  await run(
    db,
    sql`
    delete from wf_delivery where workspace_id = ${workspaceId} and id in (
      select id from wf_delivery where workspace_id = ${workspaceId} and trigger_id = ${triggerId}
        and outcome = 'refused' order by created_at desc, id desc offset ${REFUSED_KEPT})`,
  )
}

export function lastDeliveries({ db, workspaceId }: Scope, triggerId: string): Promise<Delivery[]> {
  return many(
    db,
    sql`
    select ${columnsOf(['id', 'eventId', 'outcome', 'runId', 'error', 'payload', 'createdAt'])} from wf_delivery
    where workspace_id = ${workspaceId} and trigger_id = ${triggerId}
    order by created_at desc, id desc limit ${SHOWN}`,
  )
}

/** It came, and nothing was started for it: it was one too many, or another engine has the workflow. */
export async function markUnstarted(
  { db, workspaceId }: TxCtx,
  id: string,
  outcome: 'skipped' | 'recorded',
  payload: Json,
): Promise<void> {
  await run(
    db,
    sql`
    update wf_delivery set outcome = ${outcome}, run_id = null, payload = ${JSON.stringify(payload)}::jsonb
    where workspace_id = ${workspaceId} and id = ${id}`,
  )
}
