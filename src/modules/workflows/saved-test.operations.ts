import { Type } from 'typebox'
import { operation, type Operation } from '#core/operation.ts'
import { WorkflowPath } from './definition.schema.ts'
import { failures as draftFailures } from './draft.service.ts'
import * as schema from './saved-test.schema.ts'
import * as tests from './saved-test.service.ts'
import * as trials from './step-trial.service.ts'
import * as testRuns from './test-run.service.ts'
import { failures as versionFailures } from './version.service.ts'
import { WorkAccepted } from './work.schema.ts'
import type { WorkflowTools } from './workflow-tools.service.ts'

const { workflow_not_found, workflow_archived } = draftFailures
const { workflow_version_unknown, workflow_invalid } = versionFailures
const { workflow_test_not_found, workflow_mock_invalid } = tests.failures
const { workflow_tests_missing, workflow_tests_unknown } = testRuns.failures
const READ = { scope: 'workflows:read', role: 'member' } as const
const WRITE = { scope: 'workflows:write', role: 'manager' } as const
const EXECUTE = { scope: 'workflows:execute', role: 'manager' } as const
const OWNER = '/workspaces/:workspaceId/workflows/:workflowId'
const LIST = `${OWNER}/tests`
const ONE = `${LIST}/:testId`
const about = { tag: 'Workflow tests' }

export function testOperations(): Operation[] {
  return [
    operation({
      ...about,
      id: 'listWorkflowTests',
      summary: 'List the tests of a workflow with their last result',
      access: READ,
      rest: { method: 'GET', path: LIST },
      params: WorkflowPath,
      query: schema.TestQuery,
      reply: schema.WorkflowTestPage,
      errors: [workflow_not_found],
      run: (ctx, { workflowId, ...query }) => tests.listTests(ctx, workflowId, query),
    }),
    operation({
      ...about,
      id: 'createWorkflowTest',
      summary: 'Save a test of a workflow',
      access: WRITE,
      rest: { method: 'POST', path: LIST },
      params: WorkflowPath,
      body: schema.TestWrite,
      reply: schema.WorkflowTest,
      status: 201,
      versioned: true,
      errors: [workflow_not_found, workflow_archived, workflow_mock_invalid],
      run: (ctx, { workflowId, ...input }) => tests.createTest(ctx, workflowId, input),
    }),
    operation({
      ...about,
      id: 'getWorkflowTest',
      summary: 'Read a test',
      access: READ,
      rest: { method: 'GET', path: ONE },
      params: schema.TestPath,
      reply: schema.WorkflowTest,
      versioned: true,
      errors: [workflow_test_not_found],
      run: (ctx, { workflowId, testId }) => tests.getTest(ctx, workflowId, testId),
    }),
    operation({
      ...about,
      id: 'replaceWorkflowTest',
      summary: 'Replace a test',
      description: 'What is left out is as in a new one. Its last result is gone.',
      access: WRITE,
      rest: { method: 'PUT', path: ONE },
      params: schema.TestPath,
      body: schema.TestWrite,
      reply: schema.WorkflowTest,
      versioned: true,
      matchRequired: true,
      errors: [workflow_not_found, workflow_test_not_found, workflow_archived, workflow_mock_invalid],
      run: (ctx, { workflowId, testId, ...input }) => tests.replaceTest(ctx, workflowId, testId, input),
    }),
    operation({
      ...about,
      id: 'deleteWorkflowTest',
      summary: 'Remove a test',
      access: WRITE,
      rest: { method: 'DELETE', path: ONE },
      params: schema.TestPath,
      reply: Type.Object({}),
      status: 204,
      matchRequired: true,
      errors: [workflow_test_not_found],
      run: (ctx, { workflowId, testId }) => tests.deleteTest(ctx, workflowId, testId),
    }),
  ]
}

export function trialOperations(tools: WorkflowTools): Operation[] {
  return [
    operation({
      ...about,
      id: 'runWorkflowTests',
      summary: 'Run tests of a workflow',
      description:
        'On the draft or on a version. Time is virtual and effects are only written down. What came of each test is read at `statusUrl`.',
      access: EXECUTE,
      rest: { method: 'POST', path: `${OWNER}/test-runs` },
      params: WorkflowPath,
      body: schema.TestRunWrite,
      bodyOptional: true,
      reply: WorkAccepted,
      status: 202,
      errors: [
        workflow_not_found,
        workflow_version_unknown,
        workflow_invalid,
        workflow_tests_missing,
        workflow_tests_unknown,
      ],
      run: (ctx, { workflowId, ...input }) => testRuns.runTests(ctx, workflowId, input, tools),
    }),
    operation({
      ...about,
      id: 'tryWorkflowStep',
      summary: 'Try one task by itself',
      description:
        'With the input, context and answers that you give. Nothing is kept and nothing is done outside; every expression is shown with its value.',
      access: EXECUTE,
      rest: { method: 'POST', path: `${OWNER}/test-step` },
      params: WorkflowPath,
      body: schema.StepTrial,
      reply: schema.StepResult,
      errors: [
        workflow_not_found,
        workflow_version_unknown,
        workflow_invalid,
        workflow_mock_invalid,
        trials.failures.workflow_step_not_found,
      ],
      run: (ctx, { workflowId, ...trial }) => trials.tryStep(ctx, workflowId, trial, tools),
    }),
  ]
}
