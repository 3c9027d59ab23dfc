import type { Scope, TxCtx } from '#core/context.ts'
import { many, one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { columnsOf, every, fixed, sql, type Sql } from '#core/sql.ts'
import type { Json } from './document.schema.ts'
import { tellOfRuns } from './run-news.queries.ts'
import { cancelRuns } from './run-start.queries.ts'
import type {
  HistoryQuery,
  RunFilter,
  RunQuery,
  StepQuery,
  WorkflowRun,
  WorkflowRunRow,
  WorkflowStep,
} from './run.schema.ts'

const ROW = [
  'id',
  'mode',
  'triggerKind',
  'triggerId',
  'correlationKey',
  'parentRunId',
  'cursor',
  'steps',
  'reason',
  'createdAt',
  'startedAt',
  'updatedAt',
  'endedAt',
] as const
const NAMED = sql`definition_id as "workflowId", coalesce(version_number, 0) as "workflowVersion", state as status,
  case when lease_until is null then coalesce(due_at,
    case when is_queued and started_at is null and queued_from > created_at then queued_from end) end as "dueAt"`
const COLUMNS = sql`${columnsOf(ROW)}, ${NAMED}`

export interface RunDetails extends WorkflowRunRow {
  input: Json
  output: Json
  error: WorkflowRun['error']
  version: number
  lastSeq: number
}

export function listRuns(scope: Scope, query: RunQuery): Promise<Listed<WorkflowRunRow>> {
  return listed(scope.db, query, {
    columns: COLUMNS,
    from: sql`wf_run`,
    where: every([
      matching(scope, query),
      query.parentRunId !== undefined && sql`parent_run_id = ${query.parentRunId}`,
    ]),
    order: sql`created_at desc, id desc`,
  })
}

/** The ids of runs that a filter finds, oldest first, as a query. */
export function runIdsOf(scope: Scope, filter: RunFilter, countMax: number): Sql {
  return sql`select id from wf_run where ${matching(scope, filter)} order by created_at, id limit ${countMax}`
}

/** The same of those that are not over. */
export function openRunsOf(scope: Scope, filter: RunFilter): Sql {
  return sql`
    select id from wf_run where ${matching(scope, filter)} and state not in ('completed', 'cancelled')
    order by created_at, id`
}

function matching({ workspaceId }: Scope, filter: RunFilter): Sql {
  const { workflowId, version, status, mode, triggerKind, correlationKey, createdSince, createdBefore } = filter
  return every([
    sql`workspace_id = ${workspaceId}`,
    workflowId !== undefined && sql`definition_id = ${workflowId}`,
    version !== undefined && sql`version_number = ${version}`,
    status !== undefined && sql`state = ${status}`,
    // Said once more in plain sight, or a plan that is kept cannot use the index of those that are not among the many.
    status !== undefined && status !== 'completed' && sql`state <> 'completed'`,
    mode !== undefined && sql`mode = ${mode}`,
    triggerKind !== undefined && sql`trigger_kind = ${triggerKind}`,
    correlationKey !== undefined && sql`correlation_key = ${correlationKey}`,
    createdSince !== undefined && sql`created_at >= ${createdSince}`,
    createdBefore !== undefined && sql`created_at < ${createdBefore}`,
  ])
}

const DETAILS = sql`${COLUMNS}, input, output, error, version, last_seq as "lastSeq"`

export function findRun({ db, workspaceId }: Scope, id: string): Promise<RunDetails | undefined> {
  return one(db, sql`select ${DETAILS} from wf_run where workspace_id = ${workspaceId} and id = ${id}`)
}

export function lockRun({ db, workspaceId }: TxCtx, id: string): Promise<RunDetails | undefined> {
  return one(db, sql`select ${DETAILS} from wf_run where workspace_id = ${workspaceId} and id = ${id} for update`)
}

/** Whoever works on it keeps it for the step that is under way. */
const IS_AT_WORK = sql`(state <> 'pending' and lease_until > clock_timestamp())`

/**
 * Whoever works on one brings the step to its end that is under way, and then leaves it; of one that has not begun nothing
 * is written any more. What it has come to stays, and so does the moment at which it is to begin.
 */
export async function suspendRuns(
  ctx: TxCtx,
  which: { runIds: readonly string[] } | { definitionId: string },
  reason: string | null,
): Promise<void> {
  const { db, workspaceId, now } = ctx
  tellOfRuns(ctx)
  const those =
    'runIds' in which ? sql`id = any (${[...which.runIds]}::uuid[])` : sql`definition_id = ${which.definitionId}`
  const stopped = await many<{ id: string }>(
    db,
    sql`
    with stopped as (
      update wf_run set state = 'suspended', reason = ${reason}, version = version + 1,
        fence = case when ${IS_AT_WORK} then fence else fence + 1 end, due_at = case when ${IS_AT_WORK} then due_at end,
        queued_from = case when state = 'pending' and lease_until is null then coalesce(due_at, queued_from)
          else queued_from end,
        lease_until = case when ${IS_AT_WORK} then lease_until end, updated_at = ${now}, last_seq = last_seq + 1
      where workspace_id = ${workspaceId} and ${those} and state in ('pending', 'running', 'waiting')
      returning id, last_seq)
    insert into wf_event (workspace_id, run_id, seq, type, data, created_at)
    select ${workspaceId}, id, last_seq, 'io.serverlessworkflow.workflow.suspended.v1', '{}', ${now} from stopped
    returning run_id as id`,
  )
  db.after(() => stopped.forEach(({ id }) => ctx.services.workflowSignals.send(id)))
}

/**
 * One that had not begun waits for its moment and its turn again; one whose step is still under way stays with whoever has
 * it. Answers what has become of it.
 */
export async function resumeRun(ctx: TxCtx, runId: string): Promise<WorkflowRunRow['status'] | undefined> {
  const { db, workspaceId, now } = ctx
  tellOfRuns(ctx)
  const resumed = await one<Pick<WorkflowRunRow, 'status'>>(
    db,
    sql`
    with resumed as (
      update wf_run set state = case when is_queued or started_at is null then 'pending' else 'running' end,
        reason = null, fence = case when ${IS_AT_WORK} then fence else fence + 1 end, wakes = wakes + 1,
        version = version + 1, due_at = case when is_queued then null when ${IS_AT_WORK} then lease_until
          when started_at is null then greatest(queued_from, ${now}::timestamptz) else ${now}::timestamptz end,
        lease_until = case when ${IS_AT_WORK} then lease_until end, updated_at = ${now}, last_seq = last_seq + 1
      where workspace_id = ${workspaceId} and id = ${runId} and state = 'suspended' returning id, last_seq, state),
    noted as (
      insert into wf_event (workspace_id, run_id, seq, type, data, created_at)
      select ${workspaceId}, id, last_seq, 'io.serverlessworkflow.workflow.resumed.v1', '{}', ${now} from resumed)
    select state as status from resumed`,
  )
  db.after(() => ctx.services.workflowSignals.send(runId))
  return resumed?.status
}

const OPEN = sql`state in ('pending', 'running', 'waiting', 'suspended')`

export async function openRunIds(
  { db, workspaceId }: Scope,
  definitionId: string,
  mode: 'live' | 'shadow',
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`
    select id from wf_run
    where workspace_id = ${workspaceId} and definition_id = ${definitionId} and mode = ${mode} and ${OPEN}`,
  )
  return rows.map(({ id }) => id)
}

export async function hasOpenRuns({ db, workspaceId }: Scope, definitionId: string): Promise<boolean> {
  const found = await one(
    db,
    sql`
    select 1 from wf_run where workspace_id = ${workspaceId} and definition_id = ${definitionId} and ${OPEN} limit 1`,
  )
  return found !== undefined
}

export async function cancelOpenRuns(ctx: TxCtx, definitionId: string, reason: string): Promise<void> {
  const { db, workspaceId } = ctx
  const rows = await db.rows<{ id: string }>(
    sql`select id from wf_run where workspace_id = ${workspaceId} and definition_id = ${definitionId} and ${OPEN}`,
  )
  await cancelRuns(
    ctx,
    rows.map(({ id }) => id),
    reason,
  )
}

const STEP = columnsOf([
  'seq',
  'pointer',
  'name',
  'task',
  'iteration',
  'attempt',
  'status',
  'input',
  'output',
  'error',
  'startedAt',
  'endedAt',
  'versionNumber',
])

export type StepRow = Omit<WorkflowStep, 'workflowVersion'> & { versionNumber: number | null }

export function listSteps({ db, workspaceId }: Scope, runId: string, query: StepQuery): Promise<Listed<StepRow>> {
  const { status } = query
  return listed(db, query, {
    columns: STEP,
    from: sql`wf_step`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      sql`run_id = ${runId}`,
      status !== undefined && sql`status = ${status}`,
    ]),
    order: sql`seq, place`,
  })
}

export interface HistoryRow {
  seq: number
  type: string
  data: Record<string, unknown>
  time: string
}

export function listHistory(
  { db, workspaceId }: Scope,
  runId: string,
  query: HistoryQuery,
): Promise<Listed<HistoryRow>> {
  const { afterSeq = 0 } = query
  return listed(db, query, {
    columns: sql`seq, type, data, created_at as ${fixed('"time"')}`,
    from: sql`wf_event`,
    where: sql`workspace_id = ${workspaceId} and run_id = ${runId} and seq > ${afterSeq}`,
    order: sql`seq`,
  })
}
