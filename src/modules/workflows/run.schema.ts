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
  Page,
  Paging,
  UpdatedAt,
  Uuid,
  Words,
  WorkspaceId,
} from '#core/schema.ts'

/** Of these nothing comes any more. */
export const FINAL_STATES: readonly string[] = ['cancelled', 'faulted', 'completed']
/** The phases of the standard; the last three are final. */
const RUN_STATES = ['pending', 'running', 'waiting', 'suspended', 'cancelled', 'faulted', 'completed'] as const
const RUN_MODES = ['live', 'test', 'shadow'] as const
export const TRIGGER_KINDS = ['manual', 'event', 'schedule', 'webhook', 'chat', 'workflow'] as const
const STEP_STATES = ['started', 'completed', 'skipped', 'faulted', 'cancelled'] as const

const RunState = oneOf(RUN_STATES, { description: 'Where the run stands. The last three are final.' })
const RunMode = oneOf(RUN_MODES, {
  description: '`test` and `shadow` touch nothing: a test of its author, or beside another engine that acts.',
})
export type TriggerKind = (typeof TRIGGER_KINDS)[number]

/** Whatever JSON can say. */
export const AnyValue = Type.Unsafe<unknown>({ description: 'Any JSON value.', examples: [{ taskId: '1' }] })

const RunErrorShape = Type.Object(
  {
    type: Type.String({
      description: 'What kind of error it is: an address of the standard, or one of the author.',
      examples: ['https://serverlessworkflow.io/spec/1.0.0/errors/runtime'],
    }),
    status: Type.Integer({ description: 'As HTTP counts them.', examples: [500] }),
    title: Type.Optional(Type.String({ description: 'What kind of error it is, for people.' })),
    detail: Type.Optional(Type.String({ description: 'What it was this time.' })),
    instance: Type.String({ description: 'The task that raised it, as a JSON pointer.', examples: ['/do/0/call'] }),
  },
  { $id: 'WorkflowRunError', description: 'What it failed with; null where it did not.' },
)

const row = {
  id: Id,
  workflowId: Type.String({ ...Uuid, description: 'The workflow that it is a run of.' }),
  workflowVersion: Type.Integer({
    description: 'The version of the workflow that it follows; 0 for a test of the draft.',
  }),
  status: RunState,
  mode: RunMode,
  triggerKind: oneOf(TRIGGER_KINDS, { description: 'What set it off.' }),
  triggerId: Nullable(Uuid, { description: 'The trigger that set it off; null where none did.' }),
  correlationKey: Nullable(Type.String(), { description: 'The word that it is found by.' }),
  parentRunId: Nullable(Uuid, { description: 'The run that has caused this one.' }),
  cursor: Nullable(Type.String(), { description: 'The task it stands at, as a JSON pointer into the document.' }),
  steps: Type.Integer({ description: 'How many steps it has taken.' }),
  reason: Nullable(Type.String(), { description: 'Why it was cancelled or suspended.' }),
  createdAt: CreatedAt,
  startedAt: Nullable(DateTime, { description: 'When it took its first step, in UTC; null before.' }),
  updatedAt: UpdatedAt,
  endedAt: Nullable(DateTime, { description: 'In UTC; null while it is not over.' }),
  dueAt: Nullable(DateTime, { description: 'When it goes on by itself.' }),
}

const ID = '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'
const AT = '2026-11-15T09:30:00.000Z'
const STATUS_URL = `http://localhost:3000/api/v1/workspaces/seaside-homes/workflow-runs/${ID}`
const EXAMPLE = {
  id: ID,
  workflowId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d91',
  workflowVersion: 1,
  status: 'completed',
  mode: 'live',
  triggerKind: 'manual',
  triggerId: null,
  correlationKey: null,
  parentRunId: null,
  cursor: null,
  steps: 2,
  reason: null,
  createdAt: AT,
  startedAt: AT,
  updatedAt: AT,
  endedAt: AT,
  dueAt: null,
}

export const WorkflowRunRow = Type.Object(row, { $id: 'WorkflowRunRow', examples: [EXAMPLE] })
export const WorkflowRun = Type.Object(
  {
    ...row,
    input: AnyValue,
    output: AnyValue,
    error: Nullable(RunErrorShape),
    statusUrl: Type.String({ description: 'Its own address.' }),
  },
  {
    $id: 'WorkflowRun',
    examples: [{ ...EXAMPLE, input: {}, output: { text: 'Hello' }, error: null, statusUrl: STATUS_URL }],
  },
)
export const WorkflowRunPage = Page(WorkflowRunRow, { $id: 'WorkflowRunPage' })

export const WorkflowRunAccepted = Type.Object(
  { id: Id, status: RunState, statusUrl: Type.String({ description: 'Where to ask how it goes.' }) },
  { $id: 'WorkflowRunAccepted', examples: [{ id: ID, status: 'pending', statusUrl: STATUS_URL }] },
)

export const WorkflowRunStart = closed(
  {
    input: Type.Optional(AnyValue),
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Of those published.' })),
    correlationKey: Type.Optional(Line(200, { description: 'A word of your own to find the run by.' })),
    delayUntil: Type.Optional(Type.String({ format: 'date-time', description: 'It does not begin before.' })),
  },
  { $id: 'WorkflowRunStart', examples: [{ input: { reservationId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90' } }] },
)

export const RunReason = closed(
  { reason: Type.Optional(Words(500, { description: 'For people who look at the run later.' })) },
  { $id: 'WorkflowRunReason', examples: [{ reason: 'Started by mistake' }] },
)

export const RunPath = closed({ workspaceId: WorkspaceId, workflowRunId: Uuid })
const runFilter = {
  workflowId: Type.Optional(Type.String({ ...Uuid, description: 'Of this workflow.' })),
  version: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'That follow this version.' }),
  ),
  status: Type.Optional(RunState),
  mode: Type.Optional(RunMode),
  triggerKind: Type.Optional(oneOf(TRIGGER_KINDS, { description: 'That were set off so.' })),
  correlationKey: Type.Optional(Line(200, { description: 'That have exactly this word.' })),
  createdSince: Type.Optional(Type.String({ format: 'date-time', description: 'Made at or after this moment.' })),
  createdBefore: Type.Optional(Type.String({ format: 'date-time', description: 'Made before this moment.' })),
}
export const RunFilter = closed(runFilter, {
  $id: 'WorkflowRunFilter',
  description: 'Runs that are all of this.',
  examples: [{ status: 'waiting' }],
})
export const RunQuery = closed({
  ...runFilter,
  parentRunId: Type.Optional(Type.String({ ...Uuid, description: 'Caused by this run.' })),
  ...Paging,
})
export const waitSeconds = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 30, description }))
export const RunStatusQuery = closed({ wait: waitSeconds('Seconds to wait until the run is over or suspended.') })

export const WorkflowStep = Type.Object(
  {
    seq: Type.Integer({ description: 'In the order of the history.' }),
    pointer: Type.String({ description: 'The task in the document.', examples: ['/do/0/create'] }),
    name: Type.String({ description: 'Of the task in the document.' }),
    task: Type.String({ description: 'The kind of task.', examples: ['call'] }),
    iteration: Type.String({ description: 'Which time round, in loops.', examples: ['0'] }),
    attempt: Type.Integer({ description: 'Which try of the step it was.', examples: [1] }),
    status: oneOf(STEP_STATES, { description: '`skipped`: it was left out.' }),
    input: AnyValue,
    output: AnyValue,
    error: Nullable(RunErrorShape),
    startedAt: Type.String({ ...DateTime, description: 'In UTC.' }),
    endedAt: Nullable(DateTime, { description: 'In UTC; null while it is not over.' }),
    workflowVersion: Type.Integer({ description: 'The version that the step was of.' }),
  },
  {
    $id: 'WorkflowStep',
    examples: [
      {
        seq: 2,
        pointer: '/do/0/greet',
        name: 'greet',
        task: 'set',
        iteration: '0',
        attempt: 1,
        status: 'completed',
        input: {},
        output: { text: 'Hello' },
        error: null,
        startedAt: AT,
        endedAt: AT,
        workflowVersion: 1,
      },
    ],
  },
)
export const WorkflowStepPage = Page(WorkflowStep, { $id: 'WorkflowStepPage' })
export const StepQuery = closed({
  status: Type.Optional(oneOf(STEP_STATES, { description: 'Only steps that came to this.' })),
  ...Paging,
})

/** The history of a run, as the standard names what happens. */
export const WorkflowHistoryEvent = Type.Object(
  {
    specversion: Type.Literal('1.0', { description: 'The version of CloudEvents.' }),
    id: Type.String({ description: 'The run and `seq`.' }),
    source: Type.String({ description: 'The address of the run.' }),
    type: Type.String({
      description: 'What happened, as the standard names it.',
      examples: ['io.serverlessworkflow.task.completed.v1'],
    }),
    subject: Type.String({ description: 'The run.' }),
    time: Type.String({ ...DateTime, description: 'When it happened, in UTC.' }),
    seq: Type.Integer({ description: 'Counts up from 1 without a gap.' }),
    data: { ...CustomFields, description: 'Of which task, and what more there is to say, by `type`.' },
  },
  {
    $id: 'WorkflowHistoryEvent',
    examples: [
      {
        specversion: '1.0',
        id: `${ID}/2`,
        source: STATUS_URL,
        type: 'io.serverlessworkflow.task.completed.v1',
        subject: ID,
        time: AT,
        seq: 2,
        data: { pointer: '/do/0/greet', name: 'greet', task: 'set', iteration: '0', attempt: 1 },
      },
    ],
  },
)
export const WorkflowHistoryPage = Page(WorkflowHistoryEvent, { $id: 'WorkflowHistoryPage' })
export const HistoryQuery = closed({
  afterSeq: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0, description: 'Only what came after this one.' }),
  ),
  ...Paging,
})

export type RunFilter = Static<typeof RunFilter>
export type RunQuery = Static<typeof RunQuery>
export type StepQuery = Static<typeof StepQuery>
export type HistoryQuery = Static<typeof HistoryQuery>
export type WorkflowRunStart = Static<typeof WorkflowRunStart>
export type WorkflowRunRow = Static<typeof WorkflowRunRow>
export type WorkflowRun = Static<typeof WorkflowRun>
export type WorkflowStep = Static<typeof WorkflowStep>
