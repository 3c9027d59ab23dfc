import { many, type Pool } from '#core/db.ts'
import { fixed, sql } from '#core/sql.ts'
import type { HistoryRow } from './run.queries.ts'
import type { WorkflowRun } from './run.schema.ts'

/** A position in a run's history. */
export interface Place {
  readonly workspaceId: string
  readonly runId: string
  readonly after: number
}

/** The events after a position, and the run's state after them. */
export interface Page {
  /** Undefined if the run no longer exists. */
  readonly status: WorkflowRun['status'] | undefined
  readonly events: readonly HistoryRow[]
}

type Row = { n: number; status: WorkflowRun['status'] } & { [Field in keyof HistoryRow]: HistoryRow[Field] | null }

/** Returns one page per position, in the same order. State and events come from the same snapshot. */
export async function readPages(pool: Pool, places: readonly Place[], eventsMax: number): Promise<Page[]> {
  const rows = await many<Row>(
    pool,
    sql`
    select p.n::integer as n, r.state as status, e.seq, e.type, e.data, e.created_at as ${fixed('"time"')}
    from unnest(${places.map(({ workspaceId }) => workspaceId)}::text[],
      ${places.map(({ runId }) => runId)}::uuid[],
      ${places.map(({ after }) => after)}::integer[]) with ordinality p (workspace_id, run_id, after, n)
    join wf_run r on r.workspace_id = p.workspace_id and r.id = p.run_id
    left join lateral (
      select seq, type, data, created_at from wf_event
      where workspace_id = p.workspace_id and run_id = p.run_id and seq > p.after order by seq limit ${eventsMax}) e on true
    order by p.n, e.seq`,
  )
  const byPlace = Map.groupBy(rows, ({ n }) => n - 1)
  return places.map((_, index) => {
    const found = byPlace.get(index) ?? []
    return { status: found[0]?.status, events: found.filter(isEvent) }
  })
}

/** A run with no new events has one row without an event. */
function isEvent(row: Row): row is Row & HistoryRow {
  return row.seq !== null
}
