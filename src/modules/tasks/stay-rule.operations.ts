import { operation } from '#core/operation.ts'
import * as schema from './stay-rule.schema.ts'
import * as stayRules from './stay-rule.service.ts'
import { TaskPath } from './task.schema.ts'

const { task_not_found, stay_rule_not_found, stay_rule_inapplicable } = stayRules.failures
const about = {
  tag: 'Tasks',
  access: { role: 'member' },
  params: TaskPath,
} as const
const ITEM = '/workspaces/:workspaceId/tasks/:taskId/stay-rule'

export const getStayRule = operation({
  ...about,
  id: 'getStayRule',
  summary: 'Read how a task follows its stay',
  rest: { method: 'GET', path: ITEM },
  reply: schema.StayRule,
  errors: [task_not_found, stay_rule_not_found],
  run: (ctx, { taskId }) => stayRules.getStayRule(ctx, taskId),
})

export const setStayRule = operation({
  ...about,
  id: 'setStayRule',
  summary: 'Make a task follow its stay',
  description:
    'Applied at once. When the stay moves, each field that nobody has changed by hand since follows; when it is cancelled, a task that has not begun is closed.',
  rest: { method: 'PUT', path: ITEM },
  body: schema.StayRuleSet,
  reply: schema.StayRule,
  errors: [task_not_found, stay_rule_inapplicable],
  run: (ctx, { taskId, ...input }) => stayRules.setStayRule(ctx, taskId, input),
})

export const removeStayRule = operation({
  ...about,
  id: 'removeStayRule',
  summary: 'Let a task follow its stay no longer',
  rest: { method: 'DELETE', path: ITEM },
  reply: schema.StayRuleRemoved,
  errors: [task_not_found, stay_rule_not_found],
  run: (ctx, { taskId }) => stayRules.removeStayRule(ctx, taskId),
})
