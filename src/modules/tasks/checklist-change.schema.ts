import { Type, type Static } from 'typebox'
import { closed, Line, optional, readBy, Uuid } from '#core/schema.ts'
import { ChecklistItem } from './task-part.schema.ts'

const ITEMS_MAX = 50

/** Several changes of one checklist at once: all of them or none. */
export const ChecklistChange = closed(
  optional({
    newTitles: readBy(
      ['technician'],
      Type.Array(Line(500), {
        minItems: 1,
        maxItems: ITEMS_MAX,
        description: 'Items to tick, added at the end in this order.',
        examples: [['Check the smoke alarm']],
      }),
    ),
    completedItemIds: readBy(
      ['technician'],
      Type.Array(Uuid, {
        minItems: 1,
        maxItems: ITEMS_MAX,
        uniqueItems: true,
        description: 'CHECK and EXTERNAL items that are done now. The time of the first completion is kept.',
      }),
    ),
  }),
  { $id: 'ChecklistChange', examples: [{ newTitles: ['Check the smoke alarm'] }] },
)
export const Checklist = Type.Object({ taskId: Uuid, items: Type.Array(ChecklistItem) }, { $id: 'Checklist' })

export type ChecklistChange = Static<typeof ChecklistChange>
export type Checklist = Static<typeof Checklist>
