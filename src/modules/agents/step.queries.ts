import { audienceIn, isOutside } from '#core/audience.ts'
import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { assignments, insertion, sql } from '#core/sql.ts'
import type { RunRow } from './run.queries.ts'
import type { Usage } from './run.schema.ts'

export interface StepRow {
  runId: string
  step: number
  messageId: string
  /** As the model's library keeps it. */
  message: unknown
  finishReason: string
  usage: Usage
  /** Who answered. */
  served: { provider: string; id: string; degraded: boolean }
}

export type CallStatus = 'called' | 'asked' | 'agreed' | 'refused' | 'answered' | 'done' | 'failed' | 'denied'

export interface CallRow {
  runId: string
  id: string
  step: number
  tool: string
  input: Record<string, unknown>
  recordVersion: number | null
  /** The outsiders named to the person who was asked about it. */
  readers: string[]
  status: CallStatus
  output: unknown
}

const STEP_COLUMNS = sql`s.run_id as "runId", s.step, s.message_id as "messageId", s.message,
  s.finish_reason as "finishReason", s.usage, s.served`
const CALL_COLUMNS = sql`c.run_id as "runId", c.id, c.step, c.tool, c.input, c.record_version as "recordVersion",
  c.readers, c.status, c.output`

export async function insertStep({ db, workspaceId, now }: TxCtx, step: StepRow, calls: CallRow[]): Promise<void> {
  const [message, usage, served] = [step.message, step.usage, step.served].map((value) => JSON.stringify(value))
  await run(
    db,
    sql`insert into agent_run_steps ${insertion({ ...step, message, usage, served, workspaceId, createdAt: now })}`,
  )
  for (const [place, call] of calls.entries()) {
    const isOver = call.status === 'failed'
    const row = {
      ...call,
      input: JSON.stringify(call.input),
      output: isOver ? JSON.stringify(call.output) : null,
      place,
      workspaceId,
      createdAt: now,
      endedAt: isOver ? now : null,
    }
    await run(db, sql`insert into agent_tool_calls ${insertion(row)}`)
  }
}

export function listSteps({ db, workspaceId }: Scope, runIds: readonly string[]): Promise<StepRow[]> {
  return many(
    db,
    sql`
    select ${STEP_COLUMNS} from agent_run_steps s
    where s.workspace_id = ${workspaceId} and s.run_id = any (${runIds}::uuid[]) order by s.run_id, s.step`,
  )
}

export async function isStored({ db, workspaceId }: Scope, runId: string, step: number): Promise<boolean> {
  const row = await one(
    db,
    sql`select from agent_run_steps where workspace_id = ${workspaceId} and run_id = ${runId} and step = ${step}`,
  )
  return row !== undefined
}

export function listCalls({ db, workspaceId }: Scope, runIds: readonly string[]): Promise<CallRow[]> {
  return many(
    db,
    sql`
    select ${CALL_COLUMNS} from agent_tool_calls c
    where c.workspace_id = ${workspaceId} and c.run_id = any (${runIds}::uuid[]) order by c.run_id, c.step, c.place`,
  )
}

/** By which the calls of all runs of a session are known. */
export async function listCallIds({ db, workspaceId }: Scope, sessionId: string): Promise<string[]> {
  const rows = await many<{ id: string }>(
    db,
    sql`
    select c.id from agent_runs r
    join agent_tool_calls c on c.workspace_id = r.workspace_id and c.run_id = r.id
    where r.workspace_id = ${workspaceId} and r.session_id = ${sessionId}`,
  )
  return rows.map(({ id }) => id)
}

export function lockCall({ db, workspaceId }: TxCtx, runId: string, callId: string): Promise<CallRow | undefined> {
  return one(
    db,
    sql`
    select ${CALL_COLUMNS} from agent_tool_calls c
    where c.workspace_id = ${workspaceId} and c.run_id = ${runId} and c.id = ${callId} for no key update`,
  )
}

export async function saveCall(
  { db, workspaceId, now }: TxCtx,
  runId: string,
  callId: string,
  { input, output, ...changes }: Partial<Pick<CallRow, 'status' | 'input' | 'output' | 'recordVersion' | 'readers'>>,
): Promise<void> {
  const isOver = changes.status === 'done' || changes.status === 'failed' || changes.status === 'denied'
  const row = {
    ...changes,
    ...(input && { input: JSON.stringify(input) }),
    ...(output !== undefined && { output: JSON.stringify(output) }),
    ...(isOver && { endedAt: now }),
  }
  await run(
    db,
    sql`
    update agent_tool_calls set ${assignments(row)}
    where workspace_id = ${workspaceId} and run_id = ${runId} and id = ${callId}`,
  )
}

/**
 * The talk before this run: the last finished runs of its session, oldest first. Somebody outside gets only their own,
 * since other runs may hold what is not for them. A member gets only those of members, so that an outsider's words
 * never pass for a member's.
 */
export function listEarlierRuns(
  { db, workspaceId }: Scope,
  { sessionId, place, audience }: Pick<RunRow, 'sessionId' | 'place' | 'audience'>,
  count: number,
): Promise<Pick<RunRow, 'id' | 'sessionId' | 'status' | 'assistantMessageId' | 'input'>[]> {
  const whose = audienceIn(audience)
  const same = isOutside(whose)
    ? sql`audience ->> 'kind' = ${whose.kind} and audience ->> 'key' = ${whose.key}
        and audience ->> 'subjectId' is not distinct from ${whose.subjectId}`
    : sql`audience ->> 'kind' = 'member'`
  return many(
    db,
    sql`
    select id, session_id as "sessionId", status, assistant_message_id as "assistantMessageId", input from (
      select id, session_id, status, assistant_message_id, input, place from agent_runs where workspace_id = ${workspaceId} and session_id = ${sessionId}
        and place < ${place} and status in ('completed', 'failed', 'cancelled')
        and ${same}
      order by place desc limit ${count}) recent
    order by place`,
  )
}
