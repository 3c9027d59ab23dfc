import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { columnsOf, every, insertion, sql, type Sql } from '#core/sql.ts'
import type { ApprovalQuery, ApprovalStatus, WorkflowApproval, WorkflowApprovalRow } from './approval.schema.ts'

const PLAIN = [
  'id',
  'pointer',
  'status',
  'question',
  'details',
  'taskId',
  'dueAt',
  'onOverdue',
  'remindAt',
  'createdAt',
  'updatedAt',
] as const
const ROW = sql`${columnsOf(PLAIN, 'wf_approval')}, definition_id as "workflowId", run_id as "workflowRunId",
  json_build_object('userIds', user_ids, 'roles', roles) as assignees`
const DETAILS = sql`${ROW}, form, context, version, remind_every_millis as "remindEveryMillis",
  case when decided_at is not null and status in ('approved', 'rejected') then json_build_object('decision', status,
    'comment', comment, 'data', data, 'isOverdue', is_overdue, 'decidedBy', decided_by,
    'decidedAt', to_char(decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as decision`

export interface ApprovalDetails extends WorkflowApproval {
  version: number
  remindEveryMillis: number | null
}

export function listApprovals({ db, workspaceId }: Scope, query: ApprovalQuery): Promise<Listed<WorkflowApprovalRow>> {
  const { status, assigneeId, workflowRunId, dueBefore } = query
  const row = { id: sql`wf_approval.id`, on: sql`workspace_id = ${workspaceId} and wf_approval.id = page.id` }
  return listed(db, query, {
    columns: ROW,
    from: sql`wf_approval`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      status !== undefined && inStatus(status.split(',')),
      workflowRunId !== undefined && sql`run_id = ${workflowRunId}`,
      dueBefore !== undefined && sql`status = 'pending' and due_at < ${dueBefore}`,
      assigneeId !== undefined &&
        sql`(user_ids @> array[${assigneeId}::uuid] or roles && array(select role from memberships
          where workspace_id = ${workspaceId} and user_id = ${assigneeId} and ended_at is null))`,
    ]),
    order: sql`created_at desc, wf_approval.id desc`,
    // No index tells whose it is: at least all are looked through once, not for the page and for the total.
    search: assigneeId === undefined ? undefined : row,
  })
}

/**
 * One by itself is found by the index, however many of the others there are. What waits is little among all that was
 * ever asked: that is known of the word itself, and not of a value that a kept plan leaves open.
 */
function inStatus(names: readonly string[]): Sql {
  if (names.length === 1 && names[0] === 'pending') return sql`status = 'pending'`
  return names.length === 1 ? sql`status = ${names[0]}` : sql`status = any (${[...names]}::text[])`
}

export function findApproval({ db, workspaceId }: Scope, id: string): Promise<ApprovalDetails | undefined> {
  return one(db, sql`select ${DETAILS} from wf_approval where workspace_id = ${workspaceId} and id = ${id}`)
}

/** With its run held first, as the engine does: two who come from both sides never wait for each other. */
export function lockApproval({ db, workspaceId }: TxCtx, id: string): Promise<ApprovalDetails | undefined> {
  return one(db, sql`select ${DETAILS} from wf_approval where workspace_id = ${workspaceId} and id = ${id} for update`)
}

export interface NewApproval {
  id: string
  definitionId: string
  runId: string
  pointer: string
  question: string
  details: string | null
  form: string | null
  context: string | null
  userIds: readonly string[]
  roles: readonly string[]
  taskId: string | null
  dueAt: Date | null
  onOverdue: WorkflowApproval['onOverdue']
  remindEveryMillis: number | null
  remindAt: Date | null
}

/** One that was withdrawn, because its run had failed, is asked again. */
export async function insertApproval(
  { db, workspaceId, now }: TxCtx,
  made: NewApproval,
): Promise<ApprovalDetails | undefined> {
  const row = { workspaceId, ...made, status: 'pending', createdAt: now, updatedAt: now }
  return one(
    db,
    sql`
    insert into wf_approval ${insertion(row)} on conflict (workspace_id, id) do update set
      status = 'pending', question = excluded.question, details = excluded.details, form = excluded.form,
      context = excluded.context, user_ids = excluded.user_ids, roles = excluded.roles, task_id = excluded.task_id,
      due_at = excluded.due_at, on_overdue = excluded.on_overdue, remind_every_millis = excluded.remind_every_millis,
      remind_at = excluded.remind_at, version = wf_approval.version + 1, updated_at = excluded.updated_at
    returning ${DETAILS}`,
  )
}

/** False when there is no such task. What changes the task waits meanwhile, and then finds the hold. */
export async function holdTask(
  { db, workspaceId, now }: TxCtx,
  hold: { id: string; taskId: string; title: string; actionUrl: string },
): Promise<boolean> {
  const { id, taskId, title, actionUrl } = hold
  const held = await run(
    db,
    sql`
    insert into task_completion_holds (workspace_id, id, task_id, title, action_url, created_at)
    select ${workspaceId}, ${id}::uuid, id, ${title}, ${actionUrl}, ${now}::timestamptz from tasks
    where workspace_id = ${workspaceId} and id = ${taskId} and deleted_at is null for share
    on conflict (workspace_id, id) do update set released_at = null, title = excluded.title returning id`,
  )
  return held > 0
}

const release = (workspaceId: string, now: Date): Sql => sql`
  update task_completion_holds h set released_at = ${now} from done
  where h.workspace_id = ${workspaceId} and h.id = done.id and h.released_at is null`

export interface Decision {
  status: Exclude<ApprovalStatus, 'pending' | 'withdrawn'>
  comment?: string | undefined
  data?: object | undefined
  isOverdue: boolean
  decidedBy: object | null
}

/** The answer, and the task that it held is free. */
export async function saveDecision(
  { db, workspaceId, now }: TxCtx,
  id: string,
  { status, comment, data, isOverdue, decidedBy }: Decision,
): Promise<void> {
  const json = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null)
  await run(
    db,
    sql`
    with done as (
      update wf_approval set status = ${status}, comment = ${comment ?? null}, data = ${json(data)}::jsonb,
        is_overdue = ${isOverdue}, decided_by = ${json(decidedBy)}::jsonb, decided_at = ${now}, remind_at = null,
        version = version + 1, updated_at = ${now}
      where workspace_id = ${workspaceId} and id = ${id} returning id)
    ${release(workspaceId, now)}`,
  )
}

/** Which of those that wait are no longer asked: all of some runs, or these. */
export async function withdrawApprovals(
  { db, workspaceId, now }: TxCtx,
  which: { runIds: readonly string[] } | { ids: readonly string[] },
): Promise<void> {
  const those =
    'runIds' in which ? sql`run_id = any (${[...which.runIds]}::uuid[])` : sql`id = any (${[...which.ids]}::uuid[])`
  await run(
    db,
    sql`
    with done as (
      update wf_approval set status = 'withdrawn', remind_at = null, version = version + 1, updated_at = ${now}
      where workspace_id = ${workspaceId} and ${those} and status = 'pending' returning id)
    ${release(workspaceId, now)}`,
  )
}

export async function saveAssignees(
  { db, workspaceId, now }: TxCtx,
  id: string,
  { userIds, roles }: { userIds: readonly string[]; roles: readonly string[] },
): Promise<void> {
  await run(
    db,
    sql`
    update wf_approval set user_ids = ${[...userIds]}::uuid[], roles = ${[...roles]}::text[], version = version + 1,
      updated_at = ${now}
    where workspace_id = ${workspaceId} and id = ${id}`,
  )
}

export async function saveReminder({ db, workspaceId }: TxCtx, id: string, remindAt: Date): Promise<void> {
  await run(db, sql`update wf_approval set remind_at = ${remindAt} where workspace_id = ${workspaceId} and id = ${id}`)
}

/** Of these, those that somebody has answered by now. */
export async function answeredOf({ db, workspaceId }: Scope, ids: readonly string[]): Promise<string[]> {
  const rows = await many<{ id: string }>(
    db,
    sql`
    select id from wf_approval
    where workspace_id = ${workspaceId} and id = any (${[...ids]}::uuid[]) and status <> 'pending'`,
  )
  return rows.map(({ id }) => id)
}

/** Of these people, those who are not in the workspace. */
export async function strangersIn({ db, workspaceId }: Scope, userIds: readonly string[]): Promise<string[]> {
  const rows = await many<{ id: string }>(
    db,
    sql`
    select id from unnest(${[...userIds]}::uuid[]) as wanted (id) where not exists (
      select 1 from memberships m where m.workspace_id = ${workspaceId} and m.user_id = wanted.id and m.ended_at is null)`,
  )
  return rows.map(({ id }) => id)
}

export async function findPerson({ db, workspaceId }: Scope, membershipId: string): Promise<string | undefined> {
  const row = await one<{ userId: string }>(
    db,
    sql`
    select user_id as "userId" from memberships
    where workspace_id = ${workspaceId} and id = ${membershipId} and ended_at is null`,
  )
  return row?.userId
}

/** Something that happens to a run from outside, in its history; its worker goes on counting behind it. */
export async function addHistory(
  { db, workspaceId, now }: TxCtx,
  runId: string,
  type: string,
  data: object,
): Promise<void> {
  await run(
    db,
    sql`
    with counted as (
      update wf_run set last_seq = last_seq + 1, version = version + 1, updated_at = ${now}
      where workspace_id = ${workspaceId} and id = ${runId} returning last_seq)
    insert into wf_event (workspace_id, run_id, seq, type, data, created_at)
    select ${workspaceId}, ${runId}::uuid, last_seq, ${type}, ${JSON.stringify(data)}::jsonb, ${now} from counted`,
  )
}
