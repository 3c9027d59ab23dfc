import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run, type Db, type Pool } from '#core/db.ts'
import { columnsOf, sql, type Sql } from '#core/sql.ts'
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
  /** How much it has written of what its steps got and gave. */
  journalBytes: number
  fence: number
  wakes: number
  tries: number
  /** The previous worker was lost while it held this run. */
  wasLost: boolean
  /** How often a worker was lost while this was its only suspect. */
  lostAlone: number
  startedAt: string | null
  /** The task that it stood at. */
  cursor: string | null
  concurrencyKey: string | null
  /** By how much the clock of this process is behind the database's, by which the run is due. */
  behindMillis: number
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
  'journalBytes',
  'fence',
  'wakes',
  'tries',
  'startedAt',
  'cursor',
  'concurrencyKey',
  'lostAlone',
] as const satisfies readonly (keyof ClaimedRow)[]

/** One that was just taken, and when it was due. */
export type ClaimedRun = LeasedRun & { wasDueAt: string }

type ClaimedRow = Omit<ClaimedRun, 'behindMillis'> & { takenAt: string }

/**
 * Takes runs that have something to do, or whose worker is gone: of one that is taken `due_at` is the end of its lease, so
 * one index finds both. One that is suspended is left to whoever has it, and after that to nobody. With `since` only
 * those that are due since then. The clock is the database's, which all share.
 */
export async function claimRuns(
  pool: Pool,
  count: number,
  leaseSeconds: number,
  which: Which = {},
): Promise<ClaimedRun[]> {
  const rows = await pool.transaction((tx) => tx.last<ClaimedRow>(ALONG_THE_INDEX, claim(count, leaseSeconds, which)))
  return rows.map(({ takenAt, ...row }) => ({ ...row, behindMillis: Math.max(0, Date.parse(takenAt) - Date.now()) }))
}

interface Which {
  since?: Date | undefined
  /** Workspaces that are passed over. */
  except?: readonly string[]
}

/** The plan is kept: one that was made while there were few runs would read all of them, however many there are by now. */
const ALONG_THE_INDEX = sql`
  select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`

function claim(count: number, leaseSeconds: number, { since = new Date(0), except }: Which): Sql {
  const passedOver = except ? sql`and workspace_id <> all (${[...except]}::text[])` : sql``
  return sql`
    with due as materialized (
      select workspace_id, id, due_at, lease_until is not null and lost_alone >= 0 as was_lost from wf_run
      where due_at is not null and due_at >= ${since} and due_at <= clock_timestamp()
        and (lease_until is null or lease_until <= clock_timestamp())
        and state not in ('suspended', 'completed', 'cancelled', 'faulted') ${passedOver}
      order by due_at limit ${count} for update skip locked),
    lease as materialized (select clock_timestamp() + make_interval(secs => ${leaseSeconds}) as ends_at)
    update wf_run set fence = fence + 1, tries = tries + 1, lease_until = lease.ends_at, due_at = lease.ends_at,
      lost_alone = case when due.was_lost then wf_run.lost_alone else 0 end
    from due, lease where wf_run.workspace_id = due.workspace_id and wf_run.id = due.id
    returning ${columnsOf(FIELDS, 'wf_run')}, due.due_at as "wasDueAt", due.was_lost as "wasLost",
      clock_timestamp() as "takenAt"`
}

/** A lease, named by the run and the fence that it was taken with. */
export interface Lease {
  workspaceId: string
  id: string
  fence: number
}

function held(leases: readonly Lease[]): Sql {
  const rows = leases.map(({ workspaceId, id, fence }) => ({ workspace_id: workspaceId, id, fence }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}) as l (workspace_id text, id uuid, fence integer)
    where r.workspace_id = l.workspace_id and r.id = l.id and r.fence = l.fence and r.lease_until is not null`
}

/**
 * Answers the runs whose lease still holds. One that has run out is not renewed, though nobody has taken the run yet; one
 * that is being written to just now is not waited for, or the leases of all others would run out behind it.
 */
export async function renewLeases(db: Db, leases: readonly Lease[], leaseSeconds: number): Promise<Set<string>> {
  const until = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`
  const holding = sql`from wf_run r, ${held(leases)} and r.lease_until > clock_timestamp()`
  const rows = await many<{ id: string }>(
    db,
    sql`
    with free as materialized (select r.workspace_id, r.id ${holding} for no key update of r skip locked),
    renewed as (
      update wf_run set lease_until = ${until}, due_at = ${until}
      from free where wf_run.workspace_id = free.workspace_id and wf_run.id = free.id)
    select r.id ${holding}`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Lets others take these up at once. */
export async function releaseLeases(db: Db, leases: readonly Lease[]): Promise<void> {
  const past = sql`clock_timestamp() - interval '1 second'`
  await run(
    db,
    sql`
    update wf_run r set lease_until = ${past}, due_at = ${past}, tries = greatest(r.tries - 1, 0), lost_alone = -1
    from ${held(leases)}`,
  )
}

/** Records in advance that the worker may be lost with this run; false if another worker has the run by now. */
export async function suspectRun(db: Db, { workspaceId, id, fence }: Lease): Promise<boolean> {
  const noted = await run(
    db,
    sql`
    update wf_run set lost_alone = lost_alone + 1
    where workspace_id = ${workspaceId} and id = ${id} and fence = ${fence} and lease_until > clock_timestamp()
    returning id`,
  )
  return noted > 0
}

/** The worker survived and still holds the run. */
export async function acquitRun(db: Db, { workspaceId, id, fence }: Lease): Promise<void> {
  await run(
    db,
    sql`
    update wf_run set lost_alone = 0
    where workspace_id = ${workspaceId} and id = ${id} and fence = ${fence}
      and (lease_until is null or lease_until > clock_timestamp()) and lost_alone > 0`,
  )
}

/** What became of a run meanwhile that is still the worker's. */
interface Held {
  isSuspended: boolean
}

/**
 * Nothing when the run is somebody else's by now, or was cancelled, or the lease has run out: a worker that was asleep has
 * seen all its calls time out, and that is not the fault of the workflow.
 */
export function findHeld({ db, workspaceId }: Scope, lease: Omit<Lease, 'workspaceId'>): Promise<Held | undefined> {
  return one(db, heldBy(workspaceId, lease))
}

/** The same, and holds it for the rest of the transaction. */
export function holdLease({ db, workspaceId }: TxCtx, lease: Omit<Lease, 'workspaceId'>): Promise<Held | undefined> {
  return one(db, sql`${heldBy(workspaceId, lease)} for no key update`)
}

function heldBy(workspaceId: string, { id, fence }: Omit<Lease, 'workspaceId'>): Sql {
  return sql`
    select state = 'suspended' as "isSuspended" from wf_run
    where workspace_id = ${workspaceId} and id = ${id} and fence = ${fence} and lease_until > clock_timestamp()`
}

/** There is a reason to look at the run; whoever has it finds out when it lets go, and one that waits for its turn then. */
export async function wakeRun({ db, workspaceId }: Scope, runId: string): Promise<void> {
  await run(
    db,
    sql`
    update wf_run set wakes = wakes + 1,
      due_at = case when lease_until is null and not is_queued then least(due_at, clock_timestamp()) else due_at end
    where workspace_id = ${workspaceId} and id = ${runId} and state in ('pending', 'running', 'waiting')`,
  )
}
