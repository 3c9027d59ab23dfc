import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import * as schema from './work.schema.ts'
import * as works from './work.service.ts'

const { workflow_operation_not_found, ...filterFailures } = works.failures
const about = { tag: 'Workflow runs' }

export const changeWorkflowRuns = operation({
  ...about,
  id: 'changeWorkflowRuns',
  summary: 'Cancel, suspend or resume many runs',
  description:
    'Those that the filter finds now, one after the other. `dryRun` only counts. What came of each is read at `statusUrl`.',
  access: { scope: 'workflows:execute', role: 'manager' },
  rest: { method: 'POST', path: '/workspaces/:workspaceId/workflow-runs/bulk' },
  params: WorkspacePath,
  body: schema.BulkWrite,
  reply: schema.WorkAccepted,
  status: 202,
  errors: Object.values(filterFailures),
  run: (ctx, input) => works.changeRuns(ctx, input),
})

export const getWorkflowOperation = operation({
  ...about,
  id: 'getWorkflowOperation',
  summary: 'Read how far work on many runs or tests is',
  description:
    'What came of each item is a page of its own. With `wait` the answer comes when all is done, at the latest after that many seconds.',
  access: { scope: 'workflows:read', role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/workflow-operations/:workflowOperationId' },
  params: schema.WorkPath,
  query: schema.WorkQuery,
  reply: schema.WorkflowOperation,
  errors: [workflow_operation_not_found],
  run: (ctx, { workflowOperationId, ...query }) => works.getWork(ctx, workflowOperationId, query),
})
