import type { TxCtx, Scope } from '#core/context.ts'
import { many, run, type Db } from '#core/db.ts'
import type { DeltaBatch } from '#core/session-log.ts'
import { sql } from '#core/sql.ts'
import type { Delta } from './stream-entry.schema.ts'

const SHAPE = sql`("workspaceId" text, "sessionId" uuid, "afterSeq" integer, "messageId" uuid, attempt integer,
  ordinal integer, channel text, "toolCallId" text, "firstMark" integer, "fromOffset" integer, ends integer[],
  content text)`
const TARGET = sql`agent_deltas (workspace_id, session_id, after_seq, message_id, attempt, ordinal, channel,
  tool_call_id, first_mark, from_offset, ends, content)`
const VALUES = sql`d."workspaceId", d."sessionId", d."afterSeq", d."messageId", d.attempt, d.ordinal, d.channel,
  d."toolCallId", d."firstMark", d."fromOffset", d.ends, d.content`

/**
 * Pieces of many messages, of any workspaces: each row names its own. Answers `message:attempt` of those that were
 * still being written.
 */
export async function insertDeltas(db: Db, batches: readonly DeltaBatch[]): Promise<Set<string>> {
  const rows = batches.flatMap(({ workspaceId, sessionId, rows }) =>
    rows.map((row) => ({ workspaceId, sessionId, ...row })),
  )
  const inserted = await many<{ writer: string }>(
    db,
    sql`
    with inserted as (
      insert into ${TARGET}
      select ${VALUES} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d ${SHAPE}
      join agent_sessions s on s.workspace_id = d."workspaceId" and s.id = d."sessionId"
        and s.active_message_id = d."messageId" and s.active_attempt = d.attempt
      returning message_id, attempt)
    select distinct message_id || ':' || attempt as writer from inserted`,
  )
  return new Set(inserted.map(({ writer }) => writer))
}

/** Puts these rows in the place of all that the message has. */
export async function replaceDeltas(
  { db, workspaceId }: TxCtx,
  sessionId: string,
  messageId: string,
  deltas: readonly Delta[],
): Promise<void> {
  const rows = deltas.map((delta) => ({ workspaceId, sessionId, ...delta }))
  await db.together([
    sql`delete from agent_deltas
      where workspace_id = ${workspaceId} and session_id = ${sessionId} and message_id = ${messageId} returning 1`,
    sql`insert into ${TARGET}
      select ${VALUES} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d ${SHAPE} returning 1`,
  ])
}

export async function insertDeltasOf(
  { db, workspaceId }: TxCtx,
  sessionId: string,
  deltas: readonly Delta[],
): Promise<void> {
  if (deltas.length === 0) return
  const rows = deltas.map((delta) => ({ workspaceId, sessionId, ...delta }))
  await run(
    db,
    sql`insert into ${TARGET}
      select ${VALUES} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d ${SHAPE} returning 1`,
  )
}

/** All pieces of one attempt, in order. */
export function listDeltas(
  { db, workspaceId }: Scope,
  sessionId: string,
  messageId: string,
  attempt: number,
): Promise<Delta[]> {
  return many(
    db,
    sql`
    select after_seq as "afterSeq", message_id as "messageId", attempt, ordinal, channel,
      tool_call_id as "toolCallId", first_mark as "firstMark", from_offset as "fromOffset", ends, content
    from agent_deltas
    where workspace_id = ${workspaceId} and session_id = ${sessionId} and message_id = ${messageId}
      and attempt = ${attempt}
    order by ordinal`,
  )
}
