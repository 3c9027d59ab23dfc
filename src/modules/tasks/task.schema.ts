import { Type, type Static } from 'typebox'
import {
  closed,
  CreatedAt,
  CustomFields,
  DateOnly,
  DateTime,
  EMBEDDED,
  FIXED,
  Id,
  inDocuments,
  Line,
  Nullable,
  oneOf,
  optional,
  Page,
  Paging,
  readBy,
  saying,
  TimeOfDay,
  Uuid,
  WorkspaceId,
} from '#core/schema.ts'
import { BeforeComment } from './comment.schema.ts'
import { EXAMPLE, WHOLE_EXAMPLE } from './task-example.schema.ts'
import { IncludeList, INCLUDED_PARTS, OF_PROPERTY, PROPERTY_PLACE, PROPERTY_SHOWN } from './task-part.schema.ts'

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

export const TaskStatus = oneOf(
  TASK_STATUSES,
  inDocuments(
    'Set freely, unless COMPLETED is blocked (409) or a completed task needs this one over (422). COMPLETED, FINISHED, CLOSED and REQUEST_REJECTED are over.',
  ),
)
export const TaskPriority = oneOf(
  TASK_PRIORITIES,
  inDocuments('From the least to the most pressing. A new task is NORMAL unless it is sent or given by a template.'),
)

export const DESCRIPTION_LENGTH_MAX = 50_000

/** Fields that requests set and answers show. */
const shown = {
  title: readBy(
    ['technician', 'vendor'],
    Line(500, { ...inDocuments('One line, at most 500 characters.'), examples: ['Replace the kitchen tap'] }),
  ),
  description: readBy(
    ['technician', 'vendor'],
    Nullable(
      Type.String({
        maxLength: DESCRIPTION_LENGTH_MAX,
        ...inDocuments('What is to be done, as plain text with line breaks.'),
      }),
    ),
  ),
  priority: readBy(['technician', 'vendor'], TaskPriority),
  departmentId: readBy(
    ['technician', 'vendor'],
    Type.String({ ...Uuid, ...inDocuments('The department that does it; its completion rules apply.') }),
  ),
  propertyId: readBy(
    ['technician', 'vendor'],
    Nullable(Uuid, inDocuments('Where it is done; null for work that belongs to no property.')),
  ),
  reservationId: Nullable(
    Uuid,
    inDocuments('The stay it belongs to. A task that has a date when it is linked moves with the stay.'),
  ),
  contactId: Nullable(Uuid, inDocuments('The guest or other contact it concerns.')),
  parentTaskId: Nullable(Uuid, { description: 'The task this is a part of.' }),
  scheduledDate: readBy(
    ['technician', 'vendor'],
    Nullable(DateOnly, { description: 'In the time zone of the property.' }),
  ),
  scheduledTime: readBy(
    ['technician', 'vendor'],
    Nullable(TimeOfDay, inDocuments('In the time zone of the property.')),
  ),
  estimatedDurationMinutes: readBy(
    ['technician'],
    Nullable(Type.Integer({ minimum: 0, maximum: 525_600, ...inDocuments('How long it should take.') })),
  ),
  isIssue: Type.Boolean({ description: 'A reported issue.' }),
  tagIds: Type.Array(Uuid, {
    maxItems: 100,
    uniqueItems: true,
    ...inDocuments('All tags of the task: an update replaces them. Only active tags can be added.'),
  }),
}

/** Set by an update only. */
const changed = {
  status: readBy(['technician', 'vendor'], TaskStatus),
  sortOrder: Type.Number({ minimum: -1e15, maximum: 1e15, description: 'For an order of your own.' }),
  projectId: Nullable(Uuid, { description: 'For a grouping of your own: it is kept and not checked.' }),
  billableToOwner: Type.Boolean(inDocuments('Whether the owner of the property is to pay.')),
  cost: Nullable(Type.Number({ minimum: 0, maximum: 1_000_000_000_000 }), {
    description: 'Counts where there are no cost items.',
  }),
  costCurrency: Type.String({
    format: 'currency-code',
    ...inDocuments('The currency of the workspace until changed.'),
    examples: ['EUR'],
  }),
  isNoCharge: Type.Boolean({ description: 'Free of charge, whatever it costs.' }),
  summary: readBy(
    ['technician'],
    Nullable(Type.String({ maxLength: 10_000 }), { description: 'What was done, said at completion.' }),
  ),
  startedAt: Nullable(DateTime, { description: 'Set by the first IN_PROGRESS unless sent.' }),
  completedAt: readBy(
    ['technician'],
    Nullable(DateTime, { description: 'Set by COMPLETED unless sent, null again after it.' }),
  ),
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
const created = {
  source: oneOf(TASK_SOURCES, {
    description:
      'Where it came from. Unless sent at creation: INTEGRATION for API keys, MANUAL for people, AUTOMATION for the service itself.',
  }),
  templateId: Nullable(
    Uuid,
    inDocuments(
      'At creation it gives description, priority and duration that are not sent, and adds its tags and checklist.',
    ),
  ),
}

/** Vendors get a mail when work is taken from them, even when it only goes to somebody else. */
const assignment = {
  primaryUserId: readBy(
    ['vendor'],
    Nullable(Uuid, inDocuments('The person who leads; null takes a person off. Not with primaryVendorOrgId.')),
  ),
  primaryVendorOrgId: readBy(
    ['vendor'],
    Nullable(Uuid, inDocuments('The vendor who leads instead; null takes a vendor off. Not with primaryUserId.')),
  ),
  secondaryAssigneeIds: readBy(
    ['vendor'],
    Type.Array(Uuid, { maxItems: 50, uniqueItems: true, description: 'Users or vendors.' }),
  ),
  useDefaultAssignees: Type.Boolean({ description: 'Adds the default people of the department.' }),
}

/** Never set by a request. */
const fixed = {
  id: Id,
  shortId: Type.String({ examples: ['TK-1042'], description: 'For people; never used again in the workspace.' }),
  workspaceId: WorkspaceId,
  department: Type.Object(
    {
      id: Type.String({ ...Uuid, description: 'The same as `departmentId`.' }),
      name: Type.String({ description: 'As it is called now.' }),
      slug: Type.String({ description: 'Its short name for addresses.' }),
    },
    { ...EMBEDDED, description: 'The department, for display.' },
  ),
  isPublished: Type.Boolean({ description: 'Published to vendors.' }),
  visitId: Nullable(Uuid, { description: 'Tasks of one property on one day share a visit.' }),
  externalRefs: Type.Array(Type.Unknown(), { description: 'Reserved: always empty.' }),
  createdBy: Type.Object(
    {
      kind: oneOf(['user', 'key', 'system'], { description: '`system`: the service by itself, such as a workflow.' }),
      id: Nullable(Uuid, { description: 'Of the user or the key; null for `system`.' }),
      name: Type.String({ description: 'Their name at that time.' }),
    },
    { description: 'A person, an API key, or the service itself, which has no id.' },
  ),
  aiProvenance: Nullable(CustomFields, { description: 'Reserved: always null.' }),
  version: Type.Integer({ description: 'Grows with every change, also of its parts; the ETag begins with it.' }),
  createdAt: CreatedAt,
  updatedAt: Type.String({
    ...DateTime,
    description: 'When it or one of its parts last changed, in UTC; comments do not count.',
  }),
}

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
  ...optional(INCLUDED_PARTS),
}
const about = { 'x-contract': TASK_CONTRACT }

export const Task = Type.Object(
  { ...answered, property: Nullable(Type.Object({ ...PROPERTY_SHOWN, ...PROPERTY_PLACE }), OF_PROPERTY) },
  { $id: 'Task', ...about, examples: [WHOLE_EXAMPLE] },
)
/** What a restricted key gets: the embedded property is reduced too. */
export const TaskReduced = Type.Object(
  { ...answered, property: Nullable(Type.Object(PROPERTY_SHOWN), OF_PROPERTY) },
  { $id: 'TaskReduced', ...about, examples: [EXAMPLE] },
)
export const TaskPage = Page(Task, { $id: 'TaskPage' })
export const TaskReducedPage = Page(TaskReduced, { $id: 'TaskReducedPage' })

const propertyName = readBy(
  ['technician', 'vendor'],
  Line(200, {
    description: 'Instead of propertyId: the exact name, internal name or internal code, in any case.',
  }),
)
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
/** What a request may repeat but not change. */
export const TASK_FIXED = {
  ...created,
  ...fixed,
  ...INCLUDED_PARTS,
  property: Nullable(Type.Object({ ...PROPERTY_SHOWN, ...optional(PROPERTY_PLACE) }), {
    ...EMBEDDED,
    ...OF_PROPERTY,
  }),
}
export const TaskUpdate = closed(
  optional({
    ...shown,
    ...changed,
    ...assignment,
    propertyName,
    replacePrimaryUser: Type.Boolean({ description: 'Default true. false adds the new person as SECONDARY.' }),
    ...TASK_FIXED,
  }),
  { $id: 'TaskUpdate', [FIXED]: Object.keys(TASK_FIXED), examples: [{ status: 'IN_PROGRESS', summary: 'On my way.' }] },
)
const day = (description: string) => Type.String({ ...DateOnly, description })
export const TaskQuery = closed({
  ...optional({
    status: saying(TaskStatus, 'Only tasks in this status.'),
    priority: saying(TaskPriority, 'Only tasks of this priority.'),
    propertyId: saying(Uuid, 'Only tasks of this property.'),
    departmentId: saying(Uuid, 'Only tasks of this department.'),
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

export const TASK_STORED = [...Object.keys(shown), ...Object.keys(changed), ...Object.keys(created)].filter(
  (field) => field !== 'tagIds',
)

export type Task = Static<typeof Task>
export type TaskCreate = Static<typeof TaskCreate>
export type TaskUpdate = Static<typeof TaskUpdate>
export type TaskReadOne = Static<typeof TaskReadOne>
export type TaskQuery = Static<typeof TaskQuery>
export type TaskStatus = Static<typeof TaskStatus>
