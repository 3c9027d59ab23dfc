import { operation, type Operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { failures as activationFailures } from './activation.service.ts'
import { WorkflowPath } from './definition.schema.ts'
import { failures as draftFailures } from './draft.service.ts'
import { listRuns } from './run.queries.ts'
import { streamHistory } from './run-stream.service.ts'
import * as schema from './run.schema.ts'
import * as runs from './run.service.ts'
import type { WorkflowTools } from './workflow-tools.service.ts'
import { failures as versionFailures } from './version.service.ts'

const { workflow_run_not_found, workflow_run_over, workflow_run_not_suspended, workflow_owned_elsewhere } =
  runs.failures
const READ = { scope: 'workflows:read', role: 'member' } as const
const EXECUTE = { scope: 'workflows:execute', role: 'manager' } as const
const LIST = '/workspaces/:workspaceId/workflow-runs'
const ONE = `${LIST}/:workflowRunId`

const about = { tag: 'Workflow runs' }
const change = {
  ...about,
  access: EXECUTE,
  params: schema.RunPath,
  reply: schema.WorkflowRunAccepted,
  status: 202,
} as const

export function workflowRunOperations({ expressions }: WorkflowTools): Operation[] {
  return [
    operation({
      ...about,
      id: 'startWorkflowRun',
      summary: 'Start a run of a workflow',
      description:
        'The input is checked by the schema of the document: one that does not fit is refused, and there is no run.',
      access: EXECUTE,
      rest: { method: 'POST', path: '/workspaces/:workspaceId/workflows/:workflowId/runs' },
      params: WorkflowPath,
      body: schema.WorkflowRunStart,
      bodyOptional: true,
      reply: schema.WorkflowRunAccepted,
      status: 202,
      errors: [
        draftFailures.workflow_not_found,
        draftFailures.workflow_archived,
        workflow_owned_elsewhere,
        activationFailures.workflow_not_active,
        versionFailures.workflow_version_unknown,
        runs.failures.workflow_busy,
      ],
      run: (ctx, { workflowId, ...input }) => runs.startRun(ctx, workflowId, input, expressions),
    }),
    operation({
      ...about,
      id: 'listWorkflowRuns',
      summary: 'List runs of workflows',
      access: READ,
      rest: { method: 'GET', path: LIST },
      params: WorkspacePath,
      query: schema.RunQuery,
      reply: schema.WorkflowRunPage,
      run: (ctx, query) => listRuns(ctx, query),
    }),
    operation({
      ...about,
      id: 'getWorkflowRun',
      summary: 'Read a run',
      description:
        'With `wait` the answer comes when the run is over or suspended, at the latest after that many seconds.',
      access: READ,
      rest: { method: 'GET', path: ONE },
      params: schema.RunPath,
      query: schema.RunStatusQuery,
      reply: schema.WorkflowRun,
      versioned: true,
      errors: [workflow_run_not_found],
      run: (ctx, { workflowRunId, wait }) => runs.getRun(ctx, workflowRunId, wait),
    }),
  ]
}

export function runChangeOperations(): Operation[] {
  return [
    operation({
      ...change,
      id: 'cancelWorkflowRun',
      summary: 'Cancel a run',
      description: 'What it waits for is cancelled with it. What it has done stays done.',
      rest: { method: 'POST', path: `${ONE}/cancel` },
      body: schema.RunReason,
      bodyOptional: true,
      errors: [workflow_run_not_found, workflow_run_over],
      run: (ctx, { workflowRunId, reason }) => runs.cancelRun(ctx, workflowRunId, reason),
    }),
    operation({
      ...change,
      id: 'suspendWorkflowRun',
      summary: 'Suspend a run at the next step',
      description: 'The step that is under way comes to its end. Nothing else begins until the run is resumed.',
      rest: { method: 'POST', path: `${ONE}/suspend` },
      body: schema.RunReason,
      bodyOptional: true,
      errors: [workflow_run_not_found, workflow_run_over],
      run: (ctx, { workflowRunId, reason }) => runs.suspendRun(ctx, workflowRunId, reason),
    }),
    operation({
      ...change,
      id: 'resumeWorkflowRun',
      summary: 'Continue a suspended run',
      rest: { method: 'POST', path: `${ONE}/resume` },
      errors: [workflow_run_not_found, workflow_run_not_suspended, workflow_owned_elsewhere],
      run: (ctx, { workflowRunId }) => runs.resumeRun(ctx, workflowRunId),
    }),
    operation({
      ...about,
      id: 'listWorkflowRunSteps',
      summary: 'List the steps of a run',
      access: READ,
      rest: { method: 'GET', path: `${ONE}/steps` },
      params: schema.RunPath,
      query: schema.StepQuery,
      reply: schema.WorkflowStepPage,
      errors: [workflow_run_not_found],
      run: (ctx, { workflowRunId, ...query }) => runs.listSteps(ctx, workflowRunId, query),
    }),
    operation({
      ...about,
      id: 'listWorkflowRunEvents',
      summary: 'Read the history of a run',
      description:
        'CloudEvents in the order in which things happened. `afterSeq` goes on from the last one you have. Whoever accepts `text/event-stream` gets them as they happen, until the run is over; `Last-Event-ID` is the `seq` of the last one.',
      access: READ,
      rest: { method: 'GET', path: `${ONE}/events` },
      params: schema.RunPath,
      query: schema.HistoryQuery,
      reply: schema.WorkflowHistoryPage,
      errors: [workflow_run_not_found],
      stream: (ctx, { workflowRunId, afterSeq = 0 }, live) => streamHistory(ctx, workflowRunId, afterSeq, live),
      run: (ctx, { workflowRunId, ...query }) => runs.listHistory(ctx, workflowRunId, query),
    }),
  ]
}
