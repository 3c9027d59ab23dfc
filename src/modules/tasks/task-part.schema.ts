import { Type, type Static } from 'typebox'
import { CommaList, CustomFields, DateTime, Nullable, oneOf, Uuid } from '#core/schema.ts'

/** What `include` can add to a task. */
export const TASK_INCLUDES = ['costItems', 'assignees', 'checklist', 'tags', 'attachments', 'comments'] as const
export type TaskInclude = (typeof TASK_INCLUDES)[number]

export const IncludeList = CommaList(TASK_INCLUDES, { examples: ['assignees,costItems'] })

export const BILL_TO_TYPES = ['OWNER', 'GUEST', 'INTERNAL', 'DAMAGE', 'INSURANCE', 'REVIEW'] as const
export const CHECKLIST_KINDS = ['CHECK', 'CONDITION', 'PHOTO', 'COUNT', 'TEXT', 'YES_NO', 'RATING', 'EXTERNAL'] as const

export const CostItem = Type.Object(
  {
    id: Uuid,
    amount: Type.Number(),
    currency: Type.String(),
    description: Type.String(),
    billToType: oneOf(BILL_TO_TYPES, { description: 'Who pays for it, or what does.' }),
    categoryName: Type.String(),
    notes: Type.String(),
  },
  { $id: 'CostItem' },
)

export const Assignee = Type.Object(
  {
    id: Type.String({ ...Uuid, description: 'Of the assignment, not of the one who has it.' }),
    role: oneOf(['PRIMARY', 'SECONDARY'], { description: 'At most one is PRIMARY.' }),
    type: oneOf(['USER', 'VENDOR']),
    userId: Nullable(Uuid, { description: 'null for a VENDOR.' }),
    vendorOrgId: Nullable(Uuid, { description: 'null for a USER.' }),
    name: Type.String(),
  },
  { $id: 'Assignee' },
)

export const ChecklistItem = Type.Object(
  {
    id: Uuid,
    kind: oneOf(CHECKLIST_KINDS, { description: 'EXTERNAL: an action in another system.' }),
    title: Type.String(),
    required: Type.Boolean(),
    blocksCompletion: Type.Boolean({ description: 'While it is required and not done, the task cannot be completed.' }),
    externalSource: Nullable(Type.String()),
    externalId: Nullable(Type.String()),
    actionUrl: Nullable(Type.String()),
    answer: Nullable(CustomFields, {
      description: 'What was answered, by the kind of the item: `{"done": true}`, `{"count": 4}` and so on.',
    }),
    completedAt: Nullable(DateTime),
    createdAt: DateTime,
  },
  {
    $id: 'ChecklistItem',
    examples: [
      {
        id: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d95',
        kind: 'EXTERNAL',
        title: 'Finish the inspection',
        required: true,
        blocksCompletion: true,
        externalSource: 'rapideye',
        externalId: 'inspection-8812',
        actionUrl: 'https://inspections.example/8812',
        answer: null,
        completedAt: null,
        createdAt: '2026-11-15T09:30:00.000Z',
      },
    ],
  },
)

export const TaskTag = Type.Object(
  { id: Uuid, name: Type.String(), color: Type.String({ examples: ['#2f6f4f'] }), active: Type.Boolean() },
  {
    $id: 'TaskTag',
    examples: [{ id: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90', name: 'Deep clean', color: '#2f6f4f', active: true }],
  },
)

/** Why a task cannot be completed yet. */
export const Blocker = Type.Object(
  {
    kind: oneOf(['checklist_item', 'task', 'workflow_rule']),
    id: Type.String({ ...Uuid, description: 'Of the item, the task or the rule.' }),
    title: Type.String(),
    actionUrl: Type.Optional(Type.String({ description: 'Where to go to get it done.' })),
    requires: Type.Optional(oneOf(['summary', 'photo', 'cost'], { description: 'What a completion rule asks for.' })),
  },
  {
    $id: 'Blocker',
    examples: [{ kind: 'checklist_item', id: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d95', title: 'Finish the inspection' }],
  },
)

export type Blocker = Static<typeof Blocker>
export type CostItem = Static<typeof CostItem>
export type Assignee = Static<typeof Assignee>
export type ChecklistItem = Static<typeof ChecklistItem>
export type TaskTag = Static<typeof TaskTag>
