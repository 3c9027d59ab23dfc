import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, every, insertion, sql } from '#core/sql.ts'
import { LOCK_FIELDS, type Lock, type LockQuery, type Simulation } from './lock.schema.ts'

export interface LockRow extends Lock {
  version: number
}

const COLUMNS = columnsOf([...LOCK_FIELDS, 'version'])

export function listLocks({ db, workspaceId }: Scope, query: LockQuery): Promise<Listed<LockRow>> {
  const { propertyId } = query
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`locks`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      sql`deleted_at is null`,
      propertyId !== undefined && sql`property_id = ${propertyId}`,
    ]),
    order: sql`created_at desc, id desc`,
  })
}

export function findLock({ db, workspaceId }: Scope, lockId: string): Promise<LockRow | undefined> {
  return one(
    db,
    sql`select ${COLUMNS} from locks where workspace_id = ${workspaceId} and id = ${lockId} and deleted_at is null`,
  )
}

/** The first that the property got: its entrance, unless a link names another. */
export function findEntrance({ db, workspaceId }: Scope, propertyId: string): Promise<LockRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from locks
    where workspace_id = ${workspaceId} and property_id = ${propertyId} and deleted_at is null
    order by created_at, id limit 1`,
  )
}

export function lockLock({ db, workspaceId }: TxCtx, lockId: string): Promise<LockRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from locks where workspace_id = ${workspaceId} and id = ${lockId} and deleted_at is null
    for update`,
  )
}

export function insertLock({ db, workspaceId, now }: TxCtx, lock: Partial<Lock>): Promise<LockRow | undefined> {
  const row = { ...lock, workspaceId, createdAt: now, updatedAt: now }
  return one(db, sql`insert into locks ${insertion(row)} returning ${COLUMNS}`)
}

export function saveLock(
  { db, workspaceId, now }: TxCtx,
  lockId: string,
  changes: Partial<Lock>,
): Promise<LockRow | undefined> {
  return one(
    db,
    sql`
    update locks set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${lockId} returning ${COLUMNS}`,
  )
}

export async function softDeleteLock({ db, workspaceId, now }: TxCtx, lockId: string): Promise<void> {
  await run(
    db,
    sql`
    update locks set deleted_at = ${now}, updated_at = ${now}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${lockId}`,
  )
}

const SIMULATION = columnsOf(['behaviour', 'openedCount', 'openedAt'])

export function findSimulation({ db, workspaceId }: Scope, lockId: string): Promise<Simulation | undefined> {
  return one(
    db,
    sql`select ${SIMULATION} from simulated_locks where workspace_id = ${workspaceId} and lock_id = ${lockId}`,
  )
}

export function saveSimulation(
  { db, workspaceId }: Scope,
  lockId: string,
  behaviour: Simulation['behaviour'],
): Promise<Simulation | undefined> {
  return one(
    db,
    sql`
    insert into simulated_locks (workspace_id, lock_id, behaviour) values (${workspaceId}, ${lockId}, ${behaviour})
    on conflict (workspace_id, lock_id) do update set behaviour = excluded.behaviour returning ${SIMULATION}`,
  )
}

/** Answers whether it was there to be opened. */
export async function openSimulated({ db, workspaceId }: Scope, lockId: string): Promise<boolean> {
  const opened = await run(
    db,
    sql`
    update simulated_locks set opened_count = opened_count + 1, opened_at = clock_timestamp()
    where workspace_id = ${workspaceId} and lock_id = ${lockId} and behaviour = 'online' returning lock_id`,
  )
  return opened > 0
}
