import type { Scope } from '#core/context.ts'
import { many, one, type Db } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { LoggedEvent } from './session-event.schema.ts'
import type { Cursor, Delta, Entry, MessageProgress } from './stream-entry.schema.ts'

/** A place in the log of a session. */
export interface Place {
  readonly workspaceId: string
  readonly sessionId: string
  readonly cursor: Cursor
}

interface Row extends Delta {
  place: number
  seq: number | null
  type: string
  data: Record<string, unknown>
}

/**
 * What follows each of these places, in the order of the log, at most so many entries of each. One statement sees one
 * state of the database, so no piece is missed between a message and its end.
 *
 * Pieces lie behind the event of their message that came before them. Those of a message that is not over at the cursor
 * may lie before it, and only the newest one can be that; the marks of the cursor tell which of its pieces it has. So
 * may those of one that ended there without an event of its own, while a reader was told to begin it anew.
 */
export async function readPages(db: Db, places: readonly Place[], entriesMax: number): Promise<Entry[][]> {
  const columns = [
    places.map(({ workspaceId }) => workspaceId),
    places.map(({ sessionId }) => sessionId),
    places.map(({ cursor }) => cursor.seq),
    places.map(({ cursor }) => cursor.messageId),
    places.map(({ cursor }) => cursor.attempt),
    places.map(({ cursor }) => cursor.streamSeq),
    places.map(({ cursor }) => cursor.reasoningSeq),
    places.map(({ cursor }) => cursor.textOffset),
  ]
  const [workspaceIds, sessionIds, seqs, messageIds, attempts, streamSeqs, reasoningSeqs, textOffsets] = columns
  const rows = await many<Row>(
    db,
    sql`
    select c.place::integer - 1 as place, p.seq, p.type, p.data, p."afterSeq", p."messageId", p.attempt, p.ordinal,
      p.channel, p."toolCallId", p."firstMark", p."fromOffset", p.ends, p.content
    from unnest(${workspaceIds}::text[], ${sessionIds}::uuid[], ${seqs}::integer[], ${messageIds}::uuid[],
        ${attempts}::integer[], ${streamSeqs}::integer[], ${reasoningSeqs}::integer[], ${textOffsets}::integer[]) with ordinality
      as c (workspace_id, session_id, seq, message_id, attempt, stream_seq, reasoning_seq, text_offset, place)
    cross join lateral (
      (select e.seq as at, e.seq, e.type, e.data, null::integer as "afterSeq", null::uuid as "messageId",
        null::integer as attempt, 0 as ordinal, null::text as channel, null::text as "toolCallId",
        null::integer as "firstMark", null::integer as "fromOffset", null::integer[] as ends, null::text as content
      from agent_events e
      where e.workspace_id = c.workspace_id and e.session_id = c.session_id and e.seq > c.seq
      order by e.seq limit ${entriesMax})
      union all
      (select d.after_seq, null, null, null, d.after_seq, d.message_id, d.attempt, d.ordinal, d.channel,
        d.tool_call_id, d.first_mark, d.from_offset, d.ends, d.content
      from agent_deltas d
      join agent_messages m on m.workspace_id = d.workspace_id and m.session_id = d.session_id
        and m.id = d.message_id and m.attempt = d.attempt
      where d.workspace_id = c.workspace_id and d.session_id = c.session_id
        and d.after_seq >= coalesce((
          select case when o.end_seq is null or o.end_seq > c.seq or (o.end_seq = c.seq and o.id = c.message_id)
            then o.start_seq end
          from agent_messages o
          where o.workspace_id = c.workspace_id and o.session_id = c.session_id and o.role = 'assistant'
            and o.start_seq <= c.seq
          order by o.start_seq desc limit 1), c.seq)
        and (d.message_id is distinct from c.message_id or d.attempt <> c.attempt or case d.channel
          when 'text' then d.ends[cardinality(d.ends)] > c.text_offset
          when 'reasoning' then d.first_mark + cardinality(d.ends) - 1 > c.reasoning_seq
          else d.first_mark + cardinality(d.ends) - 1 > c.stream_seq end)
      order by d.after_seq, d.message_id, d.attempt, d.ordinal limit ${entriesMax})
      order by 1, ordinal limit ${entriesMax}) p
    order by c.place, p.at, p.ordinal`,
  )
  const pages: Entry[][] = places.map(() => [])
  for (const row of rows) pages[row.place]?.push(entryOf(row))
  return pages
}

function entryOf({ place: _place, seq, type, data, ...delta }: Row): Entry {
  return seq === null ? { delta } : { event: { ...data, type, seq } as LoggedEvent }
}

/** The message, and how far its current attempt is written. */
export function findProgress(
  { db, workspaceId }: Scope,
  sessionId: string,
  messageId: string,
): Promise<MessageProgress | undefined> {
  return one(
    db,
    sql`
    select m.id as "messageId", m.attempt, m.start_seq as "startSeq", m.attempt_seq as "attemptSeq",
      m.end_seq as "endSeq",
      coalesce(max(d.first_mark + cardinality(d.ends) - 1) filter (where d.channel <> 'reasoning'), 0) as "streamSeq",
      coalesce(max(d.first_mark + cardinality(d.ends) - 1) filter (where d.channel = 'reasoning'), 0) as "reasoningSeq",
      coalesce(max(d.ends[cardinality(d.ends)]) filter (where d.channel = 'text'), 0) as "textOffset"
    from agent_messages m
    left join agent_deltas d on d.workspace_id = m.workspace_id and d.session_id = m.session_id
      and d.after_seq >= m.start_seq and d.message_id = m.id and d.attempt = m.attempt
    where m.workspace_id = ${workspaceId} and m.session_id = ${sessionId} and m.id = ${messageId}
      and m.role = 'assistant'
    group by m.workspace_id, m.session_id, m.id`,
  )
}

/** How much of the text a reader has who counted pieces only. */
export async function textOffsetAt(
  { db, workspaceId }: Scope,
  sessionId: string,
  { messageId, attempt, startSeq }: MessageProgress,
  streamSeq: number,
): Promise<number> {
  const row = await one<{ textOffset: number }>(
    db,
    sql`
    select ends[least(${streamSeq}::integer - first_mark + 1, cardinality(ends))] as "textOffset" from agent_deltas
    where workspace_id = ${workspaceId} and session_id = ${sessionId} and message_id = ${messageId}
      and after_seq >= ${startSeq} and attempt = ${attempt} and channel = 'text' and first_mark <= ${streamSeq}
    order by ordinal desc limit 1`,
  )
  return row?.textOffset ?? 0
}

export interface KeptMessage {
  id: string
  role: 'user' | 'assistant' | 'tool'
  content: Record<string, unknown>
}

/** The newest messages that were over before this event. */
export async function listMessagesBefore(
  { db, workspaceId }: Scope,
  sessionId: string,
  seq: number,
  messagesMax: number,
): Promise<KeptMessage[]> {
  const rows = await many<KeptMessage>(
    db,
    sql`
    select id, role, content from agent_messages
    where workspace_id = ${workspaceId} and session_id = ${sessionId} and start_seq < ${seq} and end_seq < ${seq}
    order by start_seq desc limit ${messagesMax}`,
  )
  return rows.toReversed()
}
