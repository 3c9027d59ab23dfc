import { Type, type Static } from 'typebox'
import { ROLES } from '#core/principal.ts'
import {
  closed,
  CommaList,
  CreatedAt,
  CustomFields,
  DateTime,
  Id,
  Nullable,
  oneOf,
  Page,
  Paging,
  UpdatedAt,
  Uuid,
  Words,
  WorkspaceId,
} from '#core/schema.ts'

const STATUSES = ['pending', 'approved', 'rejected', 'expired', 'withdrawn'] as const
const POLICIES = ['reject', 'approve', 'fault'] as const
const DECISIONS = ['approve', 'reject', 'reassign'] as const
export type ApprovalStatus = (typeof STATUSES)[number]

const Assignees = closed(
  {
    userIds: Type.Optional(Type.Array(Uuid, { maxItems: 50, description: 'People, each of whom may answer.' })),
    roles: Type.Optional(Type.Array(oneOf(ROLES), { maxItems: ROLES.length, description: 'And all who have a role.' })),
  },
  { examples: [{ roles: ['manager'] }] },
)
export type Assignees = Static<typeof Assignees>

const Question = Words(500, { description: 'What is asked, in a sentence.', examples: ['Pay 480 EUR for a boiler?'] })
const Details = Words(5000, { description: 'What one has to know to answer.' })
const Moment = Type.String({ maxLength: 40, format: 'date-time' })
const Span = Type.String({ maxLength: 60, description: 'An ISO 8601 duration.', examples: ['PT4H'] })
const FormSchema = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'A JSON Schema for the data that come with the answer, of at most 32 KiB.',
  examples: [{ type: 'object', properties: { amount: { type: 'number' } } }],
})

/** The arguments of `call: approval:1.0.0@default`. */
export const ApprovalArguments = closed({
  question: Question,
  details: Type.Optional(Details),
  form: Type.Optional(FormSchema),
  context: Type.Optional(CustomFields),
  assignees: Type.Optional(Assignees),
  taskId: Type.Optional(Type.String({ ...Uuid, description: 'A task that cannot be completed before the answer.' })),
  dueAt: Type.Optional(Moment),
  dueAfter: Type.Optional(Span),
  onOverdue: Type.Optional(
    oneOf(POLICIES, { default: 'reject', description: 'What counts as the answer when nobody gives one in time.' }),
  ),
  remindEvery: Type.Optional(Type.String({ ...Span, description: 'An ISO 8601 duration of at least five minutes.' })),
})
export type ApprovalArguments = Static<typeof ApprovalArguments>

const decided = {
  decision: oneOf(['approved', 'rejected'], { description: 'What the run goes on with.' }),
  comment: Nullable(Type.String(), { description: 'What the person said with it.' }),
  data: Nullable(CustomFields, { description: 'What was filled in.' }),
  isOverdue: Type.Boolean({ description: 'Nobody answered in time: `onOverdue` did.' }),
  decidedBy: Nullable(CustomFields, { description: 'Who: `kind` and `actorId`; null when nobody did in time.' }),
  decidedAt: Type.String({ ...DateTime, description: 'In UTC.' }),
}
/** What the function gives. */
export const ApprovalOutcome = Type.Object({ approvalId: Uuid, ...decided })
export type ApprovalOutcome = Static<typeof ApprovalOutcome>

const row = {
  id: Id,
  workflowId: Type.String({ ...Uuid, description: 'The workflow that asks.' }),
  workflowRunId: Type.String({ ...Uuid, description: 'The run that waits for the answer.' }),
  pointer: Type.String({ description: 'The task of the document that asks.', examples: ['/do/1/ask'] }),
  status: oneOf(STATUSES, { description: '`expired`: nobody answered in time. `withdrawn`: the run asks no more.' }),
  question: Question,
  details: Nullable(Type.String(), { description: 'What one has to know to answer.' }),
  assignees: Type.Object(
    {
      userIds: Type.Array(Uuid, { description: 'People, each of whom may answer.' }),
      roles: Type.Array(oneOf(ROLES), { description: 'And all who have a role.' }),
    },
    { description: 'Who may answer.' },
  ),
  taskId: Nullable(Uuid, { description: 'The task that is held until the answer.' }),
  dueAt: Nullable(DateTime, { description: 'Until when an answer is waited for.' }),
  onOverdue: oneOf(POLICIES, { description: 'What counts as the answer when nobody gives one in time.' }),
  remindAt: Nullable(DateTime, { description: 'When people are reminded next.' }),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
}

const ID = '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'
const AT = '2026-11-15T09:30:00.000Z'
const EXAMPLE = {
  id: ID,
  workflowId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d91',
  workflowRunId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d92',
  pointer: '/do/1/ask',
  status: 'approved',
  question: 'Pay 480 EUR for a boiler?',
  details: null,
  assignees: { userIds: [], roles: ['manager'] },
  taskId: null,
  dueAt: AT,
  onOverdue: 'reject',
  remindAt: null,
  createdAt: AT,
  updatedAt: AT,
}
const DECISION = {
  decision: 'approved',
  comment: 'Go ahead',
  data: { amount: 480 },
  isOverdue: false,
  decidedBy: { kind: 'user', actorId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d93' },
  decidedAt: AT,
}

export const WorkflowApprovalRow = Type.Object(row, { $id: 'WorkflowApprovalRow', examples: [EXAMPLE] })
export const WorkflowApproval = Type.Object(
  {
    ...row,
    form: Nullable(CustomFields, { description: 'A JSON Schema for the data that come with the answer.' }),
    context: Nullable(CustomFields, { description: 'What the workflow wants people to see.' }),
    decision: Nullable(Type.Object(decided), { description: 'The answer; null while it is waited for.' }),
  },
  {
    $id: 'WorkflowApproval',
    examples: [{ ...EXAMPLE, form: { type: 'object' }, context: { taskTitle: 'Boiler' }, decision: DECISION }],
  },
)
export const WorkflowApprovalPage = Page(WorkflowApprovalRow, { $id: 'WorkflowApprovalPage' })

export const ApprovalPath = closed({ workspaceId: WorkspaceId, approvalId: Uuid })
export const ApprovalQuery = closed({
  status: Type.Optional(CommaList(STATUSES, { examples: ['pending', 'approved,rejected,expired,withdrawn'] })),
  assigneeId: Type.Optional(Type.String({ ...Uuid, description: 'A person who may answer, by name or by role.' })),
  workflowRunId: Type.Optional(Uuid),
  dueBefore: Type.Optional(Type.String({ format: 'date-time', description: 'Those that wait, and are due before.' })),
  ...Paging,
})
export const ApprovalResolve = closed(
  {
    decision: oneOf(DECISIONS, { description: '`reassign`: others are asked instead.' }),
    comment: Type.Optional(Words(2000, { description: 'Why; the run and those who look at it later read it.' })),
    data: Type.Optional({ ...CustomFields, description: 'What was filled in; it must fit `form`.' }),
    assignees: Type.Optional({ ...Assignees, description: 'With `reassign`: who is asked from now on.' }),
  },
  { $id: 'WorkflowApprovalResolve', examples: [{ decision: 'approve', comment: 'Go ahead' }] },
)

export type ApprovalQuery = Static<typeof ApprovalQuery>
export type ApprovalResolve = Static<typeof ApprovalResolve>
export type WorkflowApproval = Static<typeof WorkflowApproval>
export type WorkflowApprovalRow = Static<typeof WorkflowApprovalRow>
