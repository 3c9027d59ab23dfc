import { tool } from '#core/tool.ts'
import * as operations from './automation.operations.ts'

const about = { toolset: 'automations', scope: 'workflows:read', effect: 'read' } as const

export const listAutomations = tool({
  ...about,
  name: 'list_automations',
  title: 'List automations',
  description: 'What runs by itself, and its last run.',
  operation: operations.listAutomations,
  takes: ['state'],
  gives: ['id', 'name', 'state', 'triggerSummary', 'lastRunId', 'lastRunAt', 'lastRunOutcome'],
})

export const getAutomationRun = tool({
  ...about,
  name: 'get_automation_run',
  title: 'Read a run',
  description: 'How it went, step by step.',
  operation: operations.getAutomationRun,
  takes: ['runId'],
  gives: ['automationId', 'state', 'steps', 'error', 'startedAt', 'endedAt'],
})
