import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run, type Db } from '#core/db.ts'
import { columnsOf, insertion, sql } from '#core/sql.ts'
import type { RunRow } from './run.queries.ts'

export interface CallKept {
  key: string
  id: string
  tool: string
  argsHash: string
  status: 'running' | 'asked' | 'done' | 'refused'
  interactionId: string | null
  recordVersion: number | null
  readers: string[]
  claimedUntil: string | null
  output: string | null
}

const FIELDS = [
  'key',
  'id',
  'tool',
  'argsHash',
  'status',
  'interactionId',
  'recordVersion',
  'readers',
  'claimedUntil',
  'output',
] as const satisfies readonly (keyof CallKept)[]
const COLUMNS = columnsOf(FIELDS)

export async function insertToken(
  { db, workspaceId, now }: Scope & { now: Date },
  { id, runId, callsMax, expiresAt }: { id: string; runId: string; callsMax: number; expiresAt: Date },
): Promise<void> {
  const row = { workspaceId, id, runId, callsMax, createdAt: now, expiresAt }
  await run(db, sql`insert into agent_sandbox_tokens ${insertion(row)}`)
}

/** Counts calls before they are made, or gives some back. Answers how many are left; undefined when it is too many. */
export async function countCalls(
  { db, workspaceId }: Scope,
  tokenId: string,
  count: number,
): Promise<number | undefined> {
  const row = await one<{ left: number }>(
    db,
    sql`
    update agent_sandbox_tokens set calls_used = calls_used + ${count}
    where workspace_id = ${workspaceId} and id = ${tokenId} and calls_used + ${count} <= calls_max
    returning calls_max - calls_used as left`,
  )
  return row?.left
}

/** The run stays as it is until the transaction ends; others may hold it the same way at the same time. */
export function shareRun(
  { db, workspaceId }: TxCtx,
  runId: string,
): Promise<Pick<RunRow, 'status' | 'cancelRequestedAt'> | undefined> {
  return one(
    db,
    sql`
    select status, cancel_requested_at as "cancelRequestedAt" from agent_runs
    where workspace_id = ${workspaceId} and id = ${runId} for share`,
  )
}

/** Those of these keys that are known, without their answers. */
export function listKept({ db, workspaceId }: Scope, runId: string, keys: readonly string[]): Promise<CallKept[]> {
  return many(
    db,
    sql`
    select key, id, tool, args_hash as "argsHash", status, interaction_id as "interactionId",
      record_version as "recordVersion", readers, claimed_until as "claimedUntil", null as output
    from agent_sandbox_calls
    where workspace_id = ${workspaceId} and run_id = ${runId} and key = any (${keys}::text[])`,
  )
}

export function findKept({ db, workspaceId }: Scope, runId: string, key: string): Promise<CallKept | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from agent_sandbox_calls
    where workspace_id = ${workspaceId} and run_id = ${runId} and key = ${key}`,
  )
}

/**
 * The same, held until the transaction ends: of several with one key only one goes on. With those that were asked about
 * together with it and are still to be done; in one order, or two of them would wait for each other.
 */
export async function lockKept(
  { db, workspaceId }: TxCtx,
  runId: string,
  key: string,
): Promise<{ kept: CallKept | undefined; others: CallKept[] }> {
  const ofRun = sql`workspace_id = ${workspaceId} and run_id = ${runId}`
  const rows = await many<CallKept>(
    db,
    sql`
    select ${COLUMNS} from agent_sandbox_calls where ${ofRun} and (key = ${key} or status = 'asked'
      and created_at = (select created_at from agent_sandbox_calls where ${ofRun} and key = ${key}))
    order by key for update`,
  )
  return { kept: rows.find((row) => row.key === key), others: rows.filter((row) => row.key !== key) }
}

type NewCall = Pick<CallKept, 'key' | 'id' | 'tool' | 'argsHash' | 'status'> &
  Partial<Pick<CallKept, 'interactionId' | 'recordVersion' | 'readers' | 'claimedUntil'>>

/** False when the key is known. Whoever comes second waits until the first has committed or given up. */
export async function claimKey({ db, workspaceId, now }: TxCtx, runId: string, call: NewCall): Promise<boolean> {
  const row = { ...call, workspaceId, runId, createdAt: now }
  const made = await run(
    db,
    sql`insert into agent_sandbox_calls ${insertion(row)} on conflict do nothing returning key`,
  )
  return made === 1
}

export async function saveKept(
  { db, workspaceId }: Scope,
  runId: string,
  key: string,
  { status, output = null, claimedUntil = null }: Pick<CallKept, 'status'> & Partial<CallKept>,
): Promise<void> {
  await run(
    db,
    sql`
    update agent_sandbox_calls set status = ${status}, output = ${output}, claimed_until = ${claimedUntil}
    where workspace_id = ${workspaceId} and run_id = ${runId} and key = ${key}`,
  )
}

export async function saveVersion(
  { db, workspaceId }: TxCtx,
  runId: string,
  { key, recordVersion }: Pick<CallKept, 'key' | 'recordVersion'>,
): Promise<void> {
  await run(
    db,
    sql`
    update agent_sandbox_calls set record_version = ${recordVersion}
    where workspace_id = ${workspaceId} and run_id = ${runId} and key = ${key}`,
  )
}

/**
 * It was not done after all. What a person has agreed to stays agreed, and a claim that another has taken after the time
 * of ours stays theirs.
 */
export async function dropClaim(
  { db, workspaceId }: Scope,
  runId: string,
  { key, claimedUntil }: { key: string; claimedUntil: string },
): Promise<void> {
  const same = sql`
    workspace_id = ${workspaceId} and run_id = ${runId} and key = ${key} and claimed_until = ${claimedUntil}`
  await db.together([
    sql`delete from agent_sandbox_calls where ${same} and status = 'running'`,
    sql`update agent_sandbox_calls set claimed_until = null where ${same} and status = 'asked'`,
  ])
}

export function deleteOldCalls(db: Db, before: Date, count: number): Promise<number> {
  return run(
    db,
    sql`
    delete from agent_sandbox_calls where (workspace_id, run_id, key) in (
      select workspace_id, run_id, key from agent_sandbox_calls where created_at < ${before}
      order by created_at limit ${count}) returning 1`,
  )
}

export function deleteOldTokens(db: Db, before: Date, count: number): Promise<number> {
  return run(
    db,
    sql`
    delete from agent_sandbox_tokens where (workspace_id, id) in (
      select workspace_id, id from agent_sandbox_tokens where expires_at < ${before}
      order by expires_at limit ${count}) returning 1`,
  )
}
