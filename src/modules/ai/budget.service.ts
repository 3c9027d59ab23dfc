import { noteChange } from '#core/changes.ts'
import { assertVersion, inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { assertReadOnly } from '#core/patch.ts'
import { recordAudit } from '#modules/identity/audit.service.ts'
import * as budgets from './budget.queries.ts'
import { periodsAt } from './budget.rules.ts'
import { AI_BUDGET_FIXED, AI_BUDGET_LIMITS, type AiBudgetUpdate } from './budget.schema.ts'

export async function getBudget(ctx: WorkspaceCtx): Promise<budgets.BudgetRow> {
  const periods = periodsAt(ctx.now)
  return (await budgets.findBudget(ctx, periods)) ?? unlimited(ctx.workspaceId, periods)
}

/** Nobody has set a limit, and nothing was used. */
function unlimited(workspaceId: string, { day, month }: budgets.Periods): budgets.BudgetRow {
  return {
    workspaceId,
    dayTokensMax: null,
    dayCostMicrosMax: null,
    monthTokensMax: null,
    monthCostMicrosMax: null,
    day,
    dayTokens: 0,
    dayCostMicros: 0,
    month,
    monthTokens: 0,
    monthCostMicros: 0,
    heldTokens: 0,
    heldCostMicros: 0,
    updatedAt: null,
    version: 1,
  }
}

export function updateBudget(ctx: WorkspaceCtx, changes: AiBudgetUpdate): Promise<budgets.BudgetRow> {
  return inTransaction(ctx, async (ctx) => {
    await budgets.lockBudget(ctx)
    const before = await getBudget(ctx)
    assertVersion(ctx, before.version)
    assertReadOnly(before, changes, AI_BUDGET_FIXED)
    const after = { ...before, ...changes }
    if (AI_BUDGET_LIMITS.every((limit) => after[limit] === before[limit])) return before
    await budgets.saveLimits(ctx, after)
    const details = Object.fromEntries(AI_BUDGET_LIMITS.map((limit) => [limit, after[limit]]))
    const target = { targetKind: 'workspace', targetId: ctx.workspaceId }
    await recordAudit(ctx, { action: 'ai_budget.changed', ...target, details, before })
    await noteChange(ctx, 'ai_budget.changed', {})
    return getBudget(ctx)
  })
}
