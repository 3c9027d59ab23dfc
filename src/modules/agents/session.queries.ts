import type { Scope, TxCtx } from '#core/context.ts'
import { one, type Db } from '#core/db.ts'
import { columnsOf, insertion, sql } from '#core/sql.ts'
import type { AgentSession } from './session.schema.ts'

const FIELDS = [
  'id',
  'workspaceId',
  'userId',
  'visibility',
  'title',
  'lastSeq',
  'oldestSeq',
  'activeRunId',
  'activeRunSeq',
  'activeMessageId',
  'activeAttempt',
  'pendingInteractions',
] as const satisfies readonly (keyof AgentSession)[]

export function insertSession(
  { db, workspaceId, now }: TxCtx,
  session: Pick<AgentSession, 'id' | 'userId' | 'visibility' | 'title'>,
): Promise<AgentSession | undefined> {
  const row = { ...session, workspaceId, createdAt: now, updatedAt: now }
  return one(db, sql`insert into agent_sessions ${insertion(row)} returning ${columnsOf(FIELDS)}`)
}

/** The run that the log says is at work. */
export async function findActiveRun({ db, workspaceId }: Scope, sessionId: string): Promise<string | null | undefined> {
  const session = await one<Pick<AgentSession, 'activeRunId'>>(
    db,
    sql`
    select active_run_id as "activeRunId" from agent_sessions where workspace_id = ${workspaceId} and id = ${sessionId}`,
  )
  return session?.activeRunId
}

/** Without a workspace: the address names the session alone, and its workspace decides who may see it. */
export function findSessionAnywhere(db: Db, sessionId: string): Promise<AgentSession | undefined> {
  return one(db, sql`select ${columnsOf(FIELDS)} from agent_sessions where id = ${sessionId}`)
}
