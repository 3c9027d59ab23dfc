import { operation } from '#core/operation.ts'
import * as comparisons from './comparison.service.ts'
import { WorkflowPath } from './definition.schema.ts'
import { failures as draftFailures } from './draft.service.ts'
import * as schema from './ownership.schema.ts'
import * as ownership from './ownership.service.ts'
import { RunMoveWrite } from './run-move.schema.ts'
import * as moves from './run-move.service.ts'
import { WorkAccepted } from './work.schema.ts'
import { failures as workFailures } from './work.service.ts'

const { workflow_not_found, workflow_archived } = draftFailures
const READ = { scope: 'workflows:read', role: 'member' } as const
const WRITE = { scope: 'workflows:write', role: 'manager' } as const
const EXECUTE = { scope: 'workflows:execute', role: 'manager' } as const
const ONE = '/workspaces/:workspaceId/workflows/:workflowId'
const HERE = `${ONE}/migration`
const about = { tag: 'Workflow migration', params: WorkflowPath }

export const getWorkflowMigration = operation({
  ...about,
  id: 'getWorkflowMigration',
  summary: 'Read who has a workflow, and how far two engines agree',
  access: READ,
  rest: { method: 'GET', path: HERE },
  reply: schema.WorkflowMigration,
  versioned: true,
  errors: [workflow_not_found],
  run: (ctx, { workflowId }) => ownership.getMigration(ctx, workflowId),
})

export const changeWorkflowOwner = operation({
  ...about,
  id: 'changeWorkflowOwner',
  summary: 'Say who acts on the triggers of a workflow',
  description:
    'From `legacy` into the `shadow`, where effects are only written down and compared, then to the `service`; back at any time. `force` leaves out the shadow and the comparison, and needs a reason.',
  access: EXECUTE,
  rest: { method: 'PUT', path: `${HERE}/ownership` },
  body: schema.OwnershipWrite,
  reply: schema.WorkflowMigration,
  versioned: true,
  matchRequired: true,
  errors: [workflow_not_found, workflow_archived, ...Object.values(ownership.failures)],
  run: (ctx, { workflowId, ...asked }) => ownership.changeOwner(ctx, workflowId, asked),
})

export const addWorkflowObservations = operation({
  ...about,
  id: 'addWorkflowObservations',
  summary: 'Report what the other engine did about events',
  description: 'For one event one report: the same again is nothing new, another one is a conflict.',
  access: WRITE,
  rest: { method: 'POST', path: `${HERE}/observations` },
  body: schema.ObservationsWrite,
  reply: schema.ObservationsTaken,
  status: 202,
  errors: [workflow_not_found, ownership.failures.workflow_without_legacy],
  run: (ctx, { workflowId, observations }) => comparisons.addObservations(ctx, workflowId, observations),
})

export const listWorkflowComparisons = operation({
  ...about,
  id: 'listWorkflowComparisons',
  summary: 'List how the two engines compare',
  description: 'Newest first, each event with what both did and what is not the same.',
  access: READ,
  rest: { method: 'GET', path: `${HERE}/comparisons` },
  query: schema.ComparisonQuery,
  reply: schema.ComparisonPage,
  errors: [workflow_not_found],
  run: (ctx, { workflowId, ...query }) => comparisons.listComparisons(ctx, workflowId, query),
})

export const moveWorkflowRuns = operation({
  ...about,
  id: 'moveWorkflowRuns',
  summary: 'Move open runs to another version',
  description:
    'Tasks are the same by their names, and where `mapping` says so. With `dryRun`, which is true unless said, it is only told for each run whether it can move. What came of each is read at `statusUrl`.',
  access: EXECUTE,
  rest: { method: 'POST', path: `${ONE}/run-migrations` },
  body: RunMoveWrite,
  reply: WorkAccepted,
  status: 202,
  errors: [workflow_not_found, ...Object.values(moves.failures), workFailures.workflow_too_many_runs],
  run: (ctx, { workflowId, ...asked }) => moves.moveRuns(ctx, workflowId, asked),
})
