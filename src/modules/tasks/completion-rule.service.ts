import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { refusingTaken } from '#core/db-failures.ts'
import { defineFailures, fail, failAt } from '#core/errors.ts'
import { recordChange } from '#modules/identity/audit.service.ts'
import * as rules from './completion-rule.queries.ts'
import type { CompletionRule, CompletionRuleCreate } from './completion-rule.schema.ts'
import { findTemplate } from './task-template.queries.ts'
import { missingReferences } from './task-update.queries.ts'
import { assertKnown, failures as taskFailures } from './task.service.ts'

const { reference_unknown } = taskFailures
export const failures = {
  reference_unknown,
  ...defineFailures({
    rule_not_found: { status: 404, text: 'No such completion rule in this workspace.' },
    rule_exists: { status: 409, text: 'There is such a rule already.' },
    rule_target_unclear: { status: 422, text: 'A rule is for one department or one template.' },
  }),
}

const TAKEN = { completion_rules_once: { failure: failures.rule_exists, field: 'requires' } }

export async function getRule(ctx: WorkspaceCtx, ruleId: string): Promise<CompletionRule> {
  return (await rules.findRule(ctx, ruleId)) ?? fail(failures.rule_not_found)
}

/** It holds for completions from now on; tasks that are completed stay so. */
export function createRule(ctx: WorkspaceCtx, input: CompletionRuleCreate): Promise<CompletionRule> {
  return inTransaction(ctx, async (ctx) => {
    const { departmentId = null, templateId = null, requires } = input
    if ((departmentId === null) === (templateId === null))
      failAt(failures.rule_target_unclear, 'departmentId', 'templateId')
    assertKnown(await missingReferences(ctx, departmentId ? { departmentId } : {}))
    if (templateId && !(await findTemplate(ctx, templateId))) assertKnown(['templateId'])
    const write = rules.insertRule(ctx, { id: newId(), departmentId, templateId, requires })
    const rule = (await refusingTaken(write, TAKEN)) ?? fail(failures.rule_not_found)
    await trace(ctx, 'completion_rule.created', rule)
    return rule
  })
}

export function deleteRule(
  ctx: WorkspaceCtx,
  ruleId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const rule = (await rules.deleteRule(ctx, ruleId)) ?? fail(failures.rule_not_found)
    await trace(ctx, 'completion_rule.deleted', rule)
    return { id: rule.id, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

function trace(ctx: TxCtx, action: string, rule: CompletionRule): Promise<void> {
  const { id, departmentId, templateId, requires } = rule
  const details = { departmentId, templateId, requires }
  return recordChange(ctx, { action, targetKind: 'completion_rule', targetId: id, details, event: { ruleId: id } })
}
