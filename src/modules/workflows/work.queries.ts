import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { columnsOf, every, fixed, insertion, sql, type Sql } from '#core/sql.ts'
import { ITEM_FIELDS, WORK_FIELDS, type WorkItem, type WorkKind, type WorkQuery, type WorkRow } from './work.schema.ts'

const COLUMNS = sql`${columnsOf(WORK_FIELDS)}, definition_id as "workflowId"`

export interface NewWork {
  id: string
  kind: WorkKind
  definitionId?: string
  isDryRun: boolean
  request: object
  createdBy: object
}

export async function insertWork({ db, workspaceId, now }: TxCtx, work: NewWork): Promise<void> {
  const json = { request: JSON.stringify(work.request), createdBy: JSON.stringify(work.createdBy) }
  const row = { ...work, ...json, workspaceId, createdAt: now, updatedAt: now }
  await run(db, sql`insert into wf_operation ${insertion(row)}`)
}

/** One item for each row of the query, which gives ids in their order, one column called `id`. Answers how many. */
export async function insertItems({ db, workspaceId }: TxCtx, workId: string, subjects: Sql): Promise<number> {
  const row = await one<{ total: number }>(
    db,
    sql`
    with items as (
      insert into wf_operation_item (workspace_id, operation_id, position, subject_id)
      select ${workspaceId}, ${workId}::uuid, row_number() over (), s.id from (${subjects}) as s
      returning 1),
    counted as (select count(*)::integer as total from items)
    update wf_operation set total = counted.total from counted
    where workspace_id = ${workspaceId} and id = ${workId} returning counted.total as ${fixed('total')}`,
  )
  return row?.total ?? 0
}

export function findWork({ db, workspaceId }: Scope, id: string): Promise<WorkRow | undefined> {
  return one(db, sql`select ${COLUMNS} from wf_operation where workspace_id = ${workspaceId} and id = ${id}`)
}

/** One process at a time gets on with it. */
export function lockWork({ db, workspaceId }: TxCtx, id: string): Promise<WorkRow | undefined> {
  return one(db, sql`select ${COLUMNS} from wf_operation where workspace_id = ${workspaceId} and id = ${id} for update`)
}

export function listItems({ db, workspaceId }: Scope, id: string, query: WorkQuery): Promise<Listed<WorkItem>> {
  const { itemStatus } = query
  return listed(db, query, {
    columns: columnsOf(ITEM_FIELDS),
    from: sql`wf_operation_item`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      sql`operation_id = ${id}`,
      itemStatus !== undefined && sql`status = ${itemStatus}`,
    ]),
    order: sql`position`,
  })
}

export interface OpenItem {
  position: number
  subjectId: string
}

export function nextItem({ db, workspaceId }: Scope, workId: string): Promise<OpenItem | undefined> {
  return one(
    db,
    sql`
    select position, subject_id as "subjectId" from wf_operation_item
    where workspace_id = ${workspaceId} and operation_id = ${workId} and status = 'pending' order by position limit 1`,
  )
}

export interface Outcome {
  status: 'done' | 'skipped' | 'failed'
  code?: string
  message?: string
  details?: object
}

/** Notes what came of an item, once: an outcome that is there stays. */
export async function saveOutcome(
  { db, workspaceId, now }: TxCtx,
  workId: string,
  position: number,
  outcome: Outcome,
): Promise<void> {
  const { status, code, message, details } = outcome
  await run(
    db,
    sql`
    with saved as (
      update wf_operation_item set status = ${status}, code = ${code ?? null}, message = ${message ?? null},
        details = ${details === undefined ? null : JSON.stringify(details)}::jsonb, ended_at = ${now}
      where workspace_id = ${workspaceId} and operation_id = ${workId} and position = ${position} and status = 'pending'
      returning status)
    update wf_operation set status = 'running', updated_at = ${now},
      done = done + (saved.status = 'done')::integer, skipped = skipped + (saved.status = 'skipped')::integer,
      failed = failed + (saved.status = 'failed')::integer
    from saved where workspace_id = ${workspaceId} and id = ${workId}`,
  )
}

export async function endWork({ db, workspaceId, now }: TxCtx, workId: string): Promise<void> {
  await run(
    db,
    sql`
    update wf_operation set status = 'completed', updated_at = ${now}, ended_at = ${now}
    where workspace_id = ${workspaceId} and id = ${workId}`,
  )
}
