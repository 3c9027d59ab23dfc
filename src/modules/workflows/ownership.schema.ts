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
  Uuid,
  Words,
} from '#core/schema.ts'

export const OWNERS = ['legacy', 'shadow', 'service'] as const
export type Owner = (typeof OWNERS)[number]
export const OPEN_RUNS = ['finish', 'suspend', 'cancel'] as const
const VERDICTS = ['match', 'mismatch', 'missing_legacy', 'missing_service', 'pending'] as const

const OpenRuns = oneOf(OPEN_RUNS, {
  default: 'finish',
  description: 'What becomes of open runs of the side that no longer has the workflow.',
})

export const MigrationSettings = closed(
  {
    minComparisons: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, default: 20, description: 'Needed before the service takes over.' }),
    ),
    minAgreement: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, default: 0.99, description: 'The part of them that has to be the same.' }),
    ),
    ignore: Type.Optional(
      Type.Array(Line(100), {
        maxItems: 100,
        description:
          'Names of fields that are not compared, at any depth. `id`, `createdAt` and `updatedAt` unless said.',
      }),
    ),
    waits: Type.Optional(
      oneOf(['skip', 'keep'], {
        default: 'skip',
        description: 'Whether a run in the shadow waits as long as a real one.',
      }),
    ),
  },
  {
    $id: 'WorkflowMigrationSettings',
    description: 'When the service may take over from another engine.',
    examples: [{ minComparisons: 50 }],
  },
)

const count = (description: string) => Type.Integer({ description })
const Figures = Type.Object(
  {
    since: Nullable(DateTime, { description: 'When the active version was set; earlier ones do not count.' }),
    match: count('Both did the same.'),
    mismatch: count('They did not.'),
    missingLegacy: count('The other engine reported nothing within a day.'),
    missingService: count('There was no run in the shadow within a day.'),
    pending: count('One side is still waited for.'),
    compared: count('How many are decided.'),
    agreement: Nullable(Type.Number(), { description: 'The part of them that matches.' }),
  },
  { $id: 'WorkflowAgreement', description: 'How far the two agree.' },
)
const OwnershipChange = Type.Object(
  {
    id: Id,
    epoch: Type.Integer({ description: 'The one that began with it.' }),
    fromOwner: oneOf(OWNERS, { description: 'Who acted on its triggers before.' }),
    toOwner: oneOf(OWNERS, { description: 'And who after it.' }),
    openRuns: oneOf(OPEN_RUNS, { description: 'What became of open runs of the side before.' }),
    isForced: Type.Boolean({ description: 'Although the two did not agree enough.' }),
    reason: Nullable(Type.String(), { description: 'What the person said; null for nothing.' }),
    figures: { ...CustomFields, description: 'How far the two agreed then.' },
    createdBy: { ...CustomFields, description: 'Who did it: `kind` and `actorId`.' },
    createdAt: CreatedAt,
  },
  { $id: 'WorkflowOwnershipChange' },
)
const Cutover = Type.Object({
  at: Type.String({ ...DateTime, description: 'When it changes, in UTC.' }),
  owner: oneOf(OWNERS, { description: 'Who acts on its triggers from then on.' }),
  openRuns: oneOf(OPEN_RUNS, { description: 'What becomes of open runs of the side before.' }),
  force: Type.Boolean({ description: 'Although the two do not agree enough.' }),
  reason: Nullable(Type.String(), { description: 'What the person said; null for nothing.' }),
})

const ID = '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'
const AT = '2026-11-15T09:30:00.000Z'
const FIGURES = {
  since: AT,
  match: 24,
  mismatch: 0,
  missingLegacy: 0,
  missingService: 0,
  pending: 1,
  compared: 24,
  agreement: 1,
}

export const WorkflowMigration = Type.Object(
  {
    workflowId: Type.String({ ...Uuid, description: 'The workflow that is moved.' }),
    owner: oneOf(OWNERS, { description: 'Who acts on its triggers.' }),
    epoch: Type.Integer({ description: 'One more with every change of the owner.' }),
    legacyRef: Nullable(Type.String(), { description: 'What it is called in the other engine.' }),
    settings: Type.Object(Type.Required(MigrationSettings).properties, {
      additionalProperties: false,
      description: 'When the service may take over, with what is so unless said.',
    }),
    figures: Figures,
    isGateOpen: Type.Boolean({ description: 'Whether the service can take over without force.' }),
    cutover: Nullable(Cutover, { description: 'A change that is to come.' }),
    changes: Type.Array(OwnershipChange, { description: 'The last twenty, newest first.' }),
  },
  {
    $id: 'WorkflowMigration',
    examples: [
      {
        workflowId: ID,
        owner: 'shadow',
        epoch: 2,
        legacyRef: 'zap-1207',
        settings: { minComparisons: 20, minAgreement: 0.99, ignore: ['id'], waits: 'skip' },
        figures: FIGURES,
        isGateOpen: true,
        cutover: null,
        changes: [],
      },
    ],
  },
)

export const OwnershipWrite = closed(
  {
    owner: oneOf(OWNERS, {
      description: 'Who acts on its triggers; `shadow`: the other engine, and runs here touch nothing.',
    }),
    cutoverAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'It changes at that moment; until then another call replaces it.',
      }),
    ),
    openRuns: Type.Optional(OpenRuns),
    reason: Type.Optional(Words(500, { description: 'For people who look at it later.' })),
    force: Type.Optional(
      Type.Boolean({ default: false, description: 'Although the two do not agree enough; needs a reason.' }),
    ),
  },
  { $id: 'WorkflowOwnershipWrite', examples: [{ owner: 'shadow' }] },
)

const SaidEffect = closed({
  kind: Line(100, { description: 'A function of the product, `http`, `emit`.', examples: ['task-create'] }),
  target: Type.Optional(Nullable(Line(2000), { description: 'What it was done to.' })),
  fields: Type.Optional({ ...CustomFields, description: 'What it was done with.' }),
})
const Observation = closed({
  correlationKey: Line(200, { description: 'The id of the event, unless you have agreed on another word.' }),
  effects: Type.Array(SaidEffect, { maxItems: 100, description: 'All that the other engine did, in order.' }),
  answers: Type.Optional({
    ...CustomFields,
    description: 'What people and other systems answered, by the pointer of the task that asks here.',
  }),
  occurredAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'When the other engine did it; now unless sent.' }),
  ),
})
export const ObservationsWrite = closed(
  {
    observations: Type.Array(Observation, {
      minItems: 1,
      maxItems: 100,
      description: 'What the other engine did, an event each.',
    }),
  },
  {
    $id: 'WorkflowObservationsWrite',
    examples: [
      {
        observations: [{ correlationKey: ID, effects: [{ kind: 'task-create', fields: { title: 'Turnover clean' } }] }],
      },
    ],
  },
)
export const ObservationsTaken = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        correlationKey: Type.String({ description: 'As it was sent.' }),
        status: oneOf(['accepted', 'repeated', 'late', 'conflict'], {
          description:
            '`conflict` when something else was reported before, or the service has dealt with the event; `late` after a day.',
        }),
      }),
      { description: 'One for each observation, in the same order.' },
    ),
  },
  { $id: 'WorkflowObservationsTaken', examples: [{ results: [{ correlationKey: ID, status: 'accepted' }] }] },
)

const comparison = {
  id: Id,
  correlationKey: Type.String({ description: 'By which the two sides find each other.' }),
  runId: Nullable(Uuid, { description: 'The run in the shadow.' }),
  workflowVersion: Nullable(Type.Integer(), { description: 'That the run followed; null without a run.' }),
  verdict: oneOf(VERDICTS, {
    description: 'Whether both did the same; `missing_…` when one side was silent for a day.',
  }),
  legacy: Nullable(Type.Array(CustomFields), { description: 'What the other engine did, as it was compared.' }),
  service: Nullable(Type.Array(CustomFields), { description: 'What the run in the shadow would have done.' }),
  diff: Type.Array(CustomFields, { description: 'JSON Patch that makes `service` of `legacy`.' }),
  createdAt: CreatedAt,
  dueAt: Type.String({ ...DateTime, description: 'Until when the other side is waited for.' }),
  decidedAt: Nullable(DateTime, { description: 'In UTC; null while one side is waited for.' }),
}
const Comparison = Type.Object(comparison, {
  $id: 'WorkflowComparison',
  examples: [
    {
      id: ID,
      correlationKey: ID,
      runId: ID,
      workflowVersion: 1,
      verdict: 'mismatch',
      legacy: [{ kind: 'task-create', target: null, fields: { title: 'Clean' } }],
      service: [{ kind: 'task-create', target: null, fields: { title: 'Turnover clean' } }],
      diff: [{ op: 'replace', path: '/0/fields/title', value: 'Turnover clean' }],
      createdAt: AT,
      dueAt: AT,
      decidedAt: AT,
    },
  ],
})
export const ComparisonPage = Page(Comparison, { $id: 'WorkflowComparisonPage' })
export const ComparisonQuery = closed({
  verdict: Type.Optional(oneOf(VERDICTS, { description: 'Only comparisons that came to this.' })),
  correlationKey: Type.Optional(Line(200, { description: 'That have exactly this word.' })),
  ...Paging,
})
export const COMPARISON_FIELDS = Object.keys(comparison).filter((name) => name !== 'workflowVersion')
export const CHANGE_FIELDS = Object.keys(OwnershipChange.properties)

export type WorkflowMigration = Static<typeof WorkflowMigration>
export type MigrationSettings = Static<typeof MigrationSettings>
export type Figures = Static<typeof Figures>
export type Cutover = Static<typeof Cutover>
export type OwnershipWrite = Static<typeof OwnershipWrite>
export type OwnershipChange = Static<typeof OwnershipChange>
export type Observation = Static<typeof Observation>
export type Comparison = Static<typeof Comparison>
export type ComparisonQuery = Static<typeof ComparisonQuery>
