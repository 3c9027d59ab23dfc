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
  WorkspaceId,
} from '#core/schema.ts'
import { AnyValue } from './run.schema.ts'

const Pointer = Type.String({ minLength: 1, maxLength: 1000, examples: ['/do/0/ask'] })
const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The draft when you name none.' })
const Moment = Type.String({ format: 'date-time', description: 'When it is as the test begins.' })

const MockError = closed({
  type: Line(500, {
    description: 'An address of the standard, or one of your own.',
    examples: ['https://serverlessworkflow.io/spec/1.0.0/errors/communication'],
  }),
  status: Type.Integer({ minimum: 100, maximum: 599, description: 'As HTTP counts them.' }),
  title: Type.Optional(Line(500, { description: 'What kind of error it is, for people.' })),
  detail: Type.Optional(Line(2000, { description: 'What it was this time.' })),
})
const Mock = closed(
  {
    path: Type.String({ ...Pointer, description: 'The task that it answers, as a JSON pointer.' }),
    output: Type.Optional(AnyValue),
    error: Type.Optional({ ...MockError, description: 'In place of `output`: the task fails with it.' }),
    events: Type.Optional(
      Type.Array(CustomFields, { maxItems: 100, description: 'CloudEvents for a task that listens.' }),
    ),
  },
  { examples: [{ path: '/do/0/ask', output: { decision: 'approved' } }] },
)
export type Mock = Static<typeof Mock>

const Effect = closed({
  kind: Line(200, { description: 'The function, `http`, `emit`, …', examples: ['task-create'] }),
  target: Type.Optional(Nullable(Type.String({ maxLength: 2000 }), { description: 'What it is done to.' })),
  fields: Type.Optional({ ...CustomFields, description: 'What it is done with: those that matter.' }),
})
const Expected = closed(
  {
    status: Type.Optional(oneOf(['completed', 'faulted'], { default: 'completed', description: 'How the run ends.' })),
    output: Type.Optional(AnyValue),
    error: Type.Optional(
      closed(
        {
          type: Type.Optional(Line(500, { description: 'The address of the kind of error.' })),
          status: Type.Optional(Type.Integer({ description: 'As HTTP counts them.' })),
        },
        { description: 'What it fails with; what is not named may be any.' },
      ),
    ),
    path: Type.Optional(Type.Array(Pointer, { maxItems: 1000, description: 'Every step that was taken, in order.' })),
    effects: Type.Optional(
      Type.Array(Effect, {
        maxItems: 1000,
        description: 'All that it does, in order; of `fields` those that are named.',
      }),
    ),
  },
  { description: 'What has to come of it; what is not named may be any.' },
)
export type Expected = Static<typeof Expected>

const Mocks = Type.Array(Mock, {
  maxItems: 200,
  description: 'Of several for one task each answers once; the last stays.',
})
const writable = {
  name: Line(200, { description: 'For people.', examples: ['Pays when approved'] }),
  input: Type.Optional(AnyValue),
  mocks: Type.Optional(Mocks),
  clock: Type.Optional(Nullable(Moment)),
  expected: Type.Optional(Expected),
}
export const TestWrite = closed(writable, {
  $id: 'WorkflowTestWrite',
  examples: [{ name: 'Says hello', input: {}, expected: { output: { text: 'Hello' } } }],
})

const ID = '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'
const AT = '2026-11-15T09:30:00.000Z'

export const WorkflowTest = Type.Object(
  {
    id: Id,
    workflowId: Type.String({ ...Uuid, description: 'The workflow that it tries.' }),
    name: writable.name,
    input: AnyValue,
    mocks: Mocks,
    clock: Nullable(DateTime, { description: 'When it is as the test begins; null for now.' }),
    expected: Expected,
    lastResult: Nullable(
      Type.Object({
        passed: Type.Boolean({ description: 'Whether all came as `expected`.' }),
        workflowRunId: Type.String({ ...Uuid, description: 'The run that it was tried with.' }),
        sha256: Type.String({ description: 'Of the document that it was run on.' }),
        at: Type.String({ ...DateTime, description: 'When it was tried, in UTC.' }),
      }),
      { description: 'Null before it was first tried.' },
    ),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  {
    $id: 'WorkflowTest',
    examples: [
      {
        id: ID,
        workflowId: ID,
        name: 'Says hello',
        input: {},
        mocks: [],
        clock: null,
        expected: { output: { text: 'Hello' } },
        lastResult: { passed: true, workflowRunId: ID, sha256: '9f86d081884c7d65', at: AT },
        createdAt: AT,
        updatedAt: AT,
      },
    ],
  },
)
export const WorkflowTestPage = Page(WorkflowTest, { $id: 'WorkflowTestPage' })
export const TestPath = closed({ workspaceId: WorkspaceId, workflowId: Uuid, testId: Uuid })
export const TestQuery = closed(Paging)

export const TestRunWrite = closed(
  {
    testIds: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: 500, description: 'All when you name none.' })),
    version: Type.Optional(Version),
  },
  { $id: 'WorkflowTestRunWrite', examples: [{ version: 1 }] },
)

export const StepTrial = closed(
  {
    path: Type.String({ ...Pointer, description: 'The task, as a JSON pointer.' }),
    version: Type.Optional(Version),
    input: Type.Optional(AnyValue),
    context: Type.Optional(AnyValue),
    variables: Type.Optional({ ...CustomFields, description: 'What loops around the task have set, by name.' }),
    clock: Type.Optional(Moment),
    mocks: Type.Optional(Mocks),
  },
  { $id: 'WorkflowStepTrial', examples: [{ path: '/do/0/greet', input: {} }] },
)
export const StepResult = Type.Object(
  {
    status: oneOf(['completed', 'skipped', 'faulted'], { description: '`skipped`: its `if` was not so.' }),
    input: AnyValue,
    output: AnyValue,
    error: Nullable(CustomFields, { description: 'What it failed with; null where it did not.' }),
    context: AnyValue,
    next: Nullable(Type.String(), {
      description: 'The pointer of the task that follows; null at the end of the list.',
    }),
    effects: Type.Array(CustomFields, {
      description: 'What it would do, up to 1 MiB; `cut` at the end says that there was more.',
    }),
    trace: Type.Array(CustomFields, {
      description:
        'Every expression that was asked, with its value or its fault, up to 1 MiB; `cut` at the end says that there was more.',
    }),
  },
  {
    $id: 'WorkflowStepResult',
    examples: [
      {
        status: 'completed',
        input: {},
        output: { text: 'Hello' },
        error: null,
        context: null,
        next: null,
        effects: [],
        trace: [{ expression: '.name', value: 'Ada' }],
      },
    ],
  },
)

export type TestQuery = Static<typeof TestQuery>
export type TestWrite = Static<typeof TestWrite>
export type WorkflowTest = Static<typeof WorkflowTest>
export type TestRunWrite = Static<typeof TestRunWrite>
export type StepTrial = Static<typeof StepTrial>
export type StepResult = Static<typeof StepResult>
