import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { insertion, sql } from '#core/sql.ts'

/** A conversation that an agent follows, and the session in which it does. */
export interface Talk {
  conversationId: string
  agentId: string
  userId: string
  sessionId: string
}

/** What the subscriber of talks is asked for. */
export const TALKS = { subscriber: 'agent-talks', called: 'agent_talk.called', settled: 'agent_talk.settled' } as const

export function findTalk(
  { db, workspaceId }: Scope,
  { conversationId, agentId, userId }: Omit<Talk, 'sessionId'>,
): Promise<Talk | undefined> {
  return one(
    db,
    sql`
    select conversation_id as "conversationId", agent_id as "agentId", user_id as "userId", session_id as "sessionId"
    from agent_talks where workspace_id = ${workspaceId} and conversation_id = ${conversationId}
      and agent_id = ${agentId} and user_id = ${userId}`,
  )
}

/** Whether the agent has spoken with anybody in the conversation. */
export async function hasTalk({ db, workspaceId }: Scope, conversationId: string, agentId: string): Promise<boolean> {
  const found = await one(
    db,
    sql`
    select 1 as found from agent_talks
    where workspace_id = ${workspaceId} and conversation_id = ${conversationId} and agent_id = ${agentId} limit 1`,
  )
  return found !== undefined
}

export function findTalkIn({ db, workspaceId }: Scope, sessionId: string): Promise<Talk | undefined> {
  return one(
    db,
    sql`
    select conversation_id as "conversationId", agent_id as "agentId", user_id as "userId", session_id as "sessionId"
    from agent_talks where workspace_id = ${workspaceId} and session_id = ${sessionId}`,
  )
}

export async function insertTalk({ db, workspaceId, now }: TxCtx, talk: Talk): Promise<void> {
  await run(db, sql`insert into agent_talks ${insertion({ ...talk, workspaceId, createdAt: now })}`)
}

export async function askTalks(
  { db, workspaceId, requestId, now }: TxCtx,
  payload: Record<string, unknown>,
): Promise<void> {
  const row = { workspaceId, type: TALKS.called, payload: JSON.stringify(payload), subscriber: TALKS.subscriber }
  await run(db, sql`insert into outbox ${insertion({ ...row, requestId, createdAt: now })}`)
}

/** Tells how a run stands, if it is one of a conversation. In the transaction in which it comes to stand so. */
export async function tellTalk(
  { db, workspaceId, now, requestId, services }: TxCtx,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<void> {
  const told = await run(
    db,
    sql`
    insert into outbox (workspace_id, type, payload, subscriber, request_id, created_at)
    select workspace_id, ${TALKS.settled}, jsonb_build_object('runId', ${id}::text), ${TALKS.subscriber},
      ${requestId}::text, ${now}::timestamptz
    from agent_talks where workspace_id = ${workspaceId} and session_id = ${sessionId} returning id`,
  )
  if (told > 0) services.wakeRelay()
}

/** The member who wrote a message that an agent is called to. */
export async function noteCaller(
  { db, workspaceId }: Scope,
  { messageId, userId }: { messageId: string; userId: string },
): Promise<void> {
  const row = { workspaceId, messageId, userId }
  await run(db, sql`insert into agent_callers ${insertion(row)} on conflict do nothing`)
}

export function findCaller({ db, workspaceId }: Scope, messageId: string): Promise<{ userId: string } | undefined> {
  return one(
    db,
    sql`select user_id as "userId" from agent_callers where workspace_id = ${workspaceId} and message_id = ${messageId}`,
  )
}

export async function countRunsSince({ db, workspaceId }: Scope, sessionId: string, since: Date): Promise<number> {
  const row = await one<{ count: number }>(
    db,
    sql`
    select count(*)::int as count from agent_runs
    where workspace_id = ${workspaceId} and session_id = ${sessionId} and created_at > ${since}`,
  )
  return row?.count ?? 0
}

/** Whether something that was asked in this session was answered for this reason. */
export async function hasAnswered({ db, workspaceId }: Scope, sessionId: string, reason: string): Promise<boolean> {
  const found = await one(
    db,
    sql`
    select 1 as found from agent_interactions where workspace_id = ${workspaceId} and session_id = ${sessionId}
      and resolution ->> 'reason' = ${reason} limit 1`,
  )
  return found !== undefined
}

/**
 * The question in this session that this person can answer in words. Questions caused by somebody outside are never
 * asked here, so nothing said here answers them.
 */
export function findQuestion(
  { db, workspaceId }: Scope,
  sessionId: string,
  userId: string,
): Promise<{ id: string } | undefined> {
  return one(
    db,
    sql`
    select i.id from agent_interactions i
    join agent_runs r on r.workspace_id = i.workspace_id and r.id = i.run_id and r.audience ->> 'kind' = 'member'
    where i.workspace_id = ${workspaceId} and i.session_id = ${sessionId} and i.status = 'pending'
      and i.kind = 'question' and ${userId}::uuid = any (i.user_ids)
    order by i.created_at limit 1`,
  )
}
