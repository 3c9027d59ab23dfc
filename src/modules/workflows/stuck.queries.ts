import { many, one, run, type Db } from '#core/db.ts'
import { every, sql } from '#core/sql.ts'
import type { Scope } from '#core/context.ts'

/** A run that should have gone on by now. */
export interface StuckRun {
  workspaceId: string
  id: string
  workflowId: string
  status: string
  cursor: string | null
  /** How often it was taken without coming any further. */
  tries: number
  dueAt: string | null
  leaseUntil: string | null
  updatedAt: string
}

/** Due or left by their worker since before this moment, or taken again and again; the longest first. */
export function findStuck(db: Db, before: Date, workspaceId?: string): Promise<StuckRun[]> {
  return many(
    db,
    sql`
    select workspace_id as "workspaceId", id, definition_id as "workflowId", state as status, cursor, tries,
      due_at as "dueAt", lease_until as "leaseUntil", updated_at as "updatedAt"
    from wf_run where ${every([
      sql`((due_at is not null and lease_until is null and due_at < ${before})
        or (lease_until is not null and (lease_until < ${before} or tries > 2)))`,
      sql`state <> 'suspended'`,
      workspaceId !== undefined && sql`workspace_id = ${workspaceId}`,
    ])} order by coalesce(lease_until, due_at), id limit 1000`,
  )
}

/** Lets a worker take the run up at once, whoever had it; false when it has nothing to do. */
export async function freeRun({ db, workspaceId }: Scope, runId: string): Promise<boolean> {
  const freed = await run(
    db,
    sql`
    update wf_run set fence = fence + 1, wakes = wakes + 1, tries = 0, lost_alone = 0, lease_until = null, due_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${runId} and state in ('pending', 'running', 'waiting')
      and not (is_queued and state = 'pending') returning id`,
  )
  return freed > 0
}

const COUNTED = ['pending', 'running', 'waiting', 'suspended', 'faulted']

/** How many runs there are of each state but the two that only grow. One look at an index for each workspace and state. */
export async function countStates(db: Db): Promise<Record<string, number>> {
  const rows = await many<{ state: string; count: number }>(
    db,
    sql`
    select s.state, coalesce(sum(c.count), 0)::integer as count from workspaces w
    cross join unnest(${COUNTED}::text[]) as s (state)
    cross join lateral (
      select count(*) as count from wf_run r where r.workspace_id = w.id and r.state = s.state
        and r.state <> 'completed') c
    group by s.state`,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Runs that are due and that nobody has, and how long the oldest has been. */
export async function dueLag(db: Db): Promise<{ waiting: number; oldestSeconds: number }> {
  const row = await one<{ waiting: number; oldestSeconds: number }>(
    db,
    sql`
    select count(*)::integer as waiting,
      greatest(0, extract(epoch from clock_timestamp() - min(due_at)))::float8 as "oldestSeconds"
    from wf_run where due_at is not null and lease_until is null and due_at <= clock_timestamp()`,
  )
  return row ?? { waiting: 0, oldestSeconds: 0 }
}
