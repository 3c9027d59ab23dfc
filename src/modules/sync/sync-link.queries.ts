import type { Scope, WorkspaceCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { assignments, columnsOf, sql } from '#core/sql.ts'

/** What we know of a task's counterpart at the provider. */
export interface SyncLink {
  connectionId: string
  taskId: string
  remoteId: string | null
  remotePropertyId: string | null
  formerRemoteIds: string[]
  createStartedAt: string | null
  goneAt: string | null
  isClosed: boolean
  syncedVersion: number | null
  sentHash: string | null
}

/** Who holds the link: only that one may write it. */
export interface Lease {
  connectionId: string
  taskId: string
  token: string
}

/** Longer than any one call may take; every write renews it. */
const LEASE_SECONDS = 120

const COLUMNS = columnsOf([
  'connectionId',
  'taskId',
  'remoteId',
  'remotePropertyId',
  'formerRemoteIds',
  'createStartedAt',
  'goneAt',
  'isClosed',
  'syncedVersion',
  'sentHash',
])

/** The link, made if it is not there; undefined while another holds it. The database's clock counts. */
export function takeLink(
  { db, workspaceId, now }: WorkspaceCtx,
  { connectionId, taskId, token }: Lease,
): Promise<SyncLink | undefined> {
  return one(
    db,
    sql`
    insert into task_sync_links as l
      (workspace_id, connection_id, task_id, lease_token, leased_until, created_at, updated_at)
    select ${workspaceId}, ${connectionId}::uuid, t.id, ${token}::uuid,
      clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}), ${now}::timestamptz, ${now}::timestamptz
    from tasks t where t.workspace_id = ${workspaceId} and t.id = ${taskId}
    on conflict (workspace_id, connection_id, task_id)
      do update set lease_token = excluded.lease_token, leased_until = excluded.leased_until
      where l.leased_until is null or l.leased_until < clock_timestamp()
    returning ${COLUMNS}`,
  )
}

/** Undefined when the lease has passed to another. */
export function saveLink(
  { db, workspaceId, now }: WorkspaceCtx,
  { connectionId, taskId, token }: Lease,
  changes: Partial<SyncLink>,
): Promise<SyncLink | undefined> {
  return one(
    db,
    sql`
    update task_sync_links set ${assignments({ ...changes, updatedAt: now })},
      leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where workspace_id = ${workspaceId} and connection_id = ${connectionId} and task_id = ${taskId}
      and lease_token = ${token}
    returning ${COLUMNS}`,
  )
}

export async function releaseLink({ db, workspaceId }: Scope, { connectionId, taskId, token }: Lease): Promise<void> {
  await run(
    db,
    sql`
    update task_sync_links set lease_token = null, leased_until = null
    where workspace_id = ${workspaceId} and connection_id = ${connectionId} and task_id = ${taskId}
      and lease_token = ${token}`,
  )
}
