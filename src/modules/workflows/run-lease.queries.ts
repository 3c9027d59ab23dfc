import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run, type Db } from '#core/db.ts'
import { columnsOf, sql } from '#core/sql.ts'
import type { Json } from './document.schema.ts'

/** A run as the worker that has taken it sees it. */
export interface LeasedRun {
  workspaceId: string
  id: string
  definitionId: string
  /** Null for a test of a draft. */
  versionNumber: number | null
  state: string
  mode: 'live' | 'test' | 'shadow'
  triggerKind: string
  correlationKey: string | null
  input: Json
  depth: number
  parentRunId: string | null
  steps: number
  lastSeq: number
  fence: number
  wakes: number
  tries: number
  startedAt: string | null
  concurrencyKey: string | null
}

const FIELDS = [
  'workspaceId',
  'id',
  'definitionId',
  'versionNumber',
  'state',
  'mode',
  'triggerKind',
  'correlationKey',
  'input',
  'depth',
  'parentRunId',
  'steps',
  'lastSeq',
  'fence',
  'wakes',
  'tries',
  'startedAt',
  'concurrencyKey',
] as const satisfies readonly (keyof LeasedRun)[]

/** Takes runs that have something to do, or whose worker is gone. The clock is the database's, which all workers share. */
export function claimRuns(db: Db, count: number, leaseSeconds: number): Promise<LeasedRun[]> {
  return many(
    db,
    sql`
    with ready as materialized (
      select workspace_id, id from wf_run
      where due_at is not null and lease_until is null and due_at <= clock_timestamp()
      order by due_at limit ${count} for update skip locked),
    left_behind as materialized (
      select workspace_id, id from wf_run where lease_until is not null and lease_until < clock_timestamp()
      order by lease_until limit ${count} for update skip locked),
    due as (select * from left_behind union all select * from ready limit ${count})
    update wf_run set fence = fence + 1, tries = tries + 1,
      lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from due where wf_run.workspace_id = due.workspace_id and wf_run.id = due.id
    returning ${columnsOf(FIELDS, 'wf_run')}`,
  )
}

/** A lease, named by the run and the fence that it was taken with. */
export interface Lease {
  id: string
  fence: number
}

/** Answers the runs whose lease still holds. */
export async function renewLeases(db: Db, leases: readonly Lease[], leaseSeconds: number): Promise<Set<string>> {
  const rows = await many<{ id: string }>(
    db,
    sql`
    update wf_run r set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from jsonb_to_recordset(${JSON.stringify(leases)}) as l (id uuid, fence integer)
    where r.id = l.id and r.fence = l.fence and r.lease_until is not null returning r.id`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Lets others take these up at once. */
export async function releaseLeases(db: Db, leases: readonly Lease[]): Promise<void> {
  await run(
    db,
    sql`
    update wf_run r set lease_until = clock_timestamp() - interval '1 second', tries = greatest(r.tries - 1, 0)
    from jsonb_to_recordset(${JSON.stringify(leases)}) as l (id uuid, fence integer)
    where r.id = l.id and r.fence = l.fence and r.lease_until is not null`,
  )
}

/** Holds the run for the rest of the transaction; false when it is somebody else's by now, or was stopped. */
export async function holdLease({ db, workspaceId }: TxCtx, { id, fence }: Lease): Promise<boolean> {
  const row = await one(
    db,
    sql`
    select 1 from wf_run where workspace_id = ${workspaceId} and id = ${id} and fence = ${fence} for no key update`,
  )
  return row !== undefined
}

/** There is a reason to look at these runs. */
export async function wakeRun({ db, workspaceId }: Scope, runId: string): Promise<void> {
  await run(
    db,
    sql`
    update wf_run set wakes = wakes + 1, due_at = least(due_at, clock_timestamp())
    where workspace_id = ${workspaceId} and id = ${runId} and state in ('pending', 'running', 'waiting')`,
  )
}
