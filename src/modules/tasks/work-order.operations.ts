import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { TASK_CONTRACT } from './task.schema.ts'
import { WorkOrderQuery, WorkOrderReport, WorkOrderReportReduced } from './work-order.schema.ts'
import { dailyWorkOrders } from './work-order.service.ts'

export const getDailyWorkOrders = operation({
  id: 'getDailyWorkOrders',
  summary: 'Read the work orders of a day with their costs',
  description:
    'Tasks in status SCHEDULED on the date, in departments of kind field_ops, by time and short id. An order counts nothing when it is free of charge, else its cost items, else its cost.',
  tag: 'Tasks',
  contract: TASK_CONTRACT,
  access: { scope: 'tasks:read', role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/tasks/daily-work-orders' },
  params: WorkspacePath,
  query: WorkOrderQuery,
  reply: WorkOrderReport,
  replyRestricted: WorkOrderReportReduced,
  run: (ctx, { date }) => dailyWorkOrders(ctx, date),
})
