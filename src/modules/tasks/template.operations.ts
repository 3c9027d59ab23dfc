import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import { listTemplates as list } from './template.queries.ts'
import * as schema from './template.schema.ts'
import * as templates from './template.service.ts'

const { template_not_found, reference_unknown } = templates.failures
const LIST = '/workspaces/:workspaceId/task-templates'
const ITEM = `${LIST}/:templateId`

export const listTemplates = operation({
  id: 'listTemplates',
  summary: 'List task templates with their checklists',
  tag: 'Task templates',
  access: { role: 'member' },
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.TemplateQuery,
  reply: schema.TemplatePage,
  run: (ctx, query) => list(ctx, query),
})

export const getTemplate = operation({
  id: 'getTemplate',
  summary: 'Read a task template',
  tag: 'Task templates',
  access: { role: 'member' },
  rest: { method: 'GET', path: ITEM },
  params: schema.TemplatePath,
  reply: schema.Template,
  versioned: true,
  errors: [template_not_found],
  run: (ctx, { templateId }) => templates.getTemplate(ctx, templateId),
})

export const createTemplate = operation({
  id: 'createTemplate',
  summary: 'Create a task template',
  tag: 'Task templates',
  access: { role: 'manager' },
  rest: { method: 'POST', path: LIST },
  params: WorkspacePath,
  body: schema.TemplateCreate,
  reply: schema.Template,
  status: 201,
  versioned: true,
  errors: [reference_unknown],
  run: (ctx, input) => templates.createTemplate(ctx, input),
})

export const updateTemplate = operation({
  id: 'updateTemplate',
  summary: 'Change a task template',
  description: '`items` and `tagIds` are replaced as a whole. Tasks made from it before stay as they are.',
  tag: 'Task templates',
  access: { role: 'manager' },
  rest: { method: 'PATCH', path: ITEM },
  params: schema.TemplatePath,
  body: schema.TemplateUpdate,
  reply: schema.Template,
  versioned: true,
  errors: [template_not_found, reference_unknown],
  run: (ctx, { templateId, ...changes }) => templates.updateTemplate(ctx, templateId, changes),
})

export const deleteTemplate = operation({
  id: 'deleteTemplate',
  summary: 'Delete a task template',
  tag: 'Task templates',
  access: { role: 'manager' },
  rest: { method: 'DELETE', path: ITEM },
  params: schema.TemplatePath,
  reply: Deleted,
  conditional: true,
  errors: [template_not_found],
  run: (ctx, { templateId }) => templates.deleteTemplate(ctx, templateId),
})
