import { Type, type Static } from 'typebox'
import { closed, DateTime, Nullable, oneOf, optional, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'
import { Interaction } from './interaction.schema.ts'
import { RUN_STATUSES } from './run.schema.ts'

const status = oneOf(RUN_STATUSES)

/** A run as the console lists it. */
export const AgentRun = Type.Object(
  {
    id: Uuid,
    sessionId: Uuid,
    agentId: Uuid,
    userId: Uuid,
    status,
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    createdAt: DateTime,
    startedAt: Nullable(DateTime),
    endedAt: Nullable(DateTime),
  },
  { $id: 'AgentRun' },
)
export const AgentRunPage = Page(AgentRun, { $id: 'AgentRunPage' })
export const AgentRunQuery = closed({ ...optional({ agentId: Uuid, status }), ...Paging })
export const AgentRunPath = closed({ workspaceId: WorkspaceId, agentRunId: Uuid })
export const InteractionPage = Page(Interaction, { $id: 'InteractionPage' })
export const InteractionQuery = closed(Paging)

export const AGENT_RUN_FIELDS = Object.keys(AgentRun.properties)

export type AgentRun = Static<typeof AgentRun>
export type AgentRunQuery = Static<typeof AgentRunQuery>
export type InteractionQuery = Static<typeof InteractionQuery>
