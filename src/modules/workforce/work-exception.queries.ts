import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, every, insertion, sql } from '#core/sql.ts'
import { WORK_EXCEPTION_FIELDS, type WorkException, type WorkExceptionQuery } from './work-exception.schema.ts'

export interface WorkExceptionRow extends WorkException {
  membershipId: string
  version: number
}

const COLUMNS = columnsOf([...WORK_EXCEPTION_FIELDS, 'membershipId', 'version'])

export function listExceptions(
  { db, workspaceId }: Scope,
  membershipId: string,
  query: WorkExceptionQuery,
): Promise<Listed<WorkExceptionRow>> {
  const { from, to } = query
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`work_exceptions`,
    where: every([
      sql`workspace_id = ${workspaceId} and membership_id = ${membershipId}`,
      from !== undefined && sql`last_date >= ${from}`,
      to !== undefined && sql`first_date <= ${to}`,
    ]),
    order: sql`first_date desc, id desc`,
  })
}

/** What is out of the usual for these members in these days. */
export function exceptionsOf(
  { db, workspaceId }: Scope,
  membershipIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<WorkExceptionRow[]> {
  return many(
    db,
    sql`
    select ${COLUMNS} from work_exceptions
    where workspace_id = ${workspaceId} and membership_id = any(${membershipIds}::uuid[])
      and first_date <= ${to} and last_date >= ${from}::date - 1`,
  )
}

export function lockException(
  { db, workspaceId }: TxCtx,
  membershipId: string,
  exceptionId: string,
): Promise<WorkExceptionRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from work_exceptions
    where workspace_id = ${workspaceId} and membership_id = ${membershipId} and id = ${exceptionId} for update`,
  )
}

export function insertException(
  { db, workspaceId, now }: TxCtx,
  exception: Partial<WorkExceptionRow>,
): Promise<WorkExceptionRow | undefined> {
  const row = { ...exception, workspaceId, createdAt: now, updatedAt: now }
  return one(db, sql`insert into work_exceptions ${insertion(row)} returning ${COLUMNS}`)
}

export function saveException(
  { db, workspaceId, now }: TxCtx,
  exceptionId: string,
  changes: Partial<WorkException>,
): Promise<WorkExceptionRow | undefined> {
  return one(
    db,
    sql`
    update work_exceptions set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${exceptionId} returning ${COLUMNS}`,
  )
}

export async function deleteException({ db, workspaceId }: TxCtx, exceptionId: string): Promise<void> {
  await run(db, sql`delete from work_exceptions where workspace_id = ${workspaceId} and id = ${exceptionId}`)
}
