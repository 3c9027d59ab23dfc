import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import * as schema from './budget.schema.ts'
import * as budgets from './budget.service.ts'

const about = { tag: 'AI usage', params: WorkspacePath, reply: schema.AiBudget, versioned: true }
const path = '/workspaces/:workspaceId/ai-budget'

export const getAiBudget = operation({
  ...about,
  id: 'getAiBudget',
  summary: 'Read what the workspace may use of models, and what it has used',
  access: { role: 'manager' },
  rest: { method: 'GET', path },
  run: (ctx) => budgets.getBudget(ctx),
})

export const updateAiBudget = operation({
  ...about,
  id: 'updateAiBudget',
  summary: 'Set what the workspace may use of models',
  description: 'A call that could pass a limit is refused before it is made. What was used before counts.',
  access: { role: 'admin' },
  rest: { method: 'PATCH', path },
  body: schema.AiBudgetUpdate,
  settlesCredentials: true,
  run: (ctx, changes) => budgets.updateBudget(ctx, changes),
})
