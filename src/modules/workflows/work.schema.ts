import { Type, type Static } from 'typebox'
import {
  closed,
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
import { RunFilter, waitSeconds } from './run.schema.ts'

const WORK_KINDS = ['bulk', 'test-run', 'run-migration'] as const
const WORK_STATES = ['pending', 'running', 'completed'] as const
const ITEM_STATES = ['pending', 'done', 'skipped', 'failed'] as const
const BULK_ACTIONS = ['cancel', 'suspend', 'resume', 'retry'] as const
export type WorkKind = (typeof WORK_KINDS)[number]
export type BulkAction = (typeof BULK_ACTIONS)[number]

const ID = '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'
const AT = '2026-11-15T09:30:00.000Z'
const STATUS_URL = `http://localhost:3000/api/v1/workspaces/seaside-homes/workflow-operations/${ID}`

const WorkItem = Type.Object(
  {
    position: Type.Integer({ description: 'Counts up from 1.' }),
    subjectId: Type.String({ format: 'uuid', description: 'The run or the test.' }),
    status: oneOf(ITEM_STATES, { description: '`skipped` when it was not possible, or there was nothing to do.' }),
    code: Nullable(Type.String(), { description: 'Why, as a word that stays.', examples: ['workflow_run_over'] }),
    message: Nullable(Type.String(), { description: 'Why, for people.' }),
    details: Nullable(CustomFields, { description: 'What more there is to say.' }),
    endedAt: Nullable(DateTime, { description: 'In UTC; null while it is not over.' }),
  },
  { $id: 'WorkflowOperationItem' },
)
const ITEM_EXAMPLE = {
  position: 1,
  subjectId: ID,
  status: 'done',
  code: null,
  message: null,
  details: null,
  endedAt: AT,
}

const WorkState = oneOf(WORK_STATES, { description: '`completed` when every item is over, whatever came of it.' })
const row = {
  id: Id,
  kind: oneOf(WORK_KINDS, { description: '`bulk`: runs are changed. `run-migration`: they move to another version.' }),
  status: WorkState,
  workflowId: Nullable(Uuid, { description: 'Where it is about one workflow.' }),
  isDryRun: Type.Boolean({ description: 'It only tells what would become of each.' }),
  request: { ...CustomFields, description: 'What was asked for.' },
  total: Type.Integer({ description: 'How many runs or tests it is about.' }),
  done: Type.Integer({ description: 'How many of them are done.' }),
  skipped: Type.Integer({ description: 'For how many it was not possible, or there was nothing to do.' }),
  failed: Type.Integer({ description: 'How many of them failed.' }),
  createdBy: { ...CustomFields, description: 'Who asked for it: `kind` and `actorId`.' },
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
  endedAt: Nullable(DateTime, { description: 'In UTC; null while it is not over.' }),
}
export const WORK_FIELDS = Object.keys(row).filter((name) => name !== 'workflowId')
export const ITEM_FIELDS = Object.keys(WorkItem.properties)

export const WorkflowOperation = Type.Object(
  { ...row, statusUrl: Type.String({ description: 'Its own address.' }), ...Page(WorkItem).properties },
  {
    $id: 'WorkflowOperation',
    examples: [
      {
        id: ID,
        kind: 'bulk',
        status: 'completed',
        workflowId: null,
        isDryRun: false,
        request: { action: 'cancel' },
        total: 1,
        done: 1,
        skipped: 0,
        failed: 0,
        createdBy: { kind: 'key', actorId: ID },
        createdAt: AT,
        updatedAt: AT,
        endedAt: AT,
        statusUrl: STATUS_URL,
        items: [ITEM_EXAMPLE],
        pagination: { total: 1, limit: 50, offset: 0, hasMore: false },
      },
    ],
  },
)
export const WorkAccepted = Type.Object(
  { id: Id, status: WorkState, statusUrl: Type.String({ description: 'Where to ask how it goes.' }) },
  { $id: 'WorkflowOperationAccepted', examples: [{ id: ID, status: 'pending', statusUrl: STATUS_URL }] },
)
export const WorkPath = closed({ workspaceId: WorkspaceId, workflowOperationId: Uuid })
export const WorkQuery = closed({
  itemStatus: Type.Optional(oneOf(ITEM_STATES, { description: 'Only items that came to this.' })),
  wait: waitSeconds('Seconds to wait until the operation is over.'),
  ...Paging,
})

export const BulkWrite = closed(
  {
    action: oneOf(BULK_ACTIONS, { description: 'What is done with each run.' }),
    filter: RunFilter,
    reason: Type.Optional(Words(500, { description: 'For people who look at the runs later.' })),
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: 'Only count: what it would do with each, and nothing is done.' }),
    ),
  },
  { $id: 'WorkflowBulkChange', examples: [{ action: 'cancel', filter: { status: 'waiting' }, dryRun: true }] },
)

export type BulkWrite = Static<typeof BulkWrite>
export type WorkQuery = Static<typeof WorkQuery>
export type WorkItem = Static<typeof WorkItem>
export type WorkRow = Static<ReturnType<typeof Type.Object<typeof row>>>
