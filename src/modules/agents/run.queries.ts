import type { Scope, TxCtx } from '#core/context.ts'
import { violatedUnique } from '#core/db-failures.ts'
import { many, one, run, type Db } from '#core/db.ts'
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

const FIELDS = [
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
const COLUMNS = columnsOf(FIELDS)

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
> & { requestScope: Buffer | null; requestHash: Buffer | null }

export function insertRun({ db, workspaceId, now }: TxCtx, row: NewRun): Promise<RunRow | undefined> {
  const json = Object.fromEntries(
    (['input', 'approval', 'outputSchema', 'context', 'metadata'] as const).map((field) => [
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

export interface Claimed extends RunRow {
  leaseToken: string
  /** False when it was being worked on, and whoever did that is gone. */
  isFresh: boolean
}

/**
 * Takes runs that are due: the first of their session, queued or left by a worker that is gone. One that waits for a
 * person holds up nobody; once it is answered it goes before those that came later. The lease is by the clock of the
 * database, which all workers share. Those of the workspaces in `without` are left to others.
 */
export async function claimRuns(
  db: Db,
  count: number,
  leaseSeconds: number,
  without: readonly string[] = [],
): Promise<Claimed[]> {
  for (let tries = 1; tries <= CLAIM_TRIES; tries++) {
    try {
      return await claimOnce(db, count, leaseSeconds, without)
    } catch (error) {
      // Somebody has taken another run of the same session at this moment: it is theirs, and the next look knows it.
      if (violatedUnique(error) !== 'agent_runs_running') throw error
    }
  }
  return []
}
const CLAIM_TRIES = 3

function claimOnce(db: Db, count: number, leaseSeconds: number, without: readonly string[]): Promise<Claimed[]> {
  return many(
    db,
    sql`
    with due as materialized (
      select workspace_id, id, status from agent_runs r
      where (status = 'queued' or (status = 'running' and lease_until < clock_timestamp()))
        and workspace_id <> all (${without}::text[])
        and not exists (
          select from agent_runs o where o.workspace_id = r.workspace_id and o.session_id = r.session_id
            and o.id <> r.id and (o.status = 'running' or (o.status = 'queued' and o.place < r.place)))
      order by place limit ${count} for update skip locked)
    update agent_runs set status = 'running', lease_token = gen_random_uuid(), tries = tries + 1,
      lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}),
      started_at = coalesce(started_at, clock_timestamp()),
      segment = segment + case due.status when 'queued' then 1 else 0 end
    from due where agent_runs.workspace_id = due.workspace_id and agent_runs.id = due.id
    returning ${columnsOf(FIELDS, 'agent_runs')}, lease_token as "leaseToken", due.status = 'queued' as "isFresh"`,
  )
}

/**
 * Answers the tokens whose lease still holds. A run that is held just now, as it is while a tool works, is not waited for:
 * the leases of all others would run out behind it. Nobody takes it while it is held, so it is still whose it was.
 */
export async function renewLeases(db: Db, tokens: readonly string[], leaseSeconds: number): Promise<Set<string>> {
  const holding = sql`from agent_runs where lease_token = any (${tokens}::uuid[]) and status = 'running'`
  const rows = await many<{ leaseToken: string }>(
    db,
    sql`
    with free as materialized (select workspace_id, id ${holding} for no key update skip locked),
    renewed as (
      update agent_runs set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from free where agent_runs.workspace_id = free.workspace_id and agent_runs.id = free.id)
    select lease_token as "leaseToken" ${holding}`,
  )
  return new Set(rows.map(({ leaseToken }) => leaseToken))
}

/** Locks the run for whoever holds this lease; undefined when that is somebody else, or nobody. */
export function lockLeased(
  { db, workspaceId }: TxCtx,
  runId: string,
  leaseToken: string,
): Promise<{ cancelRequestedAt: string | null } | undefined> {
  return one(
    db,
    sql`
    select cancel_requested_at as "cancelRequestedAt" from agent_runs
    where workspace_id = ${workspaceId} and id = ${runId} and lease_token = ${leaseToken} and status = 'running'
    for no key update`,
  )
}

/** For who holds it in this transaction. */
export async function extendLease({ db, workspaceId }: TxCtx, runId: string, leaseSeconds: number): Promise<void> {
  await run(
    db,
    sql`
    update agent_runs set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where workspace_id = ${workspaceId} and id = ${runId}`,
  )
}

/** Lets somebody else take these up at once, and does not hold the try against them. */
export async function releaseLeases(db: Db, tokens: readonly string[]): Promise<void> {
  await run(
    db,
    sql`
    update agent_runs set lease_until = clock_timestamp(), tries = greatest(tries - 1, 0)
    where lease_token = any (${tokens}::uuid[]) and status = 'running'`,
  )
}
