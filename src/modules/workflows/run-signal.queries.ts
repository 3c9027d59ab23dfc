import type { Scope } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'
import { isUuid } from '#core/uuid.ts'
import type { JsonObject } from './document.schema.ts'

/** Whether in workspace `w` a run waits for events, or a workflow begins with them. */
export const LISTENS = sql`
  exists (select from wf_wait where workspace_id = w.id)
  or exists (select from wf_trigger where workspace_id = w.id and kind in ('event', 'chat'))`

/** What tells an event from all others: another source may give the same id. */
export function signalKeyOf(event: JsonObject): string {
  return `${String(event['source'])} ${String(event['id'])}`
}

/** Whether a run has had this event. Earlier versions knew it by its id alone; what was dealt with has no source any more. */
export function hasHad({ workspaceId }: Scope, runId: Sql, event: JsonObject): Sql {
  const [key, id, source] = [signalKeyOf(event), String(event['id']), String(event['source'])]
  return sql`exists (
        select from wf_signal s where s.workspace_id = ${workspaceId} and s.run_id = ${runId} and s.event_id in (${key}, ${id})
          and (s.event_id = ${key} or coalesce(s.event ->> 'source', ${source}) = ${source}))`
}

/** Hands an event to the runs that listen for its type. The same event again is nothing new to them. */
export function signalListeners(scope: Scope, event: JsonObject, now: Date): Promise<number> {
  const { db, workspaceId } = scope
  const type = String(event['type'])
  return run(
    db,
    sql`
    with told as (
      insert into wf_signal (workspace_id, run_id, event_id, event, created_at)
      select distinct workspace_id, run_id, ${signalKeyOf(event)}, ${JSON.stringify(event)}::jsonb, ${now}::timestamptz
      from wf_wait w
      where workspace_id = ${workspaceId} and type in (${type}, '*') and not ${hasHad(scope, sql`w.run_id`, event)}
      on conflict (workspace_id, run_id, event_id) do nothing returning run_id)
    update wf_run set wakes = wakes + 1,
      due_at = case when state = 'suspended' or is_queued then null
        -- Whoever has it finds out when it lets go; to others it is not due before its lease ends.
        when lease_until is not null then due_at else least(due_at, clock_timestamp()) end
    from told where wf_run.workspace_id = ${workspaceId} and wf_run.id = told.run_id
      -- One that was waited for may be over by now.
      and state in ('pending', 'running', 'waiting', 'suspended') returning wf_run.id`,
  )
}

export async function findRunDepth({ db, workspaceId }: Scope, runId: string): Promise<number> {
  // A caller can choose the id of a request, and with it what this looks for.
  if (!isUuid(runId)) return 0
  const row = await one<{ depth: number }>(
    db,
    sql`select depth from wf_run where workspace_id = ${workspaceId} and id = ${runId}`,
  )
  return row?.depth ?? 0
}
