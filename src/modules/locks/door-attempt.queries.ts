import type { Scope } from '#core/context.ts'
import { many, one, run, type Db } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { columnsOf, every, sql, type Sql } from '#core/sql.ts'
import { DoorAttempt, type DoorAttemptQuery } from './door-attempt.schema.ts'

const COLUMNS = columnsOf(Object.keys(DoorAttempt.properties))

const AT_ONCE = 500

/** One that runs for longer than it can belongs to a process that is gone: what came of it nobody knows. */
const isAbandoned = (leaseSeconds: number): Sql =>
  sql`(outcome = 'running' and started_at < clock_timestamp() - make_interval(secs => ${leaseSeconds}))`

type NewAttempt = Pick<DoorAttempt, 'id' | 'propertyId' | 'lockId' | 'doorLinkId'> & { requestKey: Buffer | null }

export function listAttempts({ db, workspaceId }: Scope, query: DoorAttemptQuery): Promise<Listed<DoorAttempt>> {
  const { propertyId } = query
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`door_attempts`,
    where: every([sql`workspace_id = ${workspaceId}`, propertyId !== undefined && sql`property_id = ${propertyId}`]),
    order: sql`started_at desc, id desc`,
  })
}

export interface AttemptRow extends DoorAttempt {
  isAbandoned: boolean
}

export function findAttempt(
  { db, workspaceId }: Scope,
  attemptId: string,
  leaseSeconds: number,
): Promise<AttemptRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS}, ${isAbandoned(leaseSeconds)} as "isAbandoned" from door_attempts
    where workspace_id = ${workspaceId} and id = ${attemptId}`,
  )
}

/** The newest that one request has made. */
export function findByKey(
  { db, workspaceId }: Scope,
  doorLinkId: string,
  requestKey: Buffer,
): Promise<DoorAttempt | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from door_attempts
    where workspace_id = ${workspaceId} and door_link_id = ${doorLinkId} and request_key = ${requestKey}
    order by started_at desc, id desc limit 1`,
  )
}

export function findRunning(
  { db, workspaceId }: Scope,
  lockId: string,
  leaseSeconds: number,
): Promise<AttemptRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS}, ${isAbandoned(leaseSeconds)} as "isAbandoned" from door_attempts
    where workspace_id = ${workspaceId} and lock_id = ${lockId} and outcome = 'running'`,
  )
}

/** Those of all workspaces. */
export function listAbandoned(db: Db, leaseSeconds: number): Promise<{ workspaceId: string; id: string }[]> {
  return many(
    db,
    sql`
    select workspace_id as "workspaceId", id from door_attempts where ${isAbandoned(leaseSeconds)}
    order by started_at limit ${AT_ONCE}`,
  )
}

/** Undefined while another runs on the same lock. */
export function startAttempt(
  { db, workspaceId }: Scope,
  { id, propertyId, lockId, doorLinkId, requestKey }: NewAttempt,
): Promise<DoorAttempt | undefined> {
  return one(
    db,
    sql`
    insert into door_attempts (workspace_id, id, property_id, lock_id, door_link_id, outcome, request_key, started_at)
    values (${workspaceId}, ${id}, ${propertyId}, ${lockId}, ${doorLinkId}, 'running', ${requestKey}, clock_timestamp())
    on conflict (workspace_id, lock_id) where outcome = 'running' do nothing returning ${COLUMNS}`,
  )
}

export function finishAttempt(
  { db, workspaceId }: Scope,
  attemptId: string,
  outcome: DoorAttempt['outcome'],
  reason: string | null,
): Promise<DoorAttempt | undefined> {
  return one(
    db,
    sql`
    update door_attempts set outcome = ${outcome}, reason = ${reason}, finished_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${attemptId} and outcome = 'running' returning ${COLUMNS}`,
  )
}

/** Without the key of its request: that key stands for what the lock was asked. */
export async function noteRefused(
  { db, workspaceId }: Scope,
  { id, propertyId, lockId, doorLinkId }: Omit<NewAttempt, 'requestKey'>,
  reason: string,
): Promise<void> {
  await run(
    db,
    sql`
    insert into door_attempts (workspace_id, id, property_id, lock_id, door_link_id, outcome, reason, started_at,
      finished_at)
    values (${workspaceId}, ${id}, ${propertyId}, ${lockId}, ${doorLinkId}, 'refused', ${reason}, clock_timestamp(),
      clock_timestamp())`,
  )
}
