import type { Scope, TxCtx } from '#core/context.ts'
import { one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { columnsOf, every, insertion, sql } from '#core/sql.ts'
import { COMPLETION_RULE_FIELDS, type CompletionRule, type CompletionRuleQuery } from './completion-rule.schema.ts'

const COLUMNS = columnsOf(COMPLETION_RULE_FIELDS)

export function listRules({ db, workspaceId }: Scope, query: CompletionRuleQuery): Promise<Listed<CompletionRule>> {
  const { departmentId, templateId } = query
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`completion_rules`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      departmentId !== undefined && sql`department_id = ${departmentId}`,
      templateId !== undefined && sql`template_id = ${templateId}`,
    ]),
    order: sql`created_at desc, id desc`,
  })
}

export function findRule({ db, workspaceId }: Scope, ruleId: string): Promise<CompletionRule | undefined> {
  return one(db, sql`select ${COLUMNS} from completion_rules where workspace_id = ${workspaceId} and id = ${ruleId}`)
}

export function insertRule(
  { db, workspaceId, now }: TxCtx,
  rule: Omit<CompletionRule, 'createdAt'>,
): Promise<CompletionRule | undefined> {
  const row = { ...rule, workspaceId, createdAt: now }
  return one(db, sql`insert into completion_rules ${insertion(row)} returning ${COLUMNS}`)
}

export function deleteRule({ db, workspaceId }: TxCtx, ruleId: string): Promise<CompletionRule | undefined> {
  return one(
    db,
    sql`delete from completion_rules where workspace_id = ${workspaceId} and id = ${ruleId} returning ${COLUMNS}`,
  )
}
