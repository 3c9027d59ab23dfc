import type pg from 'pg'
import { derivedId } from '#core/crypto.ts'
import { PREFIX } from './busy-ledger.ts'

export const WITNESS = 'soak-witness'

export interface Seen {
  events: number
  /** Times that the witness acted; more than events, because a kill can come before the note that it is done. */
  acts: number
  /** Lines in the histories of tasks, by effect and outcome. */
  effects: Record<string, number>
  /** What is not as promised, a line each. */
  wrong: string[]
}

/**
 * Notes each event as it is written, in the transaction of the change: the outbox itself is emptied by the relay. To be
 * called before the first worker starts.
 */
export async function watchEvents(client: pg.Client): Promise<void> {
  await client.query(`
    create schema soak;
    create table soak.events (id uuid primary key, type text not null, task_id text, payload jsonb not null,
      noted_at timestamptz not null default clock_timestamp());
    create table soak.acts (event_id uuid not null);
    create table soak.effects (event_id uuid primary key);
    create function soak.note() returns trigger language plpgsql as $$
    begin
      insert into soak.events (id, type, task_id, payload) values (new.event_id, new.type, new.payload ->> 'taskId', new.payload);
      return null;
    end $$;
    create trigger noted after insert on outbox for each row execute function soak.note();
    insert into soak.events (id, type, task_id, payload) select event_id, type, payload ->> 'taskId', payload from outbox;`)
}

/**
 * Who has to hear of which event. Nobody is put on a task or taken off it after it was made, so it does not matter when
 * the event came through. The key that acts is no person; the administrator who comments is not told of that.
 */
const TOLD = `
  select e.id, a.user_id, case
      when e.type = 'task.created' then 'assigned'
      when e.type = 'task.deleted' then 'deleted'
      when e.type = 'task.commented' then 'commented'
      when e.type <> 'task.updated' then null
      when e.payload ->> 'status' = 'COMPLETED' then 'completed'
      when e.payload ?| array['scheduledDateBefore', 'scheduledTimeBefore'] then 'rescheduled' end as kind
  from soak.events e join tasks t on t.id::text = e.task_id and t.title like '${PREFIX}%'
  join task_assignees a on a.workspace_id = t.workspace_id and a.task_id = t.id and a.user_id is not null
  where coalesce(e.payload -> 'actor' ->> 'actorId', '') <> a.user_id::text`
const NOTICES = `
  select n.event_id, n.user_id, n.kind from notifications n join tasks t using (workspace_id)
  where t.id = n.task_id and t.title like '${PREFIX}%'`

/** Rows that must not be there, for effects that write rows of their own: add one for each. */
const DOUBLED: Record<string, string> = {
  'an event delivered to nobody': `
    select id from soak.events where task_id is not null except select event_id from soak.acts`,
  'an effect without its event': `select event_id from soak.effects except select id from soak.events`,
  'a dead letter': `select id || ' ' || error from dead_letters`,
  'an event that is still waiting': `select event_id from outbox`,
  'an effect that is not done': `
    select details::text from task_activities
    where action = 'task.effect' and details ->> 'outcome' not in ('done', 'skipped')`,
  'a person told twice': `
    select event_id, user_id, kind, count(*) from notifications group by 1, 2, 3 having count(*) > 1`,
  'a person not told': `select * from (${TOLD}) told where kind is not null except ${NOTICES}`,
  'a person told of nothing': `${NOTICES} except ${TOLD}`,
  'a hook told twice': `
    select event_id, hook_id, count(*) from event_hook_deliveries group by 1, 2 having count(*) > 1`,
  'a hook not told': `
    select e.id, h.id from soak.events e cross join event_hooks h
    where e.noted_at > h.created_at + interval '1 second' and e.type not in ('task.sync_requested', 'task.notified')
      and e.type not like 'event_hook.%'
    except select event_id, hook_id from event_hook_deliveries where status = 'delivered'`,
  'a task with no counterpart at the provider, or a deleted one with one': `
    select t.title, l.remote_id from tasks t
    join departments d on d.workspace_id = t.workspace_id and d.id = t.department_id and d.kind = 'field_ops'
    left join task_sync_links l on l.workspace_id = t.workspace_id and l.task_id = t.id
    where t.title like '${PREFIX}%' and t.property_id is not null
      and (t.deleted_at is null) <> (l.remote_id is not null)`,
}

export async function seenBy(client: pg.Client): Promise<Seen> {
  const wrong: string[] = []
  for (const [what, text] of Object.entries(DOUBLED)) {
    const { rows } = await client.query({ text: `select t.*::text as row from (${text} limit 5) t`, rowMode: 'array' })
    wrong.push(...rows.map(([row]) => `${what}: ${row}`))
  }
  const { rows: events } = await client.query('select id from soak.events where task_id is not null')
  const { rows: lines } = await client.query(
    `select id, details ->> 'effect' as effect, details ->> 'outcome' as outcome from task_activities where action = 'task.effect'`,
  )
  const { rows: acts } = await client.query('select count(*)::int as count from soak.acts')
  const names = [...new Set(lines.map(({ effect }) => String(effect)))]
  const due = new Map(names.map((name) => [name, new Set(events.map(({ id }) => derivedId(id, `effect:${name}`)))]))
  for (const { id, effect } of lines) {
    if (!due.get(effect)?.delete(id)) wrong.push(`${effect}: a line for no event`)
  }
  const unseen = due.get(WITNESS)?.size ?? events.length
  if (unseen > 0) wrong.push(`${WITNESS}: no line for ${unseen} events`)
  const effects: Record<string, number> = {}
  for (const { effect, outcome } of lines) effects[`${effect} ${outcome}`] = (effects[`${effect} ${outcome}`] ?? 0) + 1
  return { events: events.length, acts: acts[0].count, effects, wrong }
}
