import type { Scope } from '#core/context.ts'
import { one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { every, sql } from '#core/sql.ts'
import type { Automation, AutomationQuery, AutomationRun, AutomationRunQuery } from './automation.schema.ts'

const STATE = sql`case d.status when 'active' then 'active' when 'draft' then 'draft' else 'paused' end`
const RUN_STATE = sql`case r.state when 'completed' then 'completed' when 'faulted' then 'failed'
  when 'cancelled' then 'cancelled' when 'pending' then 'running' when 'running' then 'running' else 'waiting' end`
const LAST_RUN = sql`
  left join lateral (
    select r.id, r.created_at, ${RUN_STATE} as state from wf_run r
    where r.workspace_id = d.workspace_id and r.definition_id = d.id order by r.created_at desc, r.id desc limit 1) last on true`
const COLUMNS = sql`d.id, d.name, d.description, ${STATE} as state, d.latest_version as "definitionVersion",
  last.id as "lastRunId", last.created_at as "lastRunAt", last.state as "lastRunOutcome",
  d.created_at as "createdAt", d.updated_at as "updatedAt",
  case when cardinality(d.trigger_kinds) = 0 then 'Started by hand'
    else 'Started by ' || array_to_string(d.trigger_kinds, ', ') end as "triggerSummary"`

export function listAutomations({ db, workspaceId }: Scope, query: AutomationQuery): Promise<Listed<Automation>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`wf_definition d ${LAST_RUN}`,
    countFrom: sql`wf_definition d`,
    where: every([
      sql`d.workspace_id = ${workspaceId}`,
      sql`d.status <> 'archived'`,
      query.state !== undefined && sql`${STATE} = ${query.state}`,
    ]),
    order: sql`d.created_at desc, d.id desc`,
  })
}

export function findAutomation({ db, workspaceId }: Scope, automationId: string): Promise<Automation | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from wf_definition d ${LAST_RUN}
    where d.workspace_id = ${workspaceId} and d.id = ${automationId} and d.status <> 'archived'`,
  )
}

const RUN = sql`r.id, r.definition_id as "automationId", ${RUN_STATE} as state,
  coalesce(r.error ->> 'detail', r.error ->> 'title', r.error ->> 'type') as error,
  coalesce(r.started_at, r.created_at) as "startedAt", r.ended_at as "endedAt"`

export function listRuns(
  { db, workspaceId }: Scope,
  automationId: string,
  query: AutomationRunQuery,
): Promise<Listed<Omit<AutomationRun, 'steps'>>> {
  return listed(db, query, {
    columns: RUN,
    from: sql`wf_run r`,
    where: every([
      sql`r.workspace_id = ${workspaceId}`,
      sql`r.definition_id = ${automationId}`,
      query.state !== undefined && sql`${RUN_STATE} = ${query.state}`,
    ]),
    order: sql`r.created_at desc, r.id desc`,
  })
}

const STEPS_SHOWN_MAX = 200

/** With what its steps did, the first of them when there are very many. */
export function findRun({ db, workspaceId }: Scope, runId: string): Promise<AutomationRun | undefined> {
  return one(
    db,
    sql`
    select ${RUN}, coalesce((
      select jsonb_agg(jsonb_build_object('name', s.name, 'task', s.task, 'state', s.status, 'output', s.output,
        'error', s.error) order by s.seq)
      from (select * from wf_step where workspace_id = r.workspace_id and run_id = r.id
        order by seq limit ${STEPS_SHOWN_MAX}) s), '[]') as steps
    from wf_run r where r.workspace_id = ${workspaceId} and r.id = ${runId}`,
  )
}
