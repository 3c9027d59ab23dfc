import type { TxCtx } from '#core/context.ts'
import { violatedUnique } from '#core/db-failures.ts'
import { many, one, run, type Db } from '#core/db.ts'
import { columnsOf, sql } from '#core/sql.ts'
import { RUN_FIELDS, type RunRow } from './run.queries.ts'

export interface Claimed extends RunRow {
  leaseToken: string
}

/**
 * Takes runs that are due: the first of their session, queued or left by a worker that is gone. One that waits for a
 * person holds up nobody; once it is answered it goes before those that wait. Not before one that was begun meanwhile:
 * if its worker left that one, both would wait for each other. The lease is by the clock of the database, which all
 * workers share. Those of the workspaces in `without` are left to others.
 */
export async function claimRuns(
  db: Db,
  count: number,
  leaseSeconds: number,
  without: readonly string[] = [],
): Promise<Claimed[]> {
  for (let tries = 1; tries <= CLAIM_TRIES; tries++) {
    try {
      return await claimOnce(db, count, leaseSeconds, without)
    } catch (error) {
      // Somebody has taken another run of the same session at this moment: it is theirs, and the next look knows it.
      if (violatedUnique(error) !== 'agent_runs_running') throw error
    }
  }
  return []
}
const CLAIM_TRIES = 3

function claimOnce(db: Db, count: number, leaseSeconds: number, without: readonly string[]): Promise<Claimed[]> {
  return many(
    db,
    sql`
    with due as materialized (
      select workspace_id, id, status from agent_runs r
      where (status = 'queued' or (status = 'running' and lease_until < clock_timestamp()))
        and workspace_id <> all (${without}::text[])
        and not exists (
          select from agent_runs o where o.workspace_id = r.workspace_id and o.session_id = r.session_id
            and o.id <> r.id
            and (o.status = 'running' or (o.status = 'queued' and r.status = 'queued' and o.place < r.place)))
      order by place limit ${count} for update skip locked)
    update agent_runs set status = 'running', lease_token = gen_random_uuid(), tries = tries + 1,
      lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}),
      started_at = coalesce(started_at, clock_timestamp()),
      segment = segment + case due.status when 'queued' then 1 else 0 end
    from due where agent_runs.workspace_id = due.workspace_id and agent_runs.id = due.id
    returning ${columnsOf(RUN_FIELDS, 'agent_runs')}, lease_token as "leaseToken"`,
  )
}

/**
 * Answers the tokens whose lease still holds. A run that is held just now, as it is while a tool works, is not waited for:
 * the leases of all others would run out behind it. Nobody takes it while it is held, so it is still whose it was.
 */
export async function renewLeases(db: Db, tokens: readonly string[], leaseSeconds: number): Promise<Set<string>> {
  const holding = sql`from agent_runs where lease_token = any (${tokens}::uuid[]) and status = 'running'`
  const rows = await many<{ leaseToken: string }>(
    db,
    sql`
    with free as materialized (select workspace_id, id ${holding} for no key update skip locked),
    renewed as (
      update agent_runs set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from free where agent_runs.workspace_id = free.workspace_id and agent_runs.id = free.id)
    select lease_token as "leaseToken" ${holding}`,
  )
  return new Set(rows.map(({ leaseToken }) => leaseToken))
}

/** Locks the run for whoever holds this lease; undefined when that is somebody else, or nobody. */
export function lockLeased(
  { db, workspaceId }: TxCtx,
  runId: string,
  leaseToken: string,
): Promise<{ cancelRequestedAt: string | null } | undefined> {
  return one(
    db,
    sql`
    select cancel_requested_at as "cancelRequestedAt" from agent_runs
    where workspace_id = ${workspaceId} and id = ${runId} and lease_token = ${leaseToken} and status = 'running'
    for no key update`,
  )
}

/** For who holds it in this transaction. */
export async function extendLease({ db, workspaceId }: TxCtx, runId: string, leaseSeconds: number): Promise<void> {
  await run(
    db,
    sql`
    update agent_runs set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where workspace_id = ${workspaceId} and id = ${runId}`,
  )
}

/** Lets somebody else take these up at once, and does not hold the try against them. */
export async function releaseLeases(db: Db, tokens: readonly string[]): Promise<void> {
  await run(
    db,
    sql`
    update agent_runs set lease_until = clock_timestamp(), tries = greatest(tries - 1, 0)
    where lease_token = any (${tokens}::uuid[]) and status = 'running'`,
  )
}
