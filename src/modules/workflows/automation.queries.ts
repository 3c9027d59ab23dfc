import type { Scope } from '#core/context.ts'
import { one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { columnsOf, every, sql } from '#core/sql.ts'
import {
  AUTOMATION_FIELDS,
  RUN_FIELDS,
  RUN_ROW_FIELDS,
  type Automation,
  type AutomationQuery,
  type AutomationRun,
  type AutomationRunQuery,
} from './automation.schema.ts'

export function listAutomations({ db, workspaceId }: Scope, query: AutomationQuery): Promise<Listed<Automation>> {
  return listed(db, query, {
    columns: columnsOf(AUTOMATION_FIELDS),
    from: sql`automations`,
    where: every([sql`workspace_id = ${workspaceId}`, query.state !== undefined && sql`state = ${query.state}`]),
    order: sql`created_at desc, id desc`,
  })
}

export function findAutomation({ db, workspaceId }: Scope, automationId: string): Promise<Automation | undefined> {
  return one(
    db,
    sql`
    select ${columnsOf(AUTOMATION_FIELDS)} from automations
    where workspace_id = ${workspaceId} and id = ${automationId}`,
  )
}

export function listRuns(
  { db, workspaceId }: Scope,
  automationId: string,
  query: AutomationRunQuery,
): Promise<Listed<Omit<AutomationRun, 'steps'>>> {
  return listed(db, query, {
    columns: columnsOf(RUN_ROW_FIELDS),
    from: sql`automation_runs`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      sql`automation_id = ${automationId}`,
      query.state !== undefined && sql`state = ${query.state}`,
    ]),
    order: sql`started_at desc, id desc`,
  })
}

export function findRun({ db, workspaceId }: Scope, runId: string): Promise<AutomationRun | undefined> {
  return one(
    db,
    sql`select ${columnsOf(RUN_FIELDS)} from automation_runs where workspace_id = ${workspaceId} and id = ${runId}`,
  )
}
