import { Type, type Static } from 'typebox'
import {
  closed,
  CustomFields,
  DateOnly,
  DateTime,
  EMBEDDED,
  Line,
  Nullable,
  oneOf,
  optional,
  Page,
  Paging,
  TimeOfDay,
  Uuid,
  WorkspaceId,
} from '#core/schema.ts'
import { Attachment } from './attachment.schema.ts'
import { BeforeComment, Comment, COMMENTS_INCLUDED_MAX } from './comment.schema.ts'
import { Assignee, ChecklistItem, CostItem, IncludeList, TaskTag } from './task-part.schema.ts'

export const TASK_CONTRACT = 'tasks.v1.3.0'
const TASK_STATUSES = [
  'OPEN',
  'CREATED',
  'DRAFT',
  'DRAFTED',
  'SCHEDULED',
  'IN_PROGRESS',
  'FINISHED',
  'CLOSED',
  'PENDING_APPROVAL',
  'REQUEST_APPROVED',
  'REQUEST_REJECTED',
  'COMPLETED',
] as const
/** Work that is over, as far as other tasks that wait for it are concerned. */
export const CLOSED_STATUSES: readonly string[] = ['COMPLETED', 'FINISHED', 'CLOSED', 'REQUEST_REJECTED']
/** Not work that anybody has to do. */
export const UNCOUNTED_STATUSES: readonly string[] = ['DRAFT', 'DRAFTED', 'REQUEST_REJECTED']
export const TASK_PRIORITIES = ['WATCH', 'LOWEST', 'LOW', 'NORMAL', 'HIGH', 'URGENT'] as const
const TASK_SOURCES = [
  'MANUAL',
  'AUTOMATION',
  'SCHEDULE_RULE',
  'INTEGRATION',
  'AI',
  'REVIEW',
  'MESSAGE',
  'CALL',
  'MEETING_BOT',
] as const
const TASK_SORTS = ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt', 'scheduledDate', '-scheduledDate'] as const

export const TaskStatus = oneOf(TASK_STATUSES)
export const TaskPriority = oneOf(TASK_PRIORITIES)

export const DESCRIPTION_LENGTH_MAX = 50_000

/** Fields that requests set and answers show. */
const shown = {
  title: Line(500, { examples: ['Replace the kitchen tap'] }),
  description: Nullable(Type.String({ maxLength: DESCRIPTION_LENGTH_MAX })),
  priority: TaskPriority,
  departmentId: Uuid,
  propertyId: Nullable(Uuid),
  reservationId: Nullable(Uuid),
  contactId: Nullable(Uuid),
  parentTaskId: Nullable(Uuid, { description: 'The task this is a part of.' }),
  scheduledDate: Nullable(DateOnly, { description: 'In the time zone of the property.' }),
  scheduledTime: Nullable(TimeOfDay),
  estimatedDurationMinutes: Nullable(Type.Integer({ minimum: 0, maximum: 525_600 })),
  isIssue: Type.Boolean({ description: 'A reported issue.' }),
  tagIds: Type.Array(Uuid, { maxItems: 100, uniqueItems: true }),
}

/** Set by an update only. */
const changed = {
  status: TaskStatus,
  sortOrder: Type.Number({ minimum: -1e15, maximum: 1e15, description: 'For an order of your own.' }),
  projectId: Nullable(Uuid),
  billableToOwner: Type.Boolean(),
  cost: Nullable(Type.Number({ minimum: 0, maximum: 1_000_000_000_000 }), {
    description: 'Counts where there are no cost items.',
  }),
  costCurrency: Type.String({ format: 'currency-code', examples: ['EUR'] }),
  isNoCharge: Type.Boolean({ description: 'Free of charge, whatever it costs.' }),
  summary: Nullable(Type.String({ maxLength: 10_000 }), { description: 'What was done, said at completion.' }),
  startedAt: Nullable(DateTime, { description: 'Set by the first IN_PROGRESS unless sent.' }),
  completedAt: Nullable(DateTime, { description: 'Set by COMPLETED unless sent, null again after it.' }),
  customFields: Type.Unsafe<Record<string, unknown>>({
    ...CustomFields,
    description: 'Fields of your own. A change merges one level, null removes one.',
  }),
  completionFields: Type.Unsafe<Record<string, unknown>>({
    ...CustomFields,
    description: 'The same, said at completion.',
  }),
}

/** Set at creation only. */
const created = { source: oneOf(TASK_SOURCES), templateId: Nullable(Uuid) }

const assignment = {
  primaryUserId: Nullable(Uuid),
  primaryVendorOrgId: Nullable(Uuid),
  secondaryAssigneeIds: Type.Array(Uuid, { maxItems: 50, uniqueItems: true, description: 'Users or vendors.' }),
  useDefaultAssignees: Type.Boolean({ description: 'Adds the default people of the department.' }),
}

/** Never set by a request. */
const fixed = {
  id: Uuid,
  shortId: Type.String({ examples: ['TK-1042'], description: 'For people; never used again in the workspace.' }),
  workspaceId: WorkspaceId,
  department: Type.Object({ id: Uuid, name: Type.String(), slug: Type.String() }, EMBEDDED),
  isPublished: Type.Boolean({ description: 'Published to vendors.' }),
  visitId: Nullable(Uuid, { description: 'Tasks of one property on one day share a visit.' }),
  externalRefs: Type.Array(Type.Unknown()),
  createdBy: Type.Object(
    { kind: oneOf(['user', 'key', 'system']), id: Nullable(Uuid), name: Type.String() },
    { description: 'A person, an API key, or the service itself, which has no id.' },
  ),
  aiProvenance: Nullable(CustomFields),
  version: Type.Integer({ description: 'Grows with every change, also of its parts; the ETag begins with it.' }),
  createdAt: DateTime,
  updatedAt: DateTime,
}
const INCLUDED = { description: 'There when `include` asks for it.' }
/** There only when `include` asks for them. */
const parts = {
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

const property = { id: Uuid, name: Type.String(), status: Type.String() }
const whole = Type.Object({ ...property, address: Nullable(Type.String()), city: Nullable(Type.String()) })

const EXAMPLE = {
  id: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90',
  shortId: 'TK-1042',
  workspaceId: 'seaside-homes',
  title: 'Replace the kitchen tap',
  description: 'It drips since Friday.',
  status: 'SCHEDULED',
  priority: 'HIGH',
  source: 'INTEGRATION',
  departmentId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d91',
  department: { id: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d91', name: 'Maintenance', slug: 'maintenance' },
  propertyId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d92',
  property: { id: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d92', name: 'Casa Azul', status: 'ACTIVE' },
  reservationId: null,
  contactId: null,
  parentTaskId: null,
  templateId: null,
  projectId: null,
  visitId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d93',
  scheduledDate: '2026-11-16',
  scheduledTime: '10:00',
  estimatedDurationMinutes: 60,
  sortOrder: 0,
  isIssue: true,
  isPublished: false,
  billableToOwner: true,
  cost: 85,
  costCurrency: 'EUR',
  isNoCharge: false,
  summary: null,
  startedAt: null,
  completedAt: null,
  tagIds: [],
  customFields: {},
  completionFields: {},
  externalRefs: [],
  createdBy: { kind: 'key', id: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d94', name: 'Night audit export' },
  aiProvenance: null,
  version: 3,
  createdAt: '2026-11-15T09:30:00.000Z',
  updatedAt: '2026-11-15T09:41:00.000Z',
}
const WHOLE_EXAMPLE = { ...EXAMPLE, property: { ...EXAMPLE.property, address: 'Rua das Flores 12', city: 'Lisbon' } }

const { id, shortId, workspaceId, department, createdAt, updatedAt, ...kept } = fixed
const { title, description, priority, departmentId, ...place } = shown
const { status, ...progress } = changed
const { source, templateId } = created
/** In the order people read: what it is, how it stands, where and when, the rest. */
const answered = {
  id,
  shortId,
  workspaceId,
  title,
  description,
  status,
  priority,
  source,
  departmentId,
  department,
  ...place,
  ...progress,
  templateId,
  ...kept,
  createdAt,
  updatedAt,
  ...optional(parts),
}
const about = { 'x-contract': TASK_CONTRACT }

export const Task = Type.Object(
  { ...answered, property: Nullable(whole) },
  { $id: 'Task', ...about, examples: [WHOLE_EXAMPLE] },
)
/** What a restricted key gets: the embedded property is reduced too. */
export const TaskReduced = Type.Object(
  { ...answered, property: Nullable(Type.Object(property)) },
  { $id: 'TaskReduced', ...about, examples: [EXAMPLE] },
)
export const TaskPage = Page(Task, { $id: 'TaskPage' })
export const TaskReducedPage = Page(TaskReduced, { $id: 'TaskReducedPage' })

const propertyName = Line(200, {
  description: 'Instead of propertyId: the exact name, internal name or internal code, in any case.',
})
export const TaskCreate = closed(
  {
    ...optional({ ...shown, ...created, ...assignment, propertyName }),
    title: shown.title,
    departmentId: shown.departmentId,
  },
  {
    $id: 'TaskCreate',
    examples: [
      { title: 'Replace the kitchen tap', departmentId: EXAMPLE.departmentId, priority: 'HIGH', isIssue: true },
    ],
  },
)
export const TaskUpdate = closed(
  optional({
    ...shown,
    ...changed,
    ...assignment,
    propertyName,
    replacePrimaryUser: Type.Boolean({ description: 'Default true. false adds the new person as SECONDARY.' }),
    ...created,
    ...fixed,
    ...parts,
    property: Nullable(
      Type.Object({ ...property, ...optional({ address: Nullable(Type.String()), city: Nullable(Type.String()) }) }),
      EMBEDDED,
    ),
  }),
  { $id: 'TaskUpdate', examples: [{ status: 'IN_PROGRESS', summary: 'On my way.' }] },
)
const day = (description: string) => Type.String({ ...DateOnly, description })
export const TaskQuery = closed({
  ...optional({
    status: TaskStatus,
    priority: TaskPriority,
    propertyId: Uuid,
    departmentId: Uuid,
    departmentKind: oneOf(['field_ops'], { description: 'Only tasks of departments of this kind.' }),
    scheduledDate: day('On this day; overrides scheduledFrom and scheduledTo.'),
    scheduledFrom: day('On or after this day.'),
    scheduledTo: day('On or before this day.'),
    include: IncludeList,
    q: Type.String({ minLength: 1, maxLength: 200, description: 'Searches title, description and short id.' }),
    updatedSince: Type.String({ ...DateTime, description: 'Only what changed at or after this moment.' }),
    sort: oneOf(TASK_SORTS, { default: '-createdAt', description: 'A minus sign means descending.' }),
  }),
  ...Paging,
})
export const TaskRead = closed(optional({ include: IncludeList }))
export const TaskReadOne = closed(optional({ include: IncludeList, beforeCommentId: BeforeComment }))
export const TaskPath = closed({ workspaceId: WorkspaceId, taskId: Uuid })

/** What a request may repeat but not change. */
export const TASK_FIXED = { ...fixed, ...created, ...parts, property: TaskUpdate.properties.property }
export const TASK_STORED = [...Object.keys(shown), ...Object.keys(changed), ...Object.keys(created)].filter(
  (field) => field !== 'tagIds',
)

export type Task = Static<typeof Task>
export type TaskCreate = Static<typeof TaskCreate>
export type TaskUpdate = Static<typeof TaskUpdate>
export type TaskReadOne = Static<typeof TaskReadOne>
export type TaskQuery = Static<typeof TaskQuery>
export type TaskStatus = Static<typeof TaskStatus>
