import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'
import type { Json, JsonObject } from './document.schema.ts'
import { hasHad, signalKeyOf } from './run-signal.queries.ts'

/** What steps got when they were last taken, by their pointers. */
export async function inputsOf(
  { db, workspaceId }: Scope,
  runId: string,
  pointers: readonly string[],
): Promise<Map<string, Json>> {
  const rows = await many<{ pointer: string; input: Json }>(
    db,
    sql`
    select distinct on (pointer) pointer, input from wf_step
    where workspace_id = ${workspaceId} and run_id = ${runId} and pointer = any (${[...pointers]}::text[])
      and status <> 'skipped'
    order by pointer, seq desc`,
  )
  return new Map(rows.map(({ pointer, input }) => [pointer, input]))
}

/** A run that has failed is open again, and due at once, or when its turn comes: its place was given to others. */
export function reopening({ workspaceId, now }: TxCtx, runId: string, input: Json | undefined): Sql {
  return sql`
    update wf_run set state = case when concurrency_key is null then 'running' else 'pending' end,
      is_queued = concurrency_key is not null, queued_from = ${now},
      due_at = case when concurrency_key is null then ${now}::timestamptz end,
      error = null, ended_at = null, fence = fence + 1, wakes = wakes + 1, tries = 0, version = version + 1,
      lease_until = null, updated_at = ${now},
      input = coalesce(${input === undefined ? null : JSON.stringify(input)}::jsonb, input)
    where workspace_id = ${workspaceId} and id = ${runId} and state = 'faulted'`
}

/** Steps that were cut off when the run failed go on where they stood. */
export async function takeUpSteps({ db, workspaceId }: TxCtx, runId: string, places: readonly string[]): Promise<void> {
  await run(
    db,
    sql`
    update wf_step set status = 'started', ended_at = null
    where workspace_id = ${workspaceId} and run_id = ${runId} and place = any (${[...places]}::text[])
      and status = 'cancelled'`,
  )
}

/** Hands an event to a run that listens for its type; false when it does not. The same one again is nothing new. */
export async function signalRun(
  ctx: TxCtx,
  runId: string,
  event: JsonObject & { id: string; type: string },
): Promise<boolean> {
  const { db, workspaceId, now } = ctx
  const isKnown = hasHad(ctx, sql`${runId}::uuid`, event)
  const row = await one<{ isListening: boolean }>(
    db,
    sql`
    with listening as (
      select 1 from wf_wait
      where workspace_id = ${workspaceId} and run_id = ${runId} and type in (${event.type}, '*') limit 1),
    told as (
      insert into wf_signal (workspace_id, run_id, event_id, event, created_at)
      select ${workspaceId}, ${runId}::uuid, ${signalKeyOf(event)}, ${JSON.stringify(event)}::jsonb, ${now}
      from listening where not ${isKnown}
      on conflict (workspace_id, run_id, event_id) do nothing returning 1)
    select exists (select 1 from listening) or ${isKnown} as "isListening"
    from (select count(*) from told) as counted`,
  )
  return row?.isListening ?? false
}
