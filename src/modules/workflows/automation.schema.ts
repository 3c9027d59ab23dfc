import { Type, type Static } from 'typebox'
import { closed, CustomFields, DateTime, Nullable, oneOf, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

const AUTOMATION_STATES = ['active', 'paused', 'draft'] as const
const RUN_STATES = ['running', 'waiting', 'completed', 'failed', 'cancelled'] as const

const Run = {
  id: Uuid,
  automationId: Uuid,
  state: oneOf(RUN_STATES),
  error: Nullable(Type.String()),
  startedAt: DateTime,
  endedAt: Nullable(DateTime),
}

/** What a workflow is, as those see it who do not write it. */
export const Automation = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    description: Nullable(Type.String()),
    state: oneOf(AUTOMATION_STATES),
    triggerSummary: Type.String({ description: 'What sets it off, in words.' }),
    definitionVersion: Type.Integer(),
    lastRunId: Nullable(Uuid),
    lastRunAt: Nullable(DateTime),
    lastRunOutcome: Nullable(Type.String()),
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  { $id: 'Automation' },
)
export const AutomationPage = Page(Automation, { $id: 'AutomationPage' })
export const AutomationQuery = closed({ state: Type.Optional(oneOf(AUTOMATION_STATES)), ...Paging })
export const AutomationPath = closed({ workspaceId: WorkspaceId, automationId: Uuid })

export const AutomationRun = Type.Object(
  { ...Run, steps: Type.Array(CustomFields, { description: 'What each step did, in order.' }) },
  { $id: 'AutomationRun' },
)
export const AutomationRunPage = Page(Type.Object(Run, { $id: 'AutomationRunRow' }), { $id: 'AutomationRunPage' })
export const AutomationRunQuery = closed({ state: Type.Optional(oneOf(RUN_STATES)), ...Paging })
export const AutomationRunPath = closed({ workspaceId: WorkspaceId, runId: Uuid })

export const AutomationStart = closed(
  { input: Type.Optional(CustomFields) },
  { $id: 'AutomationStart', examples: [{ input: { propertyId: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90' } }] },
)
export const AutomationStarted = Type.Object({ runId: Uuid, state: oneOf(['running']) }, { $id: 'AutomationStarted' })
export const AutomationStateWrite = closed(
  { state: oneOf(['active', 'paused']) },
  { $id: 'AutomationStateWrite', examples: [{ state: 'paused' }] },
)

export type AutomationStarted = Static<typeof AutomationStarted>
export type Automation = Static<typeof Automation>
export type AutomationQuery = Static<typeof AutomationQuery>
export type AutomationRun = Static<typeof AutomationRun>
export type AutomationRunQuery = Static<typeof AutomationRunQuery>
