import type { Audience } from '#core/audience.ts'
import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { assignments, columnsOf, insertion, sql } from '#core/sql.ts'
import type { ApprovalPolicy } from './agent.schema.ts'
import type { InputPart, InvokeReply, RunStatus } from './run.schema.ts'

export interface RunRow {
  id: string
  workspaceId: string
  place: number
  sessionId: string
  agentId: string
  userId: string
  status: RunStatus
  messageId: string
  input: InputPart[]
  assistantMessageId: string
  model: string
  instructions: string
  tools: string[]
  approval: ApprovalPolicy
  stepsMax: number
  outputSchema: Record<string, unknown> | null
  context: Record<string, unknown>
  /** For whom it speaks, as stored: read it with `audienceIn`. */
  audience: unknown
  metadata: Record<string, unknown>
  sinceSeq: number
  segment: number
  finishReason: InvokeReply['finish_reason']
  output: unknown
  error: InvokeReply['error']
  cancelRequestedAt: string | null
  tries: number
  requestHash: Buffer | null
  createdAt: string
}

export const RUN_FIELDS = [
  'id',
  'workspaceId',
  'place',
  'sessionId',
  'agentId',
  'userId',
  'status',
  'messageId',
  'input',
  'assistantMessageId',
  'model',
  'instructions',
  'tools',
  'approval',
  'stepsMax',
  'outputSchema',
  'context',
  'audience',
  'metadata',
  'sinceSeq',
  'segment',
  'finishReason',
  'output',
  'error',
  'cancelRequestedAt',
  'tries',
  'requestHash',
  'createdAt',
] as const satisfies readonly (keyof RunRow)[]
const COLUMNS = columnsOf(RUN_FIELDS)

/** What a run is made of; the rest begins empty. */
export type NewRun = Pick<
  RunRow,
  | 'id'
  | 'sessionId'
  | 'agentId'
  | 'userId'
  | 'messageId'
  | 'input'
  | 'assistantMessageId'
  | 'model'
  | 'instructions'
  | 'tools'
  | 'approval'
  | 'stepsMax'
  | 'outputSchema'
  | 'context'
  | 'metadata'
  | 'sinceSeq'
> & { audience: Audience } & { requestScope: Buffer | null; requestHash: Buffer | null }

export function insertRun({ db, workspaceId, now }: TxCtx, row: NewRun): Promise<RunRow | undefined> {
  const json = Object.fromEntries(
    (['input', 'approval', 'outputSchema', 'context', 'audience', 'metadata'] as const).map((field) => [
      field,
      row[field] === null ? null : JSON.stringify(row[field]),
    ]),
  )
  const fields = { ...row, ...json, workspaceId, status: 'queued', createdAt: now }
  return one(db, sql`insert into agent_runs ${insertion(fields)} returning ${COLUMNS}`)
}

export function findRun({ db, workspaceId }: Scope, runId: string): Promise<RunRow | undefined> {
  return one(db, sql`select ${COLUMNS} from agent_runs where workspace_id = ${workspaceId} and id = ${runId}`)
}

export function lockRun({ db, workspaceId }: TxCtx, runId: string): Promise<RunRow | undefined> {
  return one(
    db,
    sql`select ${COLUMNS} from agent_runs where workspace_id = ${workspaceId} and id = ${runId} for no key update`,
  )
}

export function findByMessage(
  { db, workspaceId }: Scope,
  sessionId: string,
  messageId: string,
): Promise<RunRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from agent_runs
    where workspace_id = ${workspaceId} and session_id = ${sessionId} and message_id = ${messageId}`,
  )
}

/** The run whose answer says `since_seq` so. */
export function findRunSince(
  { db, workspaceId }: Scope,
  sessionId: string,
  sinceSeq: number,
): Promise<{ id: string } | undefined> {
  return one(
    db,
    sql`
    select id from agent_runs
    where workspace_id = ${workspaceId} and session_id = ${sessionId} and since_seq = ${sinceSeq}`,
  )
}

/** Whether a message of the session has this id, or will have it. */
export async function isMessageTaken(
  { db, workspaceId }: Scope,
  sessionId: string,
  messageId: string,
): Promise<boolean> {
  const row = await one<{ taken: boolean }>(
    db,
    sql`
    select exists (
        select from agent_messages
        where workspace_id = ${workspaceId} and session_id = ${sessionId} and id = ${messageId})
      or exists (
        select from agent_runs where workspace_id = ${workspaceId} and session_id = ${sessionId}
          and assistant_message_id = ${messageId}) as taken`,
  )
  return row?.taken === true
}

/** Those of the session that are not over, first come first. */
export function lockOpenRuns({ db, workspaceId }: TxCtx, sessionId: string): Promise<RunRow[]> {
  return many(
    db,
    sql`
    select ${COLUMNS} from agent_runs where workspace_id = ${workspaceId} and session_id = ${sessionId}
      and status in ('queued', 'running', 'interrupted')
    order by place for no key update`,
  )
}

export async function countOpenRuns({ db, workspaceId }: Scope, sessionId: string): Promise<number> {
  const row = await one<{ count: number }>(
    db,
    sql`
    select count(*)::int as count from agent_runs where workspace_id = ${workspaceId} and session_id = ${sessionId}
      and status in ('queued', 'running', 'interrupted')`,
  )
  return row?.count ?? 0
}

/** The agent that worked in the session last. */
export function findLastAgent({ db, workspaceId }: Scope, sessionId: string): Promise<{ agentId: string } | undefined> {
  return one(
    db,
    sql`
    select agent_id as "agentId" from agent_runs where workspace_id = ${workspaceId} and session_id = ${sessionId}
    order by place desc limit 1`,
  )
}

/** Within a day a request with the same id is the same request; the scope holds the workspace and who asks. */
export async function findRequested({ db, workspaceId, now }: TxCtx, scope: Buffer): Promise<RunRow | undefined> {
  await run(
    db,
    sql`
    update agent_runs set request_scope = null where request_scope = ${scope} and workspace_id = ${workspaceId}
      and created_at <= ${now}::timestamptz - interval '24 hours'`,
  )
  return one(
    db,
    sql`select ${COLUMNS} from agent_runs where request_scope = ${scope} and workspace_id = ${workspaceId}`,
  )
}

type Changes = Partial<
  Pick<RunRow, 'status' | 'finishReason' | 'output' | 'error' | 'cancelRequestedAt'> & {
    endedAt: Date | null
    leaseToken: string | null
    leaseUntil: string | null
    tries: number
  }
>

export async function saveRun({ db, workspaceId }: Scope, runId: string, changes: Changes): Promise<void> {
  const json = (['output', 'error'] as const).flatMap((field) =>
    changes[field] === undefined ? [] : [[field, JSON.stringify(changes[field])]],
  )
  const row = { ...changes, ...Object.fromEntries(json) }
  await run(db, sql`update agent_runs set ${assignments(row)} where workspace_id = ${workspaceId} and id = ${runId}`)
}
