import type { WorkspaceCtx } from '#core/context.ts'
import { defineFailures, fail } from '#core/errors.ts'
import type { Listed } from '#core/paging.ts'
import * as automations from './automation.queries.ts'
import type { Automation, AutomationRun, AutomationRunQuery } from './automation.schema.ts'

export const failures = defineFailures({
  automation_not_found: { status: 404, text: 'No such automation in this workspace.' },
  automation_run_not_found: { status: 404, text: 'No such run in this workspace.' },
})

export async function getAutomation(ctx: WorkspaceCtx, automationId: string): Promise<Automation> {
  return (await automations.findAutomation(ctx, automationId)) ?? fail(failures.automation_not_found)
}

export async function listRuns(
  ctx: WorkspaceCtx,
  automationId: string,
  query: AutomationRunQuery,
): Promise<Listed<Omit<AutomationRun, 'steps'>>> {
  const { id } = await getAutomation(ctx, automationId)
  return automations.listRuns(ctx, id, query)
}

export async function getRun(ctx: WorkspaceCtx, runId: string): Promise<AutomationRun> {
  return (await automations.findRun(ctx, runId)) ?? fail(failures.automation_run_not_found)
}
