import { Type, type Static } from 'typebox'
import { closed, Line, Page, Paging, readBy, Uuid, WorkspaceId } from '#core/schema.ts'
import { ChecklistItem } from './task-part.schema.ts'

const external = {
  externalSource: Line(100, { description: 'The system the action lives in.', examples: ['rapideye'] }),
  externalId: Line(200, { description: 'Its id there.', examples: ['inspection-8812'] }),
}

export const ChecklistItemPage = Page(ChecklistItem, { $id: 'ChecklistItemPage' })
export const ChecklistItemQuery = closed(Paging)
export const ChecklistItemPath = closed({ workspaceId: WorkspaceId, taskId: Uuid, itemId: Uuid })
export const ExternalItemPath = closed({ workspaceId: WorkspaceId, taskId: Uuid, ...external })

/** An action in another system, linked from the checklist. */
export const ExternalAction = closed(
  {
    ...external,
    actionUrl: readBy(
      ['technician'],
      Type.String({ format: 'https-url', maxLength: 2000, description: 'Where the action is done.' }),
    ),
    blocksCompletion: readBy(
      ['technician'],
      Type.Boolean({
        description: 'While it is required and not done, the task cannot be completed.',
      }),
    ),
    title: Type.Optional(readBy(['technician'], Line(500, { description: '`Open in` and the source unless sent.' }))),
    required: Type.Optional(
      readBy(['technician'], Type.Boolean({ default: true, description: 'false: it never blocks the completion.' })),
    ),
  },
  {
    $id: 'ExternalAction',
    examples: [
      {
        externalSource: 'rapideye',
        externalId: 'inspection-8812',
        actionUrl: 'https://inspections.example/8812',
        blocksCompletion: true,
        title: 'Finish the inspection',
      },
    ],
  },
)

export type ChecklistItemQuery = Static<typeof ChecklistItemQuery>
export type ExternalAction = Static<typeof ExternalAction>
