import { tool } from '#core/tool.ts'
import * as operations from './automation.operations.ts'

const about = { toolset: 'automations', scope: 'workflows:read', effect: 'read' } as const

export const listAutomations = tool({
  ...about,
  name: 'list_automations',
  title: 'List automations',
  description: 'What runs by itself, what sets it off, and how its last run ended.',
  operation: operations.listAutomations,
  takes: ['state'],
  gives: ['id', 'name', 'description', 'state', 'triggerSummary', 'lastRunId', 'lastRunAt', 'lastRunOutcome'],
})

export const getAutomationRun = tool({
  ...about,
  name: 'get_automation_run',
  title: 'Read a run',
  description: 'State, steps and error of one run.',
  operation: operations.getAutomationRun,
  takes: ['runId'],
  gives: ['id', 'automationId', 'state', 'steps', 'error', 'startedAt', 'endedAt'],
})
