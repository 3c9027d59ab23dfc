import { Type, type Static } from 'typebox'
import {
  closed,
  CreatedAt,
  CustomFields,
  Id,
  Line,
  Nullable,
  oneOf,
  optional,
  Page,
  Paging,
  UpdatedAt,
  Uuid,
  Words,
  WorkspaceId,
} from '#core/schema.ts'
import { Concurrency, RetryDefaults } from './pace.schema.ts'
import { MigrationSettings, OPEN_RUNS, OWNERS } from './ownership.schema.ts'
import { Problem } from './problem.schema.ts'
import { TRIGGER_KINDS } from './run.schema.ts'

const STATUSES = ['draft', 'active', 'inactive', 'archived'] as const
const FORMATS = ['json', 'yaml'] as const
const VERSION_MAX = 2_147_483_647
const TEXT_LENGTH_MAX = 262_144

const VersionNumber = Type.Integer({
  minimum: 1,
  maximum: VERSION_MAX,
  description: 'A published version; they count up from 1.',
  examples: [1],
})

const writable = {
  name: Line(200, { description: 'For people.', examples: ['Turnover clean'] }),
  description: Nullable(Words(2000), { description: 'For people; `q` searches it.' }),
  tags: Type.Array(Line(50), { maxItems: 20, description: 'Words to find it by.' }),
  retentionDays: Type.Integer({ minimum: 1, maximum: 3650, description: 'How long runs that are over are kept.' }),
  legacyRef: Nullable(Line(200), { description: 'What it is called in the engine that it is moved from.' }),
  migration: MigrationSettings,
  concurrency: Nullable(Concurrency, { description: 'How many of its runs are under way at a time; null for any.' }),
  retryDefaults: Nullable(RetryDefaults, {
    description:
      'What becomes of a call that failed in passing (no answer, 408, 425, 429 or 5xx) and that no `try` catches; null to fail at once.',
  }),
}

const WorkflowRoute = Type.Object(
  {
    version: VersionNumber,
    weight: Type.Integer({ minimum: 1, maximum: 100, description: 'Of a hundred runs, how many.', examples: [100] }),
  },
  { additionalProperties: false },
)
const Routes = Type.Array(WorkflowRoute, { minItems: 1, maxItems: 2 })

const fixed = {
  id: Id,
  status: oneOf(STATUSES, { description: 'Only while it is `active` its triggers start runs.' }),
  owner: oneOf(OWNERS, { description: 'Who acts on its triggers.' }),
  routes: Nullable(Routes, { description: 'The versions that new runs get; null while it is not active.' }),
  triggerKinds: Type.Array(oneOf(TRIGGER_KINDS), { description: 'What can set it off.' }),
  latestVersion: Type.Integer({ description: 'The newest that was published; 0 for none.' }),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
}

const Actor = { ...CustomFields, description: 'Who did it: `kind` and `actorId`.' }
const Activation = Type.Object(
  {
    id: Id,
    routes: Nullable(Type.Array(WorkflowRoute), { description: 'Null when it was turned off.' }),
    reason: Nullable(Type.String(), {
      description:
        'Where the server turned it off by itself: the code of the error with which turning it on again is refused.',
    }),
    createdBy: Actor,
    createdAt: CreatedAt,
  },
  { $id: 'WorkflowActivation' },
)

export const DOCUMENT_EXAMPLE = {
  document: { dsl: '1.0.3', namespace: 'seaside', name: 'hello', version: '1.0.0' },
  do: [{ greet: { set: { text: 'Hello' } } }],
}

const ID = '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'
const AT = '2026-11-15T09:30:00.000Z'
const BY = { kind: 'key', actorId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d91' }
const EXAMPLE = {
  name: 'Hello',
  description: 'Says hello.',
  tags: ['guests'],
  retentionDays: 30,
  legacyRef: null,
  migration: {},
  concurrency: null,
  retryDefaults: null,
  id: ID,
  status: 'active',
  owner: 'service',
  routes: [{ version: 1, weight: 100 }],
  triggerKinds: [],
  latestVersion: 1,
  createdAt: AT,
  updatedAt: AT,
}

export const WorkflowRow = Type.Object({ ...writable, ...fixed }, { $id: 'WorkflowRow', examples: [EXAMPLE] })
export const Workflow = Type.Object(
  { ...writable, ...fixed, activations: Type.Array(Activation, { description: 'The last ten, newest first.' }) },
  {
    $id: 'Workflow',
    examples: [{ ...EXAMPLE, activations: [{ id: ID, routes: EXAMPLE.routes, createdBy: BY, createdAt: AT }] }],
  },
)
export const WorkflowPage = Page(WorkflowRow, { $id: 'WorkflowPage' })

const content = {
  document: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'The document as JSON.',
      examples: [DOCUMENT_EXAMPLE],
    }),
  ),
  text: Type.Optional(
    Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX, description: 'Or as a text, in the format named.' }),
  ),
  format: Type.Optional(oneOf(FORMATS, { default: 'yaml', description: 'Of the text.' })),
}

export const WorkflowCreate = closed(
  {
    ...optional(writable),
    name: writable.name,
    ...content,
    copyFrom: Type.Optional(Type.String({ ...Uuid, description: 'A workflow whose draft this one begins with.' })),
  },
  { $id: 'WorkflowCreate', examples: [{ name: 'Hello', document: DOCUMENT_EXAMPLE }] },
)
export const WorkflowUpdate = closed(
  {
    ...optional(writable),
    status: Type.Optional(oneOf(['inactive'], { description: 'Takes it out of the archive.' })),
  },
  { $id: 'WorkflowUpdate', examples: [{ tags: ['cleaning'] }] },
)
export const WorkflowQuery = closed({
  status: Type.Optional(oneOf(STATUSES, { description: 'Only workflows in this status.' })),
  owner: Type.Optional(oneOf(OWNERS, { description: 'Only those on whose triggers this side acts.' })),
  triggerKind: Type.Optional(oneOf(TRIGGER_KINDS, { description: 'Only those that can be set off so.' })),
  tag: Type.Optional(Line(50, { description: 'Only those that have this tag.' })),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Searches name and description.' })),
  ...Paging,
})

export const DraftWrite = closed(content, { $id: 'WorkflowDraftWrite', examples: [{ document: DOCUMENT_EXAMPLE }] })
export const WorkflowDraft = Type.Object(
  {
    workflowId: Type.String({ ...Uuid, description: 'The workflow whose draft it is.' }),
    format: oneOf(FORMATS, { description: 'What `text` is written in.' }),
    text: Type.String({ description: 'As its author wrote it.' }),
    document: Nullable(CustomFields, { description: 'As JSON; null when it cannot be read.' }),
    isValid: Type.Boolean({ description: 'Only then it can be published.' }),
    problems: Type.Array(Problem, { description: 'What is wrong with the document.' }),
    problemCount: Type.Integer({ description: 'How many there are; at most a hundred are listed.' }),
    updatedAt: UpdatedAt,
  },
  {
    $id: 'WorkflowDraft',
    examples: [
      {
        workflowId: ID,
        format: 'json',
        text: JSON.stringify(DOCUMENT_EXAMPLE),
        document: DOCUMENT_EXAMPLE,
        isValid: true,
        problems: [],
        problemCount: 0,
        updatedAt: AT,
      },
    ],
  },
)

const version = {
  workflowId: Type.String({ ...Uuid, description: 'The workflow whose version it is.' }),
  number: VersionNumber,
  sha256: Type.String({ description: 'Of the document in its canonical form (RFC 8785).' }),
  documentVersion: Type.String({ description: "The author's own number.", examples: ['1.0.0'] }),
  createdBy: Actor,
  createdAt: CreatedAt,
}
const VERSION_EXAMPLE = {
  workflowId: ID,
  number: 1,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  documentVersion: '1.0.0',
  createdBy: BY,
  createdAt: AT,
}
export const WorkflowVersionRow = Type.Object(version, { $id: 'WorkflowVersionRow', examples: [VERSION_EXAMPLE] })
export const WorkflowVersion = Type.Object(
  {
    ...version,
    document: { ...CustomFields, description: 'As it was published; it never changes.' },
    yaml: Type.Optional(Type.String({ description: 'With `view=yaml`.' })),
    mermaid: Type.Optional(Type.String({ description: 'With `view=mermaid`: a diagram.' })),
    graph: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'With `view=graph`.' })),
  },
  { $id: 'WorkflowVersion', examples: [{ ...VERSION_EXAMPLE, document: DOCUMENT_EXAMPLE }] },
)
export const WorkflowVersionPage = Page(WorkflowVersionRow, { $id: 'WorkflowVersionPage' })
export const VersionQuery = closed({
  view: Type.Optional(
    oneOf(['document', 'yaml', 'mermaid', 'graph'], { description: 'Adds it in this form; `document` adds nothing.' }),
  ),
})
export const VersionDiffQuery = closed({
  against: Type.Integer({ ...VersionNumber, description: 'The version to compare with.' }),
})
export const VersionDiff = Type.Object(
  {
    from: Type.Integer({ description: 'The version named by `against`.' }),
    to: Type.Integer({ description: 'The version of the address.' }),
    changes: Type.Array(CustomFields, { description: 'Tasks that were added, removed, changed or moved.' }),
    fields: Type.Array(Type.String(), { description: 'What else is not the same.' }),
    mapping: Type.Array(
      Type.Object({
        from: Type.String({ description: 'In the version named by `against`.' }),
        to: Type.String({ description: 'In the version of the address.' }),
      }),
      {
        description: 'Where tasks of the one stand in the other, as JSON pointers.',
      },
    ),
    blocked: Type.Array(
      Type.Object({
        from: Type.String({ description: 'The task, as a JSON pointer.' }),
        reason: Type.String({ description: 'For people, in English.' }),
      }),
      {
        description: 'Tasks at which an open run could not move, and why.',
      },
    ),
    canMove: Type.Boolean({ description: 'Whether an open run could move from anywhere.' }),
  },
  {
    $id: 'WorkflowVersionDiff',
    examples: [
      {
        from: 1,
        to: 2,
        changes: [{ change: 'changed', from: '/do/0/greet', to: '/do/0/greet', fields: ['set'] }],
        fields: [],
        mapping: [{ from: '/do/0/greet', to: '/do/0/greet' }],
        blocked: [],
        canMove: true,
      },
    ],
  },
)

export const ActivationWrite = closed(
  {
    routes: Type.Array(WorkflowRoute, {
      minItems: 1,
      maxItems: 2,
      description: 'The versions that new runs get; their weights make a hundred.',
    }),
    requireTestsPassed: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Refuses versions that have not passed all tests; those that are active stay.',
      }),
    ),
  },
  { $id: 'WorkflowActivationWrite', examples: [{ routes: [{ version: 1, weight: 100 }] }] },
)
export const DeactivationQuery = closed({
  openRuns: Type.Optional(oneOf(OPEN_RUNS, { default: 'finish', description: 'What becomes of them.' })),
})

export const WorkflowPath = closed({ workspaceId: WorkspaceId, workflowId: Uuid })
export const VersionPath = closed({ workspaceId: WorkspaceId, workflowId: Uuid, version: VersionNumber })

export const WORKFLOW_FIELDS = Object.keys(WorkflowRow.properties)
export const VERSION_FIELDS = ['number', 'sha256', 'documentVersion', 'createdBy', 'createdAt'] as const

export type WorkflowRow = Static<typeof WorkflowRow>
export type WorkflowCreate = Static<typeof WorkflowCreate>
export type WorkflowUpdate = Static<typeof WorkflowUpdate>
export type WorkflowQuery = Static<typeof WorkflowQuery>
export type DraftWrite = Static<typeof DraftWrite>
export type WorkflowDraft = Static<typeof WorkflowDraft>
export type WorkflowVersion = Static<typeof WorkflowVersion>
export type WorkflowVersionRow = Static<typeof WorkflowVersionRow>
export type WorkflowRoute = Static<typeof WorkflowRoute>
export type Activation = Static<typeof Activation>
