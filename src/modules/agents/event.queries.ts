import type { Scope, TxCtx } from '#core/context.ts'
import { many, one } from '#core/db.ts'
import { fixed, sql, type Sql } from '#core/sql.ts'
import type { SessionEvent } from './session-event.schema.ts'

/** Only whoever writes this attempt of this message may append. */
export interface Fence {
  readonly messageId: string
  readonly attempt: number
}

/**
 * Gives the events the next numbers and keeps them. The session's row is the counter and stays locked until the commit:
 * numbers have no gaps, and none becomes visible before the one in front of it. Undefined when there is no such session,
 * or the fence is down.
 */
export async function insertEvents(
  { db, workspaceId, now }: TxCtx,
  sessionId: string,
  events: readonly SessionEvent[],
  fence?: Fence,
): Promise<number | undefined> {
  const fenced = fence
    ? sql`and active_message_id = ${fence.messageId} and active_attempt = ${fence.attempt}`
    : fixed('')
  const rows = await many<{ lastSeq: number }>(
    db,
    sql`
    with session as (
      update agent_sessions set last_seq = last_seq + ${events.length}, updated_at = ${now}${traceOf(events)}
      where workspace_id = ${workspaceId} and id = ${sessionId} ${fenced}
      returning workspace_id, id, last_seq),
    inserted as (
      insert into agent_events (workspace_id, session_id, seq, type, data, created_at)
      select s.workspace_id, s.id, s.last_seq - ${events.length} + e.place, e.data ->> 'type', e.data - 'type', ${now}
      from session s, jsonb_array_elements(${storable(events)}::jsonb) with ordinality as e (data, place))
    select last_seq as "lastSeq" from session`,
  )
  return rows[0]?.lastSeq
}

/** What the session's row remembers of them: the run that is going on, and what waits for an answer. */
function traceOf(events: readonly SessionEvent[]): Sql {
  let trace = fixed('')
  const run = events.findLastIndex(({ type }) => type.startsWith('run.'))
  const last = events[run]
  if (last?.type === 'run.started') {
    const runId = last.parent_run_id ?? last.run_id
    trace = sql`, active_run_id = ${runId}, active_run_seq = last_seq + ${run + 1}`
  } else if (last) trace = sql`, active_run_id = null, active_run_seq = null`
  const asked = events.flatMap((event) => (event.type === 'interaction.requested' ? [event.interaction_id] : []))
  const settled = events.flatMap((event) => (event.type === 'interaction.resolved' ? [event.interaction_id] : []))
  if (asked.length + settled.length === 0) return trace
  return sql`${trace}, pending_interactions = array(
    select id from unnest(pending_interactions || ${asked}::uuid[]) as id where id <> all (${settled}::uuid[]))`
}

/** PostgreSQL keeps no NUL and no half of a character. */
function storable(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? storableText(each) : each))
}

export function storableText(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed()
}

/** The events of one message from a place in the log on. */
export function listMessageEvents(
  { db, workspaceId }: Scope,
  sessionId: string,
  messageId: string,
  fromSeq: number,
): Promise<SessionEvent[]> {
  return many<{ event: SessionEvent }>(
    db,
    sql`
    select data || jsonb_build_object('type', type) as event from agent_events
    where workspace_id = ${workspaceId} and session_id = ${sessionId} and seq >= ${fromSeq}
      and data ->> 'message_id' = ${messageId}
    order by seq`,
  ).then((rows) => rows.map(({ event }) => event))
}

/** The step that the run at work has begun and not ended. */
export async function findOpenStep({ db, workspaceId }: Scope, sessionId: string): Promise<string | undefined> {
  const last = await one<{ isOpen: boolean; name: string }>(
    db,
    sql`
    select e.type = 'step.started' as "isOpen", e.data ->> 'step_name' as name
    from agent_sessions s
    join agent_events e on e.workspace_id = s.workspace_id and e.session_id = s.id and e.seq >= s.active_run_seq
    where s.workspace_id = ${workspaceId} and s.id = ${sessionId} and e.type in ('step.started', 'step.finished')
    order by e.seq desc limit 1`,
  )
  return last?.isOpen ? last.name : undefined
}

export interface OpenMessage {
  id: string
  attempt: number
  startSeq: number
}

/** Makes the message the one that is being written. */
export async function insertMessage(
  { db, workspaceId, now }: TxCtx,
  sessionId: string,
  message: {
    id: string
    role: 'user' | 'assistant' | 'tool'
    startSeq: number
    endSeq: number | null
    content: object
  },
): Promise<boolean> {
  const { id, role, startSeq, endSeq, content } = message
  const rows = await many(
    db,
    sql`
    insert into agent_messages (workspace_id, session_id, id, role, attempt_seq, start_seq, end_seq, content,
      created_at)
    values (${workspaceId}, ${sessionId}, ${id}, ${role}, ${startSeq}, ${startSeq}, ${endSeq}, ${storable(content)}, ${now})
    on conflict do nothing returning id`,
  )
  return rows.length > 0
}

/** The session's row, locked, with the message that is being written. */
export function lockLog(
  { db, workspaceId }: TxCtx,
  sessionId: string,
): Promise<{ lastSeq: number; activeMessageId: string | null; activeAttempt: number | null } | undefined> {
  return one(
    db,
    sql`
    select last_seq as "lastSeq", active_message_id as "activeMessageId", active_attempt as "activeAttempt"
    from agent_sessions where workspace_id = ${workspaceId} and id = ${sessionId} for no key update`,
  )
}

export async function setActiveMessage({ db, workspaceId }: TxCtx, sessionId: string, fence?: Fence): Promise<void> {
  await many(
    db,
    sql`
    update agent_sessions set active_message_id = ${fence?.messageId ?? null}, active_attempt = ${fence?.attempt ?? null}
    where workspace_id = ${workspaceId} and id = ${sessionId}`,
  )
}

export function findMessage(
  { db, workspaceId }: Scope,
  sessionId: string,
  messageId: string,
): Promise<(OpenMessage & { endSeq: number | null }) | undefined> {
  return one(
    db,
    sql`
    select id, attempt, start_seq as "startSeq", end_seq as "endSeq" from agent_messages
    where workspace_id = ${workspaceId} and session_id = ${sessionId} and id = ${messageId}`,
  )
}

/** The texts of those of these messages that are over, by their ids. */
export async function textsOf(
  { db, workspaceId }: Scope,
  sessionId: string,
  messageIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await many<{ id: string; text: string }>(
    db,
    sql`
    select id, content ->> 'text' as text from agent_messages
    where workspace_id = ${workspaceId} and session_id = ${sessionId} and id = any (${messageIds}::uuid[])
      and end_seq is not null and content ->> 'text' <> ''`,
  )
  return new Map(rows.map(({ id, text }) => [id, text]))
}

export async function setAttempt(
  { db, workspaceId }: TxCtx,
  sessionId: string,
  messageId: string,
  { attempt, attemptSeq }: { attempt: number; attemptSeq: number },
): Promise<void> {
  await many(
    db,
    sql`
    update agent_messages set attempt = ${attempt}, attempt_seq = ${attemptSeq}
    where workspace_id = ${workspaceId} and session_id = ${sessionId} and id = ${messageId}`,
  )
}

/** It is not over, and what it will be comes after all that is in the log. */
export async function reopenMessage(
  { db, workspaceId }: TxCtx,
  sessionId: string,
  messageId: string,
  startSeq: number,
): Promise<void> {
  await many(
    db,
    sql`
    update agent_messages set start_seq = ${startSeq}, end_seq = null
    where workspace_id = ${workspaceId} and session_id = ${sessionId} and id = ${messageId}`,
  )
}

export async function endMessage(
  { db, workspaceId }: TxCtx,
  sessionId: string,
  messageId: string,
  { endSeq, content }: { endSeq: number; content: object },
): Promise<void> {
  await many(
    db,
    sql`
    update agent_messages set end_seq = ${endSeq}, content = ${storable(content)}
    where workspace_id = ${workspaceId} and session_id = ${sessionId} and id = ${messageId}`,
  )
}

export async function lastSeqOf({ db, workspaceId }: Scope, sessionId: string): Promise<number> {
  const row = await one<{ lastSeq: number }>(
    db,
    sql`
    select last_seq as "lastSeq" from agent_sessions where workspace_id = ${workspaceId} and id = ${sessionId}`,
  )
  return row?.lastSeq ?? 0
}
