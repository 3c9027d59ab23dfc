import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import { listRules } from './completion-rule.queries.ts'
import * as schema from './completion-rule.schema.ts'
import * as rules from './completion-rule.service.ts'

const { rule_not_found, ...refusals } = rules.failures
const LIST = '/workspaces/:workspaceId/completion-rules'
const ITEM = `${LIST}/:ruleId`

export const listCompletionRules = operation({
  id: 'listCompletionRules',
  summary: 'List what completions require',
  tag: 'Completion rules',
  access: { role: 'member' },
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.CompletionRuleQuery,
  reply: schema.CompletionRulePage,
  run: (ctx, query) => listRules(ctx, query),
})

export const getCompletionRule = operation({
  id: 'getCompletionRule',
  summary: 'Read a completion rule',
  tag: 'Completion rules',
  access: { role: 'member' },
  rest: { method: 'GET', path: ITEM },
  params: schema.CompletionRulePath,
  reply: schema.CompletionRule,
  errors: [rule_not_found],
  run: (ctx, { ruleId }) => rules.getRule(ctx, ruleId),
})

export const createCompletionRule = operation({
  id: 'createCompletionRule',
  summary: 'Require something at completion',
  description: 'For the tasks of one department or of one template. Tasks that are completed stay so.',
  tag: 'Completion rules',
  access: { role: 'manager' },
  rest: { method: 'POST', path: LIST },
  params: WorkspacePath,
  body: schema.CompletionRuleCreate,
  reply: schema.CompletionRule,
  status: 201,
  errors: Object.values(refusals),
  run: (ctx, input) => rules.createRule(ctx, input),
})

export const deleteCompletionRule = operation({
  id: 'deleteCompletionRule',
  summary: 'Delete a completion rule',
  tag: 'Completion rules',
  access: { role: 'manager' },
  rest: { method: 'DELETE', path: ITEM },
  params: schema.CompletionRulePath,
  reply: Deleted,
  errors: [rule_not_found],
  run: (ctx, { ruleId }) => rules.deleteRule(ctx, ruleId),
})
