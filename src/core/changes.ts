import { CHANNEL } from './bus.ts'
import type { Scope } from './context.ts'
import { many, one, run, type Db, type Pool, type Tx } from './db.ts'
import { oneAtATime } from './batching.ts'
import type { OutboxEvent } from './relay.ts'
import { sql, type Sql } from './sql.ts'

export const CHANGES_TOPIC = 'changes'

/** Something that an open page may show: what happened, and to what. */
export interface Change {
  id: number
  type: string
  /** The ids in the event, by the names they have there. */
  subject: Record<string, string>
}

/**
 * Writes down what the events are about, in the transaction that hands them out, and tells every process. One relay at
 * a time from here to its commit: otherwise a reader could see a number before a smaller one, and miss that.
 */
export async function noteChanges(tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  // What is replayed for one subscriber has changed nothing.
  const notes = events
    .filter(({ subscriber }) => subscriber === null)
    .map(({ outboxId, workspaceId, type, payload }) => ({ outboxId, workspaceId, type, subject: idsIn(payload) }))
  if (notes.length > 0) await run(tx, notesStatement(notes))
}

export type Note = Omit<Change, 'id'> & { workspaceId: string }
const gatherings = new WeakMap<Db, (note: Note) => Promise<void>>()

/**
 * The same for what is no event, because nobody acts on it, but is seen on open pages. In a transaction it is written
 * with the commit. Elsewhere those that come while one is being written are written together: each holds the lock until
 * it is on disk, and every task has several.
 */
export async function noteChange({ db, workspaceId }: Scope, type: string, subject: Change['subject']): Promise<void> {
  const made = { workspaceId, type, subject }
  if ('atEnd' in db) return (db as Tx).atEnd(notesStatement, made)
  const note = gatherings.get(db) ?? oneAtATime<Note>((notes) => writeNotes(db, notes))
  gatherings.set(db, note)
  return note(made)
}

export async function writeNotes(db: Db, notes: readonly Note[]): Promise<void> {
  await run(db, notesStatement(notes))
}

/** Each once, in the order in which they were made; of events each counts, though it says the same as another. */
function notesStatement(notes: readonly (Note & { outboxId?: number })[]): Sql {
  const rows = notes.map((note, n) => ({ n, ...note }))
  return sql`
    with held as materialized (select pg_advisory_xact_lock(hashtext('changes'))),
    noted as (
      insert into changes (workspace_id, type, subject)
      select e."workspaceId", e.type, e.subject
      from held, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        e (n bigint, "outboxId" bigint, "workspaceId" text, type text, subject jsonb)
      join workspaces w on w.id = e."workspaceId"
      group by e."workspaceId", e.type, e.subject, e."outboxId" order by coalesce(e."outboxId", min(e.n))
      returning workspace_id)
    select pg_notify(${CHANNEL}, ${`${CHANGES_TOPIC}:`} || workspace_id) from (select distinct workspace_id from noted) n`
}

function idsIn(payload: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(payload).filter((entry): entry is [string, string] => {
      const [name, value] = entry
      return name.endsWith('Id') && typeof value === 'string'
    }),
  )
}

/** The numbers there are, of all workspaces; zeros when there is none. */
export async function changesKept(db: Db): Promise<{ oldest: number; newest: number }> {
  const found = await one<{ oldest: number; newest: number }>(
    db,
    sql`select coalesce(min(id), 0) as oldest, coalesce(max(id), 0) as newest from changes`,
  )
  return found ?? { oldest: 0, newest: 0 }
}

export function changesAfter(db: Pool, workspaceId: string, after: number, limit: number): Promise<Change[]> {
  return many(
    db,
    sql`
    select id, type, subject from changes where workspace_id = ${workspaceId} and id > ${after} order by id limit ${limit}`,
  )
}
