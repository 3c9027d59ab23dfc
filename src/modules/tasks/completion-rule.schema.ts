import { Type, type Static } from 'typebox'
import { closed, DateTime, Nullable, oneOf, optional, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

const target = {
  departmentId: Nullable(Uuid, { description: 'Holds for the tasks of this department.' }),
  templateId: Nullable(Uuid, { description: 'Holds for the tasks made from this template.' }),
}
const requires = oneOf(['summary', 'photo', 'cost'], { description: 'What must be there at completion.' })

export const CompletionRule = Type.Object(
  { id: Uuid, ...target, requires, createdAt: DateTime },
  { $id: 'CompletionRule' },
)
export const CompletionRulePage = Page(CompletionRule, { $id: 'CompletionRulePage' })
export const CompletionRuleQuery = closed({ ...optional({ departmentId: Uuid, templateId: Uuid }), ...Paging })
export const CompletionRulePath = closed({ workspaceId: WorkspaceId, ruleId: Uuid })
export const CompletionRuleCreate = closed(
  { ...optional(target), requires },
  {
    $id: 'CompletionRuleCreate',
    examples: [{ departmentId: '0198f6a1-03d7-7f6e-8a42-91c7d0b5e3aa', requires: 'photo' }],
  },
)
export const COMPLETION_RULE_FIELDS = Object.keys(CompletionRule.properties)

export type CompletionRule = Static<typeof CompletionRule>
export type CompletionRuleCreate = Static<typeof CompletionRuleCreate>
export type CompletionRuleQuery = Static<typeof CompletionRuleQuery>
