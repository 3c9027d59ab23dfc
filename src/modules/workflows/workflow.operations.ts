import { Type } from 'typebox'
import { operation, type Operation } from '#core/operation.ts'
import { WorkspacePath, closed, Paging } from '#core/schema.ts'
import * as activations from './activation.service.ts'
import { listDefinitions } from './definition.queries.ts'
import * as schema from './definition.schema.ts'
import * as definitions from './definition.service.ts'
import * as drafts from './draft.service.ts'
import { failures as testFailures } from './saved-test.service.ts'
import * as versions from './version.service.ts'
import type { WorkflowTools } from './workflow-tools.service.ts'

const { workflow_not_found, workflow_archived, workflow_content_missing } = drafts.failures
const { workflow_source_not_found, workflow_active, workflow_concurrency_invalid } = definitions.failures
const { workflow_version_not_found, workflow_invalid } = versions.failures
const { workflow_tests_not_passed } = testFailures
const READ = { scope: 'workflows:read', role: 'member' } as const
const WRITE = { scope: 'workflows:write', role: 'manager' } as const
const EXECUTE = { scope: 'workflows:execute', role: 'manager' } as const
const LIST = '/workspaces/:workspaceId/workflows'
const ONE = `${LIST}/:workflowId`
const YAML = 'application/yaml'
/** An answer without a body. */
const NOTHING = Type.Object({})

export function definitionOperations(tools: WorkflowTools): Operation[] {
  const about = { tag: 'Workflows' }
  return [
    operation({
      ...about,
      id: 'listWorkflows',
      summary: 'List workflows',
      description: 'Newest first. Those in the archive are listed with `status=archived`.',
      access: READ,
      rest: { method: 'GET', path: LIST },
      params: WorkspacePath,
      query: schema.WorkflowQuery,
      reply: schema.WorkflowPage,
      run: (ctx, query) => listDefinitions(ctx, query),
    }),
    operation({
      ...about,
      id: 'createWorkflow',
      summary: 'Create a workflow with its draft',
      description:
        'The draft is kept even when it has problems: read it to see them. `copyFrom` takes that of another.',
      access: WRITE,
      rest: { method: 'POST', path: LIST },
      params: WorkspacePath,
      body: schema.WorkflowCreate,
      reply: schema.Workflow,
      status: 201,
      versioned: true,
      errors: [workflow_content_missing, workflow_source_not_found, workflow_concurrency_invalid],
      run: (ctx, input) => definitions.createWorkflow(ctx, input, tools),
    }),
    operation({
      ...about,
      id: 'getWorkflow',
      summary: 'Read a workflow',
      access: READ,
      rest: { method: 'GET', path: ONE },
      params: schema.WorkflowPath,
      reply: schema.Workflow,
      versioned: true,
      errors: [workflow_not_found],
      run: (ctx, { workflowId }) => definitions.getWorkflow(ctx, workflowId),
    }),
    operation({
      ...about,
      id: 'updateWorkflow',
      summary: 'Change name, tags and settings of a workflow',
      description: 'Fields left out stay. `status: inactive` takes it out of the archive.',
      access: WRITE,
      rest: { method: 'PATCH', path: ONE },
      params: schema.WorkflowPath,
      body: schema.WorkflowUpdate,
      reply: schema.Workflow,
      versioned: true,
      matchRequired: true,
      errors: [
        workflow_not_found,
        workflow_archived,
        workflow_active,
        workflow_concurrency_invalid,
        definitions.failures.workflow_legacy_needed,
      ],
      run: (ctx, { workflowId, ...changes }) => definitions.updateWorkflow(ctx, workflowId, changes),
    }),
    operation({
      ...about,
      id: 'archiveWorkflow',
      summary: 'Put a workflow into the archive',
      access: WRITE,
      rest: { method: 'DELETE', path: ONE },
      params: schema.WorkflowPath,
      reply: NOTHING,
      status: 204,
      matchRequired: true,
      errors: [workflow_not_found, workflow_active, definitions.failures.workflow_has_open_runs],
      run: (ctx, { workflowId }) => definitions.archiveWorkflow(ctx, workflowId),
    }),
  ]
}

export function draftOperations(tools: WorkflowTools): Operation[] {
  const about = { tag: 'Workflows' }
  return [
    operation({
      ...about,
      id: 'getWorkflowDraft',
      summary: 'Read the draft of a workflow and its problems',
      access: READ,
      rest: { method: 'GET', path: `${ONE}/draft` },
      params: schema.WorkflowPath,
      reply: schema.WorkflowDraft,
      versioned: true,
      contents: { [YAML]: drafts.yamlOf },
      errors: [workflow_not_found],
      run: (ctx, { workflowId }) => drafts.getDraft(ctx, workflowId),
    }),
    operation({
      ...about,
      id: 'replaceWorkflowDraft',
      summary: 'Replace the draft of a workflow',
      description: 'Kept even when it has problems, which come with the answer.',
      access: WRITE,
      rest: { method: 'PUT', path: `${ONE}/draft` },
      params: schema.WorkflowPath,
      body: schema.DraftWrite,
      textBody: { types: [YAML, 'application/x-yaml', 'text/yaml'], read: (text) => ({ text, format: 'yaml' }) },
      reply: schema.WorkflowDraft,
      versioned: true,
      matchRequired: true,
      errors: [workflow_not_found, workflow_archived, workflow_content_missing],
      run: (ctx, { workflowId, ...input }) => drafts.replaceDraft(ctx, workflowId, input, tools),
    }),
  ]
}

export function versionOperations(tools: WorkflowTools): Operation[] {
  const about = { tag: 'Workflow versions' }
  return [
    operation({
      ...about,
      id: 'listWorkflowVersions',
      summary: 'List the versions of a workflow',
      access: READ,
      rest: { method: 'GET', path: `${ONE}/versions` },
      params: schema.WorkflowPath,
      query: closed(Paging),
      reply: schema.WorkflowVersionPage,
      errors: [workflow_not_found],
      run: (ctx, { workflowId, ...query }) => versions.listVersions(ctx, workflowId, query),
    }),
    operation({
      ...about,
      id: 'publishWorkflow',
      summary: 'Publish the draft as a version',
      description:
        'If-Match is the ETag of the draft. The same content again answers 200 with the version that there is.',
      access: WRITE,
      rest: { method: 'POST', path: `${ONE}/versions` },
      params: schema.WorkflowPath,
      reply: schema.WorkflowVersionRow,
      status: 201,
      repeatable: true,
      matchRequired: true,
      location: (path, { number }) => `${path}/${number}`,
      errors: [workflow_not_found, workflow_archived, workflow_invalid],
      run: (ctx, { workflowId }) => versions.publish(ctx, workflowId, tools),
    }),
    operation({
      ...about,
      id: 'getWorkflowVersion',
      summary: 'Read a version of a workflow',
      description:
        'It never changes, and its `ETag` is its `sha256`. `view` adds it as YAML, as a Mermaid diagram or as a graph; whoever accepts one of the first two media types gets that alone.',
      access: READ,
      rest: { method: 'GET', path: `${ONE}/versions/:version` },
      params: schema.VersionPath,
      query: schema.VersionQuery,
      reply: schema.WorkflowVersion,
      versioned: true,
      immutable: ({ sha256 }) => sha256,
      contents: { [YAML]: versions.yamlOf, 'text/vnd.mermaid': versions.diagramOf },
      errors: [workflow_not_found, workflow_version_not_found],
      run: (ctx, { workflowId, version, view }) => versions.getVersion(ctx, workflowId, version, view),
    }),
    operation({
      ...about,
      id: 'compareWorkflowVersions',
      summary: 'Compare a version with another',
      access: READ,
      rest: { method: 'GET', path: `${ONE}/versions/:version/diff` },
      params: schema.VersionPath,
      query: schema.VersionDiffQuery,
      reply: schema.VersionDiff,
      errors: [workflow_not_found, workflow_version_not_found],
      run: (ctx, { workflowId, version, against }) => versions.compareVersions(ctx, workflowId, version, against),
    }),
  ]
}

export function activationOperations({ functions }: Pick<WorkflowTools, 'functions'>): Operation[] {
  const about = { tag: 'Workflow versions' }
  return [
    operation({
      ...about,
      id: 'activateWorkflow',
      summary: 'Activate one or two versions of a workflow',
      description:
        'New runs follow them from now on, by weight; an earlier version is the way back. If-Match is the ETag of the workflow.',
      access: EXECUTE,
      rest: { method: 'PUT', path: `${ONE}/activation` },
      params: schema.WorkflowPath,
      body: schema.ActivationWrite,
      reply: schema.Workflow,
      versioned: true,
      matchRequired: true,
      errors: [
        workflow_not_found,
        workflow_archived,
        activations.failures.workflow_routes_invalid,
        activations.failures.workflow_in_jsonata,
        versions.failures.workflow_version_unknown,
        workflow_tests_not_passed,
      ],
      run: (ctx, { workflowId, routes, requireTestsPassed }) =>
        activations.activate(ctx, workflowId, routes, functions, requireTestsPassed),
    }),
    operation({
      ...about,
      id: 'deactivateWorkflow',
      summary: 'Turn a workflow off',
      access: EXECUTE,
      rest: { method: 'DELETE', path: `${ONE}/activation` },
      params: schema.WorkflowPath,
      query: schema.DeactivationQuery,
      reply: NOTHING,
      status: 204,
      matchRequired: true,
      errors: [workflow_not_found, activations.failures.workflow_not_active],
      run: (ctx, { workflowId, openRuns }) => activations.deactivate(ctx, workflowId, openRuns),
    }),
  ]
}
