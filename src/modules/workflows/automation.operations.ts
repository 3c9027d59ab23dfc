import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { listAutomations as list } from './automation.queries.ts'
import * as schema from './automation.schema.ts'
import * as automations from './automation.service.ts'

const { automation_not_found, automation_run_not_found } = automations.failures
const about = { tag: 'Automations', access: { role: 'member' } } as const
const LIST = '/workspaces/:workspaceId/automations'

export const listAutomations = operation({
  ...about,
  id: 'listAutomations',
  summary: 'List automations with their last run',
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.AutomationQuery,
  reply: schema.AutomationPage,
  run: (ctx, query) => list(ctx, query),
})

export const getAutomation = operation({
  ...about,
  id: 'getAutomation',
  summary: 'Read an automation',
  rest: { method: 'GET', path: `${LIST}/:automationId` },
  params: schema.AutomationPath,
  reply: schema.Automation,
  errors: [automation_not_found],
  run: (ctx, { automationId }) => automations.getAutomation(ctx, automationId),
})

export const listAutomationRuns = operation({
  ...about,
  id: 'listAutomationRuns',
  summary: 'List the runs of an automation',
  rest: { method: 'GET', path: `${LIST}/:automationId/runs` },
  params: schema.AutomationPath,
  query: schema.AutomationRunQuery,
  reply: schema.AutomationRunPage,
  errors: [automation_not_found],
  run: (ctx, { automationId, ...query }) => automations.listRuns(ctx, automationId, query),
})

export const getAutomationRun = operation({
  ...about,
  id: 'getAutomationRun',
  summary: 'Read a run with its steps',
  rest: { method: 'GET', path: '/workspaces/:workspaceId/automation-runs/:runId' },
  params: schema.AutomationRunPath,
  reply: schema.AutomationRun,
  errors: [automation_run_not_found],
  run: (ctx, { runId }) => automations.getRun(ctx, runId),
})
