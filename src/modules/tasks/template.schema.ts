import { Type, type Static } from 'typebox'
import { closed, DateTime, Line, Nullable, oneOf, optional, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'
import { CHECKLIST_KINDS } from './task-part.schema.ts'
import { Task } from './task.schema.ts'

const { priority, description, estimatedDurationMinutes } = Task.properties

const TemplateItem = closed({
  // An external item belongs to one task of another system; a template cannot foresee it.
  kind: oneOf(CHECKLIST_KINDS.filter((kind) => kind !== 'EXTERNAL')),
  title: Line(500),
  required: Type.Boolean(),
  blocksCompletion: Type.Boolean({ description: 'While it is required and not done, the task cannot be completed.' }),
})

const writable = {
  name: Line(200, { description: 'What the template is called among templates.', examples: ['Turnover'] }),
  title: Nullable(Line(500), { description: 'What its tasks are called.' }),
  description,
  departmentId: Nullable(Uuid),
  priority: Nullable(priority),
  estimatedDurationMinutes,
  tagIds: Type.Array(Uuid, { maxItems: 100, uniqueItems: true }),
  items: Type.Array(TemplateItem, { maxItems: 200, description: 'The checklist, in its order. Replaced as a whole.' }),
}
const fixed = { id: Uuid, createdAt: DateTime, updatedAt: DateTime }

const ITEMS = [{ kind: 'CHECK', title: 'Change the linen', required: true, blocksCompletion: true }]

export const Template = Type.Object({ ...fixed, ...writable }, { $id: 'TaskTemplate' })
export const TemplatePage = Page(Template, { $id: 'TaskTemplatePage' })
export const TemplateQuery = closed(Paging)
export const TemplatePath = closed({ workspaceId: WorkspaceId, templateId: Uuid })
export const TemplateCreate = closed(
  { ...optional(writable), name: writable.name },
  { $id: 'TaskTemplateCreate', examples: [{ name: 'Turnover', estimatedDurationMinutes: 120, items: ITEMS }] },
)
export const TemplateUpdate = closed(optional({ ...fixed, ...writable }), {
  $id: 'TaskTemplateUpdate',
  examples: [{ items: ITEMS }],
})

export const TEMPLATE_FIXED = fixed
/** What stands in the template's own row. */
export const TEMPLATE_STORED = Object.keys(writable).filter((field) => field !== 'tagIds' && field !== 'items')

export type Template = Static<typeof Template>
export type TemplateItem = Static<typeof TemplateItem>
export type TemplateCreate = Static<typeof TemplateCreate>
export type TemplateUpdate = Static<typeof TemplateUpdate>
export type TemplateQuery = Static<typeof TemplateQuery>
