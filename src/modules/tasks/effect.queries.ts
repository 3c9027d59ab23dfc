import type { Scope } from '#core/context.ts'
import { derivedId } from '#core/crypto.ts'
import { one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { Effect } from './activity.schema.ts'

/** One line for each event and effect, however often it is tried: its id is made from the two. */
const lineId = (eventId: string, effect: string): string => derivedId(eventId, `effect:${effect}`)

/**
 * Writes the line, or brings it up to date. What is done stays done: a late failure of a second delivery does not take
 * it back.
 */
export async function saveEffect(
  { db, workspaceId }: Scope,
  { eventId, taskId, now }: { eventId: string; taskId: string; now: Date },
  effect: Effect,
): Promise<void> {
  await run(
    db,
    sql`
    insert into task_activities (workspace_id, id, task_id, action, actor_kind, actor_id, details, created_at)
    select ${workspaceId}, ${lineId(eventId, effect.effect)}::uuid, t.id, 'task.effect', 'system', null,
      ${JSON.stringify(effect)}::jsonb, ${now}::timestamptz
    from tasks t where t.workspace_id = ${workspaceId} and t.id = ${taskId}
    on conflict (workspace_id, id) do update set details = excluded.details
    where task_activities.details ->> 'outcome' <> 'done'`,
  )
}

export async function isEffectDone({ db, workspaceId }: Scope, eventId: string, effect: string): Promise<boolean> {
  const row = await one(
    db,
    sql`
    select 1 from task_activities where workspace_id = ${workspaceId} and id = ${lineId(eventId, effect)}
      and details ->> 'outcome' = 'done'`,
  )
  return row !== undefined
}

/** Nothing is left to do for what was to be tried again: its reason is gone, such as a connection that was removed. */
export async function endRetrying({ db, workspaceId }: Scope, eventId: string, effect: string): Promise<void> {
  await run(
    db,
    sql`
    update task_activities set details = details || '{"outcome": "skipped", "reason": "Nothing is left to do."}'
    where workspace_id = ${workspaceId} and id = ${lineId(eventId, effect)} and details ->> 'outcome' = 'retrying'`,
  )
}
