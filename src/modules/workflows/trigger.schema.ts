import { Type, type Static } from 'typebox'
import {
  closed,
  CreatedAt,
  CustomFields,
  DateTime,
  Id,
  Line,
  Nullable,
  oneOf,
  optional,
  Page,
  Paging,
  UpdatedAt,
  Uuid,
  WorkspaceId,
} from '#core/schema.ts'

/** What a workflow can be set off by; `workflow`, of runs, is another one that calls it. */
const KINDS = ['event', 'schedule', 'webhook', 'chat', 'manual'] as const
const MISSED = ['latest', 'all', 'skip'] as const
const OUTCOMES = ['started', 'recorded', 'gathered', 'skipped', 'refused'] as const

const Schema = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

const writable = {
  name: Nullable(Line(200), { description: 'For people.', examples: ['Bookings of the partner'] }),
  isEnabled: Type.Boolean({ description: 'One that is not starts nothing.' }),
  eventTypes: Nullable(Type.Array(Line(200), { minItems: 1, maxItems: 50 }), {
    description:
      'Of `event`: the types of events that start it; `*` for all. Those that begin with `ops.` are in the catalog.',
    examples: [['ops.task.created.v1']],
  }),
  filter: Nullable(CustomFields, {
    description: 'Of `event`: what the event must be like, as in `listen`: texts are equal, `${ }` is asked.',
    examples: [{ data: { propertyId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d92' } }],
  }),
  cron: Nullable(Line(200), { description: 'Of `schedule`: one of cron, every and after.', examples: ['0 9 * * *'] }),
  every: Nullable(Line(60), { description: 'Of `schedule`: an ISO 8601 duration.', examples: ['PT15M'] }),
  after: Nullable(Line(60), { description: 'Of `schedule`: so long after the last run has ended.' }),
  timezone: Nullable(Type.String({ format: 'time-zone' }), {
    description: 'Of `schedule` with cron: whose clock counts. Unless said the workspace has it.',
  }),
  missed: oneOf(MISSED, {
    description: 'Of `schedule`: what becomes of moments that went by while nobody worked: the latest, all, or none.',
  }),
  channels: Nullable(Type.Array(Line(50), { minItems: 1, maxItems: 20 }), {
    description: 'Of `chat`: where the message comes from; null for anywhere.',
  }),
  phrase: Nullable(Line(200), { description: 'Of `chat`: words that the message has; null for any message.' }),
  payloadSchema: Nullable(Schema, {
    description: 'Of `webhook` and `manual`: the JSON Schema of what is sent. What does not fit is refused.',
  }),
  eventIdPointer: Nullable(Line(200), {
    description:
      'Of `webhook`: where in the payload the id of the event stands, as a JSON pointer. Unless said it is the header ' +
      '`Idempotency-Key`, `webhook-id` or `ce-id`; without one every call is an event of its own.',
    examples: ['/event_id'],
  }),
}

const fixed = {
  id: Id,
  workflowId: Type.String({ ...Uuid, description: 'The workflow that it starts.' }),
  kind: oneOf(KINDS, { description: 'What sets it off; it never changes. Fields of other kinds are null.' }),
  source: oneOf(['document', 'api'], { description: '`document` for what the active version says: read only.' }),
  tokenHint: Nullable(Type.String(), { description: 'Of `webhook`: the last letters of its token.' }),
  oldTokenUntil: Nullable(DateTime, { description: 'Of `webhook`: how long the token before this one still works.' }),
  refusedCount: Type.Integer({ description: 'How many deliveries were refused.' }),
  nextAt: Nullable(DateTime, { description: 'Of `schedule`: the next moment.' }),
  nextFires: Type.Array(DateTime, { description: 'Of `schedule`: the next moments, as far as they are known.' }),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
}

const ID = '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'
const AT = '2026-11-15T09:30:00.000Z'
const NONE = {
  name: null,
  isEnabled: true,
  eventTypes: null,
  filter: null,
  cron: null,
  every: null,
  after: null,
  timezone: null,
  missed: 'latest',
  channels: null,
  phrase: null,
  payloadSchema: null,
  eventIdPointer: null,
}
const EXAMPLE = {
  ...NONE,
  id: ID,
  workflowId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d91',
  kind: 'webhook',
  source: 'api',
  payloadSchema: { type: 'object', required: ['bookingId'] },
  tokenHint: 'x7Qa',
  oldTokenUntil: null,
  refusedCount: 0,
  nextAt: null,
  nextFires: [],
  createdAt: AT,
  updatedAt: AT,
}

const Delivery = Type.Object(
  {
    id: Id,
    eventId: Type.String({ description: 'By which the same event is known when it comes again.' }),
    outcome: oneOf(OUTCOMES, {
      description: 'Whether there is a run, it was only written down, waits for other events, or was refused.',
    }),
    runId: Nullable(Uuid, { description: 'The run that it started; null when it started none.' }),
    error: Nullable(Type.String(), { description: 'Why it was refused, or started nothing.' }),
    payload: Type.Unsafe<unknown>({ description: 'What was sent.', examples: [{ bookingId: 'B-17' }] }),
    createdAt: CreatedAt,
  },
  { $id: 'WorkflowTriggerDelivery' },
)

export const WorkflowTrigger = Type.Object({ ...writable, ...fixed }, { $id: 'WorkflowTrigger', examples: [EXAMPLE] })
export const WorkflowTriggerPage = Page(WorkflowTrigger, { $id: 'WorkflowTriggerPage' })
export const WorkflowTriggerDetails = Type.Object(
  {
    ...writable,
    ...fixed,
    deliveries: Type.Array(Delivery, { description: 'The last twenty, newest first.' }),
  },
  { $id: 'WorkflowTriggerDetails', examples: [{ ...EXAMPLE, deliveries: [] }] },
)

const secret = {
  token: Nullable(Type.String(), { description: 'Of `webhook`: shown once.' }),
  url: Nullable(Type.String(), { description: 'Of `webhook`: where to send to, with the token in it. Shown once.' }),
}
const TOKEN = 'Zq1rX0c5M7sY2bT9wKd4VhE8uPgN6aJ3fLoR-iCx7Qa'
export const WorkflowTriggerMade = Type.Object(
  { ...writable, ...fixed, ...secret },
  {
    $id: 'WorkflowTriggerMade',
    examples: [{ ...EXAMPLE, token: TOKEN, url: `http://localhost:3000/v1/webhooks/trigger/${TOKEN}` }],
  },
)

export const WorkflowTriggerCreate = closed(
  { ...optional(writable), kind: fixed.kind },
  {
    $id: 'WorkflowTriggerCreate',
    examples: [{ kind: 'webhook', payloadSchema: { type: 'object', required: ['bookingId'] } }],
  },
)
export const WorkflowTriggerUpdate = closed(optional(writable), {
  $id: 'WorkflowTriggerUpdate',
  examples: [{ isEnabled: false }],
})
export const TokenRotation = closed(
  {
    graceSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        default: 3600,
        description: 'How long the token that there is still works.',
      }),
    ),
  },
  { $id: 'WorkflowTokenRotation', examples: [{ graceSeconds: 86_400 }] },
)

export const TriggerQuery = closed({
  kind: Type.Optional(oneOf(KINDS, { description: 'Only triggers of this kind.' })),
  ...Paging,
})
export const TriggerPath = closed({ workspaceId: WorkspaceId, workflowId: Uuid, triggerId: Uuid })

export const TRIGGER_FIELDS = Object.keys({ ...writable, ...fixed }).filter(
  (name) => name !== 'workflowId' && name !== 'nextFires',
)

export type WorkflowTrigger = Static<typeof WorkflowTrigger>
export type WorkflowTriggerMade = Static<typeof WorkflowTriggerMade>
export type WorkflowTriggerDetails = Static<typeof WorkflowTriggerDetails>
export type WorkflowTriggerCreate = Static<typeof WorkflowTriggerCreate>
export type WorkflowTriggerUpdate = Static<typeof WorkflowTriggerUpdate>
export type TriggerQuery = Static<typeof TriggerQuery>
export type Delivery = Static<typeof Delivery>
