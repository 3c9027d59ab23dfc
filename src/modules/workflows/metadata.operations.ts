import { operation, type Operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { failures } from './draft.service.ts'
import * as schema from './metadata.schema.ts'
import * as metadata from './metadata.service.ts'
import type { WorkflowTools } from './workflow-tools.service.ts'

const about = { tag: 'Workflow metadata', access: { scope: 'workflows:read', role: 'member' } } as const

export function metadataOperations(tools: WorkflowTools): Operation[] {
  return [
    operation({
      ...about,
      id: 'validateWorkflow',
      summary: 'Check a document',
      description: 'Everything that is wrong with it, by place. Nothing is kept.',
      rest: { method: 'POST', path: '/workspaces/:workspaceId/workflow-validations' },
      params: WorkspacePath,
      body: schema.ValidationWrite,
      reply: schema.Validation,
      errors: [failures.workflow_content_missing],
      run: (ctx, input) => metadata.validate(ctx, input, tools),
    }),
    operation({
      ...about,
      id: 'getWorkflowCatalog',
      summary: 'What documents can be made of',
      description: 'The schema of the language, functions of the product, events, and limits.',
      rest: { method: 'GET', path: '/workspaces/:workspaceId/workflow-catalog' },
      params: WorkspacePath,
      reply: schema.WorkflowCatalog,
      versioned: true,
      run: async () => metadata.catalogOf(tools.functions),
    }),
  ]
}
