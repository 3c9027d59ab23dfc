import { Type, type Static } from 'typebox'
import { closed, oneOf, optional, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'
import { BILL_TO_TYPES, CostItem } from './task-part.schema.ts'

const writable = {
  amount: Type.Number({ minimum: 0, maximum: 1_000_000_000_000 }),
  currency: Type.String({ format: 'currency-code', description: 'The currency of the task unless sent.' }),
  description: Type.String({ maxLength: 500, examples: ['Mixer tap'] }),
  billToType: oneOf(BILL_TO_TYPES),
  categoryName: Type.String({ maxLength: 200 }),
  notes: Type.String({ maxLength: 10_000 }),
}

export const CostItemCreate = closed(
  { ...optional(writable), amount: writable.amount, billToType: writable.billToType },
  { $id: 'CostItemCreate', examples: [{ amount: 85.5, description: 'Mixer tap', billToType: 'OWNER' }] },
)
export const CostItemUpdate = closed(optional({ id: Uuid, ...writable }), {
  $id: 'CostItemUpdate',
  examples: [{ amount: 79 }],
})
export const CostItemPage = Page(CostItem, { $id: 'CostItemPage' })
export const CostItemQuery = closed(Paging)
export const CostItemPath = closed({ workspaceId: WorkspaceId, taskId: Uuid, costItemId: Uuid })

export const COST_ITEM_FIELDS = Object.keys(CostItem.properties)

export type CostItemCreate = Static<typeof CostItemCreate>
export type CostItemUpdate = Static<typeof CostItemUpdate>
export type CostItemQuery = Static<typeof CostItemQuery>
