import type { Operation } from '#core/operation.ts'
import { tool, type Tool } from '#core/tool.ts'
import * as operations from './automation.operations.ts'

const about = { toolset: 'automations', scope: 'workflows:read', effect: 'read' } as const

const listAutomations = tool({
  ...about,
  name: 'list_automations',
  title: 'List automations',
  description: 'What runs by itself, and its last run.',
  operation: operations.listAutomations,
  takes: ['state'],
  gives: ['id', 'name', 'state', 'triggerSummary', 'lastRunId', 'lastRunAt', 'lastRunOutcome'],
})

const getAutomationRun = tool({
  ...about,
  name: 'get_automation_run',
  title: 'Read a run',
  description: 'How it went, step by step.',
  operation: operations.getAutomationRun,
  takes: ['runId'],
  gives: ['automationId', 'state', 'steps', 'error', 'startedAt', 'endedAt'],
})

/** With those that change something, whose operations check what they are given. */
export function automationTools(changes: { runAutomation: Operation; setAutomationState: Operation }): Tool[] {
  const change = {
    toolset: 'automations',
    scope: 'workflows:execute',
    effect: 'destroy',
    gate: true,
    subject: operations.getAutomation,
  } as const
  return [
    listAutomations,
    getAutomationRun,
    tool({
      ...change,
      name: 'run_automation',
      title: 'Start an automation',
      description: 'Starts it once more. A person is asked first.',
      operation: changes.runAutomation,
      takes: ['automationId', 'input'],
      gives: ['runId', 'state'],
      reachesOut: true,
      accumulates: true,
    }),
    tool({
      ...change,
      name: 'set_automation_state',
      title: 'Turn an automation on or off',
      description: 'A person is asked first.',
      operation: changes.setAutomationState,
      takes: ['automationId', 'state'],
      gives: ['id', 'name', 'state'],
    }),
  ]
}
