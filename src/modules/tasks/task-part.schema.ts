import { Type, type Static } from 'typebox'
import { CommaList, CreatedAt, CustomFields, DateTime, Id, Nullable, oneOf, Uuid } from '#core/schema.ts'
import { Attachment } from './attachment.schema.ts'
import { Comment, COMMENTS_INCLUDED_MAX } from './comment.schema.ts'

/** What `include` can add to a task. */
export const TASK_INCLUDES = ['costItems', 'assignees', 'checklist', 'tags', 'attachments', 'comments'] as const
export type TaskInclude = (typeof TASK_INCLUDES)[number]

export const IncludeList = CommaList(TASK_INCLUDES, { examples: ['assignees,costItems'] })

export const BILL_TO_TYPES = ['OWNER', 'GUEST', 'INTERNAL', 'DAMAGE', 'INSURANCE', 'REVIEW'] as const
export const CHECKLIST_KINDS = ['CHECK', 'CONDITION', 'PHOTO', 'COUNT', 'TEXT', 'YES_NO', 'RATING', 'EXTERNAL'] as const

export const CostItem = Type.Object(
  {
    id: Id,
    amount: Type.Number({ description: 'In `currency`, with no more decimals than it has.' }),
    currency: Type.String({ description: 'ISO 4217 code.' }),
    description: Type.String({ description: 'What was paid for; empty when nobody said.' }),
    billToType: oneOf(BILL_TO_TYPES, { description: 'Who pays for it, or what does.' }),
    categoryName: Type.String({ description: 'A free text; empty when nobody said.' }),
    notes: Type.String({ description: 'A free text; empty when nobody said.' }),
  },
  { $id: 'CostItem' },
)

export const Assignee = Type.Object(
  {
    id: Type.String({ ...Uuid, description: 'Of the assignment, not of the one who has it.' }),
    role: oneOf(['PRIMARY', 'SECONDARY'], { description: 'At most one is PRIMARY.' }),
    type: oneOf(['USER', 'VENDOR'], { description: 'A person of the workspace, or a company from outside.' }),
    userId: Nullable(Uuid, { description: 'null for a VENDOR.' }),
    vendorOrgId: Nullable(Uuid, { description: 'null for a USER.' }),
    name: Type.String({ description: 'Of the person or the vendor, as it is now.' }),
  },
  { $id: 'Assignee' },
)

export const ChecklistItem = Type.Object(
  {
    id: Id,
    kind: oneOf(CHECKLIST_KINDS, { description: 'EXTERNAL: an action in another system.' }),
    title: Type.String({ description: 'What is to be done or answered.' }),
    required: Type.Boolean({ description: 'false: it may be left undone, whatever `blocksCompletion` says.' }),
    blocksCompletion: Type.Boolean({ description: 'While it is required and not done, the task cannot be completed.' }),
    externalSource: Nullable(Type.String(), { description: 'The system the action lives in; only of EXTERNAL items.' }),
    externalId: Nullable(Type.String(), { description: 'Its id there; with the source unique on the task.' }),
    actionUrl: Nullable(Type.String(), { description: 'Where the action is done; only of EXTERNAL items.' }),
    answer: Nullable(CustomFields, {
      description: 'What was answered, by the kind of the item: `{"done": true}`, `{"count": 4}` and so on.',
    }),
    completedAt: Nullable(DateTime, {
      description: 'In UTC; null while it is not done. Doing it again keeps the first time.',
    }),
    createdAt: CreatedAt,
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
  {
    id: Id,
    name: Type.String({ description: 'At most 100 characters, on one line.' }),
    color: Type.String({ description: 'Six hexadecimal digits after `#`.', examples: ['#2f6f4f'] }),
    active: Type.Boolean({ description: 'false: it can no longer be added; tasks that have it keep it.' }),
  },
  {
    $id: 'TaskTag',
    examples: [{ id: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90', name: 'Deep clean', color: '#2f6f4f', active: true }],
  },
)

const INCLUDED = { description: 'There when `include` asks for it.' }
/** There only when `include` asks for them. */
export const INCLUDED_PARTS = {
  costItems: Type.Array(CostItem, INCLUDED),
  assignees: Type.Array(Assignee, INCLUDED),
  checklist: Type.Array(ChecklistItem, INCLUDED),
  tags: Type.Array(TaskTag, INCLUDED),
  attachments: Type.Array(Attachment, INCLUDED),
  comments: Type.Array(Comment, {
    maxItems: COMMENTS_INCLUDED_MAX,
    description: `There when \`include\` asks for it. Oldest first; of more than ${COMMENTS_INCLUDED_MAX} the newest ones.`,
  }),
  commentCount: Type.Integer({ minimum: 0, description: 'How many comments there are in all; with `comments`.' }),
}

/** What every key sees of the property. */
export const PROPERTY_SHOWN = {
  id: Type.String({ ...Uuid, description: 'The same as `propertyId`.' }),
  name: Type.String({ description: 'Its display name now.' }),
  status: Type.String({ description: 'Its lifecycle status now.' }),
}
/** What a restricted key does not see. */
export const PROPERTY_PLACE = {
  address: Nullable(Type.String(), { description: 'Street address, without the city.' }),
  city: Nullable(Type.String(), { description: 'null when it was never entered.' }),
}
export const OF_PROPERTY = { description: 'The property, for display; null without one.' }

/** Why a task cannot be completed yet. */
export const Blocker = Type.Object(
  {
    kind: oneOf(['checklist_item', 'task', 'workflow_rule'], {
      description:
        '`task`: a part of it or one it waits for. `workflow_rule`: a completion rule, or the hold of a workflow.',
    }),
    id: Type.String({ ...Uuid, description: 'Of the item, the task or the rule.' }),
    title: Type.String({ description: 'For people: the item, the task, or what is required.' }),
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
