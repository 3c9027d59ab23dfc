import type { WorkspaceCtx } from '#core/context.ts'
import { getSettings } from '#modules/identity/workspace.service.ts'
import { withParts } from './task-include.ts'
import { listWorkOrders, taskOf } from './task.queries.ts'
import { totalsOf } from './work-order.rules.ts'
import type { WorkOrderReport } from './work-order.schema.ts'

/** What the field does on a day, and what it costs. */
export async function dailyWorkOrders(ctx: WorkspaceCtx, date: string): Promise<WorkOrderReport> {
  const rows = await listWorkOrders(ctx, date)
  const tasks = await withParts(ctx, rows.map(taskOf), 'costItems,assignees')
  const workOrders = tasks.map(({ costItems = [], assignees = [], ...task }) => ({ ...task, costItems, assignees }))
  const { currency } = await getSettings(ctx)
  const { workspaceId } = ctx
  return { workspaceId, date, workOrderCount: workOrders.length, ...totalsOf(workOrders, currency), workOrders }
}
