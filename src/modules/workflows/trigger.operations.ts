import { Type } from 'typebox'
import { operation, type Operation } from '#core/operation.ts'
import { WorkflowPath } from './definition.schema.ts'
import { failures as draftFailures } from './draft.service.ts'
import * as schema from './trigger.schema.ts'
import * as triggers from './trigger.service.ts'
import type { WorkflowTools } from './workflow-tools.service.ts'

const { workflow_not_found, workflow_archived } = draftFailures
const {
  workflow_trigger_not_found,
  workflow_trigger_invalid,
  workflow_trigger_of_document,
  workflow_trigger_without_token,
  workflow_triggers_too_many,
} = triggers.failures
const READ = { scope: 'workflows:read', role: 'member' } as const
const WRITE = { scope: 'workflows:write', role: 'manager' } as const
const LIST = '/workspaces/:workspaceId/workflows/:workflowId/triggers'
const ONE = `${LIST}/:triggerId`
const about = { tag: 'Workflow triggers' }
const UNKNOWN = [workflow_not_found, workflow_trigger_not_found]

export function triggerOperations(tools: WorkflowTools): Operation[] {
  return [
    operation({
      ...about,
      id: 'listWorkflowTriggers',
      summary: 'List what sets a workflow off',
      description: 'Newest first, with the next moments of schedules.',
      access: READ,
      rest: { method: 'GET', path: LIST },
      params: WorkflowPath,
      query: schema.TriggerQuery,
      reply: schema.WorkflowTriggerPage,
      errors: [workflow_not_found],
      run: (ctx, { workflowId, ...query }) => triggers.listTriggers(ctx, workflowId, query),
    }),
    operation({
      ...about,
      id: 'createWorkflowTrigger',
      summary: 'Add a trigger',
      description: 'The token of a webhook, and its address, are in this answer and never again.',
      access: WRITE,
      rest: { method: 'POST', path: LIST },
      params: WorkflowPath,
      body: schema.WorkflowTriggerCreate,
      reply: schema.WorkflowTriggerMade,
      status: 201,
      versioned: true,
      secrets: ['token', 'url'],
      errors: [workflow_not_found, workflow_archived, workflow_trigger_invalid, workflow_triggers_too_many],
      run: (ctx, { workflowId, ...input }) => triggers.createTrigger(ctx, workflowId, input, tools),
    }),
    operation({
      ...about,
      id: 'getWorkflowTrigger',
      summary: 'Read a trigger and what has come to it',
      access: READ,
      rest: { method: 'GET', path: ONE },
      params: schema.TriggerPath,
      reply: schema.WorkflowTriggerDetails,
      versioned: true,
      errors: UNKNOWN,
      run: (ctx, { workflowId, triggerId }) => triggers.getTrigger(ctx, workflowId, triggerId),
    }),
    ...triggerChanges(tools),
  ]
}

function triggerChanges(tools: WorkflowTools): Operation[] {
  return [
    operation({
      ...about,
      id: 'updateWorkflowTrigger',
      summary: 'Change a trigger',
      description: 'Fields left out stay, null clears. What the document says cannot be changed here.',
      access: WRITE,
      rest: { method: 'PATCH', path: ONE },
      params: schema.TriggerPath,
      body: schema.WorkflowTriggerUpdate,
      reply: schema.WorkflowTriggerDetails,
      versioned: true,
      matchRequired: true,
      errors: [...UNKNOWN, workflow_trigger_invalid, workflow_trigger_of_document],
      run: (ctx, { workflowId, triggerId, ...changes }) =>
        triggers.updateTrigger(ctx, workflowId, triggerId, changes, tools),
    }),
    operation({
      ...about,
      id: 'deleteWorkflowTrigger',
      summary: 'Remove a trigger',
      access: WRITE,
      rest: { method: 'DELETE', path: ONE },
      params: schema.TriggerPath,
      reply: Type.Object({}),
      status: 204,
      matchRequired: true,
      errors: [...UNKNOWN, workflow_trigger_of_document],
      run: (ctx, { workflowId, triggerId }) => triggers.deleteTrigger(ctx, workflowId, triggerId),
    }),
    operation({
      ...about,
      id: 'rotateWorkflowTriggerToken',
      summary: 'Give a webhook trigger a new token',
      description: 'It works at once; the one before it for `graceSeconds` more.',
      access: WRITE,
      rest: { method: 'POST', path: `${ONE}/rotate-token` },
      params: schema.TriggerPath,
      body: schema.TokenRotation,
      bodyOptional: true,
      reply: schema.WorkflowTriggerMade,
      versioned: true,
      matchRequired: true,
      secrets: ['token', 'url'],
      errors: [...UNKNOWN, workflow_trigger_of_document, workflow_trigger_without_token],
      run: (ctx, { workflowId, triggerId, graceSeconds }) =>
        triggers.rotateToken(ctx, workflowId, triggerId, graceSeconds),
    }),
  ]
}
