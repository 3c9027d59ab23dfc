import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, insertion, sql } from '#core/sql.ts'
import { COST_ITEM_FIELDS, type CostItemQuery } from './cost-item.schema.ts'
import type { CostItem } from './task-part.schema.ts'

const COLUMNS = columnsOf(COST_ITEM_FIELDS)

export function listCostItems(
  { db, workspaceId }: Scope,
  taskId: string,
  query: CostItemQuery,
): Promise<Listed<CostItem>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`task_cost_items`,
    where: sql`workspace_id = ${workspaceId} and task_id = ${taskId}`,
    order: sql`created_at desc, id desc`,
  })
}

export function findCostItem(
  { db, workspaceId }: Scope,
  taskId: string,
  costItemId: string,
): Promise<CostItem | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from task_cost_items
    where workspace_id = ${workspaceId} and task_id = ${taskId} and id = ${costItemId}`,
  )
}

export async function insertCostItem({ db, workspaceId, now }: TxCtx, taskId: string, item: CostItem): Promise<void> {
  await run(db, sql`insert into task_cost_items ${insertion({ ...item, workspaceId, taskId, createdAt: now })}`)
}

export async function saveCostItem({ db, workspaceId }: TxCtx, item: CostItem): Promise<void> {
  const { id, ...fields } = item
  await run(
    db,
    sql`update task_cost_items set ${assignments(fields)} where workspace_id = ${workspaceId} and id = ${id}`,
  )
}

export async function deleteCostItem({ db, workspaceId }: TxCtx, costItemId: string): Promise<void> {
  await run(db, sql`delete from task_cost_items where workspace_id = ${workspaceId} and id = ${costItemId}`)
}
