import type { WorkspaceCtx } from '#core/context.ts'
import { many } from '#core/db.ts'
import { every, sql } from '#core/sql.ts'
import type { RunFigure, RunFigureQuery } from './run-figure.schema.ts'

const DAYS = 14

/** Every day of the range, also those without a run. */
export async function figuresOf(
  { db, workspaceId, now }: WorkspaceCtx,
  { workflowId, days = DAYS }: RunFigureQuery,
): Promise<{ items: RunFigure[] }> {
  const ofWorkflow = workflowId !== undefined && sql`r.definition_id = ${workflowId}`
  const items = await many<RunFigure>(
    db,
    sql`
    with place as (select timezone from workspaces where id = ${workspaceId}),
    days as (
      select day::date, (day at time zone place.timezone) as since,
        ((day + interval '1 day') at time zone place.timezone) as until
      from place, generate_series(
        date_trunc('day', ${now}::timestamptz at time zone place.timezone) - ${days - 1} * interval '1 day',
        date_trunc('day', ${now}::timestamptz at time zone place.timezone), interval '1 day') as day),
    made as (
      select r.state, r.created_at, extract(epoch from r.ended_at - coalesce(r.started_at, r.created_at)) as seconds
      from wf_run r
      where ${every([
        sql`r.workspace_id = ${workspaceId}`,
        ofWorkflow,
        sql`r.mode = 'live'`,
        sql`r.created_at >= (select min(since) from days)`,
      ])})
    select to_char(d.day, 'YYYY-MM-DD') as day,
      count(*) filter (where r.state = 'completed') as completed,
      count(*) filter (where r.state = 'faulted') as faulted,
      count(*) filter (where r.state = 'cancelled') as cancelled,
      count(*) filter (where r.state not in ('completed', 'faulted', 'cancelled')) as open,
      percentile_cont(0.5) within group (order by r.seconds) filter (where r.state = 'completed') as "medianSeconds",
      percentile_cont(0.95) within group (order by r.seconds) filter (where r.state = 'completed') as "slowSeconds"
    from days d left join made r on r.created_at >= d.since and r.created_at < d.until
    group by d.day order by d.day`,
  )
  return { items }
}
