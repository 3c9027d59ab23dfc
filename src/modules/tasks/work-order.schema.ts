import { Type, type Static } from 'typebox'
import { closed, DateOnly, Nullable, WorkspaceId } from '#core/schema.ts'
import { Assignee, CostItem } from './task-part.schema.ts'
import { Task, TaskReduced } from './task.schema.ts'

const shown = [
  'id',
  'shortId',
  'title',
  'description',
  'status',
  'priority',
  'property',
  'department',
  'scheduledDate',
  'scheduledTime',
  'estimatedDurationMinutes',
  'billableToOwner',
  'cost',
  'costCurrency',
  'isNoCharge',
] as const
const parts = { costItems: Type.Array(CostItem), assignees: Type.Array(Assignee) }

const totals = {
  workspaceId: WorkspaceId,
  date: DateOnly,
  workOrderCount: Type.Integer(),
  totalCost: Nullable(Type.Number(), { description: 'null when the currencies are mixed.' }),
  totalCostCurrency: Type.String({ description: 'The currency code, or MIXED.', examples: ['EUR', 'MIXED'] }),
  costTotalsByCurrency: Type.Record(Type.String(), Type.Number(), { description: 'By currency code.' }),
}

const EXAMPLE = {
  workspaceId: 'seaside-homes',
  date: '2026-11-16',
  workOrderCount: 0,
  totalCost: 0,
  totalCostCurrency: 'EUR',
  costTotalsByCurrency: {},
  workOrders: [],
}

const WorkOrder = Type.Object({ ...Type.Pick(Task, shown).properties, ...parts }, { $id: 'WorkOrder' })
const WorkOrderReduced = Type.Object(
  { ...Type.Pick(TaskReduced, shown).properties, ...parts },
  { $id: 'WorkOrderReduced' },
)

export const WorkOrderReport = Type.Object(
  { ...totals, workOrders: Type.Array(WorkOrder) },
  { $id: 'WorkOrderReport', examples: [EXAMPLE] },
)
export const WorkOrderReportReduced = Type.Object(
  { ...totals, workOrders: Type.Array(WorkOrderReduced) },
  { $id: 'WorkOrderReportReduced', examples: [EXAMPLE] },
)
export const WorkOrderQuery = closed({ date: DateOnly })

export type WorkOrderReport = Static<typeof WorkOrderReport>
