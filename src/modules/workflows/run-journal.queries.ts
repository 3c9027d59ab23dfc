import type { Scope, TxCtx } from '#core/context.ts'
import { sql, type Sql } from '#core/sql.ts'

/** A row of wf_step; what is not known yet is null. */
export interface StepWrite {
  place: string
  seq: number
  pointer: string
  name: string
  task: string
  iteration: string
  attempt: number
  status: 'started' | 'completed' | 'skipped' | 'faulted' | 'cancelled'
  input: unknown
  output: unknown
  error: unknown
  started_at: string
  ended_at: string | null
}
export interface EventWrite {
  seq: number
  type: string
  data: object
  created_at: string
}

interface Noted {
  steps: readonly StepWrite[]
  events: readonly EventWrite[]
  lastSeq: number
}

export const TASK_CANCELLED = 'io.serverlessworkflow.task.cancelled.v1'

/** Runs were cancelled: so are the tasks that they stood in, from the inside out, and then the history is over. */
export function cancelStatement({ workspaceId, now }: TxCtx, runIds: readonly string[], reason: string | null): Sql {
  return sql`
    with cut as (
      update wf_step set status = 'cancelled', ended_at = ${now}
      where workspace_id = ${workspaceId} and run_id = any (${[...runIds]}::uuid[]) and status = 'started'
      returning run_id, place, seq, pointer, name, task, iteration, attempt),
    placed as (select *, row_number() over (partition by run_id order by seq desc, place desc)::integer as n from cut),
    told as (
      insert into wf_event (workspace_id, run_id, seq, type, data, created_at)
      select r.workspace_id, r.id, r.last_seq + p.n, ${TASK_CANCELLED}, jsonb_build_object('pointer', p.pointer,
        'name', p.name, 'task', p.task, 'iteration', p.iteration, 'attempt', p.attempt), ${now}
      from placed p join wf_run r on r.workspace_id = ${workspaceId} and r.id = p.run_id),
    -- Added up, not joined: nobody knows beforehand how many there are, and one by one would be for ever.
    counted as (
      select run_id, count(*)::integer as places
      from (select run_id from placed union all select unnest(${[...runIds]}::uuid[])) noted group by run_id),
    over as (
      update wf_run r set last_seq = r.last_seq + counted.places
      from counted where r.workspace_id = ${workspaceId} and r.id = counted.run_id
      returning r.id, r.last_seq)
    insert into wf_event (workspace_id, run_id, seq, type, data, created_at)
    select ${workspaceId}, id, last_seq, 'io.serverlessworkflow.workflow.cancelled.v1',
      jsonb_build_object('reason', ${reason}::text), ${now}
    from over`
}

/**
 * Of a run: this transaction has changed it. What is written behind the statement of the run asks for that: a worker that
 * has lost the run finds it out there, and must not stumble over what others have written before it is told.
 */
export const IS_CHANGED_HERE = sql`xmin = pg_current_xact_id()::xid`

/** Behind the statement of the run: nothing is written when that has changed nothing. */
export function journalStatements({ workspaceId }: Scope, runId: string, { steps, events, lastSeq }: Noted): Sql[] {
  // Others may have noted something meanwhile: what is written now comes behind it.
  const shift = sql`(select last_seq - ${lastSeq} as places from wf_run
        where workspace_id = ${workspaceId} and id = ${runId} and ${IS_CHANGED_HERE}) as shift`
  return [
    steps.length > 0 &&
      sql`
      insert into wf_step (workspace_id, run_id, place, seq, pointer, name, task, iteration, attempt, status, input,
        output, error, started_at, ended_at)
      select ${workspaceId}, ${runId}::uuid, s.place, s.seq + shift.places, s.pointer, s.name, s.task, s.iteration,
        s.attempt, s.status, s.input, s.output, s.error, s.started_at, s.ended_at
      from ${shift}, jsonb_to_recordset(${JSON.stringify(steps)}) as s (place text, seq integer, pointer text, name text, task text, iteration text, attempt integer, status text, input jsonb,
        output jsonb, error jsonb, started_at timestamptz, ended_at timestamptz)
      on conflict (workspace_id, run_id, place) do update set status = excluded.status, output = excluded.output,
        error = excluded.error, ended_at = excluded.ended_at`,
    events.length > 0 &&
      sql`
      insert into wf_event (workspace_id, run_id, seq, type, data, created_at)
      select ${workspaceId}, ${runId}::uuid, e.seq + shift.places, e.type, e.data, e.created_at
      from ${shift}, jsonb_to_recordset(${JSON.stringify(events)}) as e (seq integer, type text, data jsonb, created_at timestamptz)`,
  ].filter((statement) => statement !== false)
}

/** What a step makes of its run. Without `dueAt` the worker keeps it. */
export interface RunWrite {
  state: string
  steps: number
  journalBytes: number
  /** How many places of the history it takes. */
  noted: number
  cursor: string | null
  startedAt: Date
  wakes: number
  output?: unknown
  error?: unknown
  isOver: boolean
  /** That the lease holds was seen in this transaction, and nobody can take the run before its end. */
  isHeld: boolean
  /** Present when the worker lets go: when it goes on by itself, if it does. */
  rest?: { dueAt: Date | null }
}

/**
 * Changes the run if it is still the worker's; gives no row otherwise. One that was suspended meanwhile stays so, and is
 * not over before it goes on.
 */
export function runStatement(
  { workspaceId }: Scope,
  { id, fence }: { id: string; fence: number },
  write: RunWrite,
  now: Date,
): Sql {
  const { state, steps, journalBytes, noted, cursor, startedAt, wakes, output, error, isOver, isHeld, rest } = write
  const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))
  const letsGo = isOver || rest !== undefined
  return sql`
    update wf_run set state = case when state = 'suspended' then state else ${state} end, steps = ${steps}, journal_bytes = ${journalBytes}, last_seq = last_seq + ${noted}, cursor = ${cursor},
      started_at = coalesce(started_at, ${startedAt}), updated_at = ${now}, tries = 0, version = version + 1,
      output = ${json(output)}::jsonb, error = ${json(error)}::jsonb,
      ended_at = case when ${isOver} then ${now}::timestamptz end,
      lease_until = case when ${letsGo} then null else lease_until end,
      due_at = case when ${isOver} then null when not ${letsGo} then due_at
        when state = 'suspended' then null when wakes = ${wakes} then ${rest?.dueAt ?? null}::timestamptz else clock_timestamp() end
    where workspace_id = ${workspaceId} and id = ${id} and fence = ${fence}
      and (${isHeld} or lease_until > clock_timestamp()) and not (${isOver} and state = 'suspended')
    returning last_seq as "lastSeq", state = 'suspended' as "isSuspended"`
}
