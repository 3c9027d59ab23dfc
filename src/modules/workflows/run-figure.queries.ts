import type { WorkspaceCtx } from '#core/context.ts'
import { daysBefore } from '#core/days.ts'
import { many } from '#core/db.ts'
import { every, sql } from '#core/sql.ts'
import type { RunFigure, RunFigureQuery } from './run-figure.schema.ts'

const DAYS = 14

/** Every day of the range, also those without a run. */
export async function figuresOf(
  { db, workspaceId, now }: WorkspaceCtx,
  { workflowId, days = DAYS }: RunFigureQuery,
): Promise<{ items: RunFigure[] }> {
  // A day more than enough, wherever on earth: said as a moment, so that the index of the list is used.
  const since = daysBefore(now, days + 1)
  const items = await many<RunFigure>(
    db,
    sql`
    with place as (
      select timezone, date_trunc('day', ${now}::timestamptz at time zone timezone) as today
      from workspaces where id = ${workspaceId}),
    made as (
      select (r.created_at at time zone timezone)::date as day, r.state,
        extract(epoch from r.ended_at - coalesce(r.started_at, r.created_at)) as seconds
      from place, wf_run r
      where ${every([
        sql`r.workspace_id = ${workspaceId}`,
        workflowId !== undefined && sql`r.definition_id = ${workflowId}`,
        sql`r.mode = 'live'`,
        sql`r.created_at >= ${since}`,
      ])})
    select to_char(d.day, 'YYYY-MM-DD') as day,
      count(*) filter (where r.state = 'completed') as completed,
      count(*) filter (where r.state = 'faulted') as faulted,
      count(*) filter (where r.state = 'cancelled') as cancelled,
      count(*) filter (where r.state not in ('completed', 'faulted', 'cancelled')) as open,
      percentile_cont(0.5) within group (order by r.seconds) filter (where r.state = 'completed') as "medianSeconds",
      percentile_cont(0.95) within group (order by r.seconds) filter (where r.state = 'completed') as "slowSeconds"
    from (select generate_series(today - ${days - 1} * interval '1 day', today, interval '1 day')::date as day
      from place) d left join made r on r.day = d.day
    group by d.day order by d.day`,
  )
  return { items }
}
