import { operation, type Operation } from '#core/operation.ts'
import * as schema from './retry.schema.ts'
import * as retries from './retry.service.ts'
import { RunPath, WorkflowRunAccepted } from './run.schema.ts'
import { failures as runFailures } from './run.service.ts'
import type { WorkflowTools } from './workflow-tools.service.ts'

const { workflow_run_not_found, workflow_run_over, workflow_owned_elsewhere } = runFailures
const { workflow_run_not_faulted, workflow_run_not_live, workflow_retry_invalid } = retries.failures
const { workflow_run_not_listening, workflow_event_type_reserved } = retries.failures
const ONE = '/workspaces/:workspaceId/workflow-runs/:workflowRunId'
const change = {
  tag: 'Workflow runs',
  access: { scope: 'workflows:execute', role: 'manager' },
  params: RunPath,
  reply: WorkflowRunAccepted,
  status: 202,
} as const

export function retryOperations({ expressions }: Pick<WorkflowTools, 'expressions'>): Operation[] {
  return [
    operation({
      ...change,
      id: 'retryWorkflowRun',
      summary: 'Try a failed run again',
      description:
        'From the step that failed, keeping what is finished; from another step; or all of it as a new run, whose id comes back. `input` takes the place of what the step, or the new run, gets.',
      rest: { method: 'POST', path: `${ONE}/retry` },
      body: schema.RunRetry,
      bodyOptional: true,
      errors: [
        workflow_run_not_found,
        workflow_run_not_faulted,
        workflow_run_not_live,
        workflow_retry_invalid,
        workflow_owned_elsewhere,
      ],
      run: (ctx, { workflowRunId, ...input }) => retries.retryRun(ctx, workflowRunId, input, expressions),
    }),
    operation({
      ...change,
      id: 'deliverWorkflowRunEvent',
      summary: 'Deliver an event to a run that listens for it',
      description: 'A CloudEvent. The same event id again is nothing new to the run.',
      rest: { method: 'POST', path: `${ONE}/events` },
      body: schema.RunEvent,
      bodyTypes: [schema.CLOUD_EVENT],
      errors: [workflow_run_not_found, workflow_run_over, workflow_run_not_listening, workflow_event_type_reserved],
      run: (ctx, { workflowRunId, ...event }) => retries.deliverEvent(ctx, workflowRunId, event),
    }),
  ]
}
