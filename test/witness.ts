import type pg from 'pg'
import { derivedId } from '#core/crypto.ts'

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
    create table soak.events (id uuid primary key, type text not null, task_id text);
    create table soak.acts (event_id uuid not null);
    create table soak.effects (event_id uuid primary key);
    create function soak.note() returns trigger language plpgsql as $$
    begin
      insert into soak.events values (new.event_id, new.type, new.payload ->> 'taskId');
      return null;
    end $$;
    create trigger noted after insert on outbox for each row execute function soak.note();
    insert into soak.events select event_id, type, payload ->> 'taskId' from outbox;`)
}

/** Rows that must not be there, for effects that write rows of their own: add one for each. */
const DOUBLED: Record<string, string> = {
  'an event delivered to nobody': `
    select id from soak.events where task_id is not null except select event_id from soak.acts`,
  'an effect without its event': `select event_id from soak.effects except select id from soak.events`,
  'a dead letter': `select id || ' ' || error from dead_letters`,
  'an event that is still waiting': `select event_id from outbox`,
  'an effect that is not done': `
    select details::text from task_activities where action = 'task.effect' and details ->> 'outcome' <> 'done'`,
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
