import { isDeepStrictEqual } from 'node:util'
import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { coreFailures, defineFailures, fail, failInapplicable } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import type { Listed } from '#core/paging.ts'
import { assertReadOnly } from '#core/patch.ts'
import { Uuid } from '#core/schema.ts'
import * as items from './cost-item.queries.ts'
import { wrongAmount } from './cost-item.rules.ts'
import type { CostItemCreate, CostItemQuery, CostItemUpdate } from './cost-item.schema.ts'
import type { CostItem } from './task-part.schema.ts'
import { blockersOf } from './task-completion.service.ts'
import { noteActivity, saveTask } from './task-update.queries.ts'
import { assertUnblocked, failures as updateFailures } from './task-update.service.ts'
import { findTask, lockTask, type TaskRow } from './task.queries.ts'
import { failures as taskFailures } from './task.service.ts'

const { task_not_found } = taskFailures
const { task_inapplicable, completion_blocked } = updateFailures
export const failures = {
  task_not_found,
  task_inapplicable,
  completion_blocked,
  ...defineFailures({ cost_item_not_found: { status: 404, text: 'No such cost item on this task.' } }),
}

export async function listCostItems(
  ctx: WorkspaceCtx,
  taskId: string,
  query: CostItemQuery,
): Promise<Listed<CostItem>> {
  if (!(await findTask(ctx, taskId))) fail(task_not_found)
  return items.listCostItems(ctx, taskId, query)
}

export async function getCostItem(ctx: WorkspaceCtx, taskId: string, costItemId: string): Promise<CostItem> {
  if (!(await findTask(ctx, taskId))) fail(task_not_found)
  return (await items.findCostItem(ctx, taskId, costItemId)) ?? fail(failures.cost_item_not_found)
}

export function addCostItem(ctx: WorkspaceCtx, taskId: string, input: CostItemCreate): Promise<CostItem> {
  return inTransaction(ctx, async (ctx) => {
    const task = (await lockTask(ctx, taskId)) ?? fail(task_not_found)
    const { currency = task.costCurrency, description = '', categoryName = '', notes = '', ...rest } = input
    const item = { id: newId(), ...rest, currency, description, categoryName, notes }
    assertAmount(input, item)
    await items.insertCostItem(ctx, task.id, item)
    await traceCosts(ctx, task.id, { costItemId: item.id, change: 'added' })
    return item
  })
}

export function updateCostItem(
  ctx: WorkspaceCtx,
  taskId: string,
  costItemId: string,
  changes: CostItemUpdate,
): Promise<CostItem> {
  return inTransaction(ctx, async (ctx) => {
    const task = (await lockTask(ctx, taskId)) ?? fail(task_not_found)
    const before = (await items.findCostItem(ctx, task.id, costItemId)) ?? fail(failures.cost_item_not_found)
    assertVersion(ctx, task.version)
    assertReadOnly(before, changes, { id: Uuid })
    const after = { ...before, ...changes }
    assertAmount(changes, after)
    if (isDeepStrictEqual(after, before)) return before
    await items.saveCostItem(ctx, after)
    await traceCosts(ctx, task.id, { costItemId: before.id, change: 'changed' })
    return after
  })
}

export function deleteCostItem(
  ctx: WorkspaceCtx,
  taskId: string,
  costItemId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const task = (await lockTask(ctx, taskId)) ?? fail(task_not_found)
    const { id } = (await items.findCostItem(ctx, task.id, costItemId)) ?? fail(failures.cost_item_not_found)
    assertVersion(ctx, task.version)
    await items.deleteCostItem(ctx, id)
    if (task.status === 'COMPLETED') await assertCosted(ctx, task)
    await traceCosts(ctx, task.id, { costItemId: id, change: 'removed' })
    return { id, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

/** What a completion needed is not taken away afterwards. */
async function assertCosted(ctx: TxCtx, task: TaskRow): Promise<void> {
  assertUnblocked((await blockersOf(ctx, task)).filter(({ requires }) => requires === 'cost'))
}

function assertAmount(sent: CostItemUpdate, after: { amount: number; currency: string }): void {
  const wrong = wrongAmount(sent, after)
  if (!wrong) return
  const { field, message, malformed } = wrong
  failInapplicable(malformed ? coreFailures.invalid_request : task_inapplicable, field, message)
}

async function traceCosts(ctx: TxCtx, taskId: string, details: { costItemId: string; change: string }): Promise<void> {
  await saveTask(ctx, taskId, {})
  await noteActivity(ctx, taskId, 'task.costs_changed', details)
  await emit(ctx, { type: 'task.costs_changed', taskId, ...details })
}
