import { Type, type Static } from 'typebox'
import { closed, DateOnly, inDocuments, Nullable, WorkspaceId } from '#core/schema.ts'
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
const parts = {
  costItems: Type.Array(CostItem, { description: 'Oldest first. Where there are any, they count instead of `cost`.' }),
  assignees: Type.Array(Assignee, { description: 'The primary first, the others by name.' }),
}
const day = inDocuments('Orders of this day, each in the time zone of its property.')
const orders = { description: 'By time, those without one last, then by short id.' }

const totals = {
  workspaceId: WorkspaceId,
  date: Type.String({ ...DateOnly, ...day }),
  workOrderCount: Type.Integer({ description: 'How many there are; the report has no pages.' }),
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
  { ...totals, workOrders: Type.Array(WorkOrder, orders) },
  { $id: 'WorkOrderReport', examples: [EXAMPLE] },
)
export const WorkOrderReportReduced = Type.Object(
  { ...totals, workOrders: Type.Array(WorkOrderReduced, orders) },
  { $id: 'WorkOrderReportReduced', examples: [EXAMPLE] },
)
export const WorkOrderQuery = closed({ date: Type.String({ ...DateOnly, ...day }) })

export type WorkOrderReport = Static<typeof WorkOrderReport>
