import { operation, type Operation } from '#core/operation.ts'
import * as changes from './automation-change.service.ts'
import * as schema from './automation.schema.ts'
import { failures } from './automation.service.ts'
import { failures as activationFailures } from './activation.service.ts'
import { failures as draftFailures } from './draft.service.ts'
import { failures as runFailures } from './run.service.ts'
import type { WorkflowTools } from './workflow-tools.service.ts'

const about = { tag: 'Automations', access: { role: 'manager' } } as const
const ONE = '/workspaces/:workspaceId/automations/:automationId'

/** What people and models do with automations: start one, and turn it on and off. */
export function automationChanges(tools: () => WorkflowTools): {
  runAutomation: Operation
  setAutomationState: Operation
} {
  return {
    runAutomation: operation({
      ...about,
      id: 'runAutomation',
      summary: 'Start an automation',
      rest: { method: 'POST', path: `${ONE}/runs` },
      params: schema.AutomationPath,
      body: schema.AutomationStart,
      bodyOptional: true,
      reply: schema.AutomationStarted,
      status: 202,
      errors: [
        failures.automation_not_found,
        draftFailures.workflow_archived,
        activationFailures.workflow_not_active,
        activationFailures.workflow_in_jsonata,
        runFailures.workflow_busy,
      ],
      besides: (ctx, { automationId }) => changes.whatRuns(ctx, String(automationId)),
      run: (ctx, { automationId, input }) => changes.runAutomation(ctx, automationId, input, tools().expressions),
    }),
    setAutomationState: operation({
      ...about,
      id: 'setAutomationState',
      summary: 'Turn an automation on or off',
      description: 'On with the versions that it had last, or else its newest. Runs that are under way go on.',
      rest: { method: 'PUT', path: `${ONE}/state` },
      params: schema.AutomationPath,
      body: schema.AutomationStateWrite,
      reply: schema.Automation,
      errors: [failures.automation_not_found, changes.failures.automation_not_published],
      besides: (ctx, { automationId }) => changes.whatIsPublished(ctx, String(automationId)),
      run: (ctx, { automationId, state }) => changes.setState(ctx, automationId, state, tools().functions),
    }),
  }
}
