import { Type, type Static } from 'typebox'
import { closed, DateTime, Line, Nullable, Page, Paging, Uuid } from '#core/schema.ts'

/** A session as the console lists it. */
export const AgentSessionView = Type.Object(
  {
    id: Uuid,
    title: Nullable(Type.String(), { description: 'As it was named, or the beginning of what was said first.' }),
    visibility: Type.String({ examples: ['private'] }),
    userId: Uuid,
    isRunning: Type.Boolean(),
    pendingCount: Type.Integer({ description: 'Questions that wait for an answer.' }),
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  { $id: 'AgentSession' },
)
export const AgentSessionPage = Page(AgentSessionView, { $id: 'AgentSessionPage' })
export const AgentSessionQuery = closed(Paging)
export const AgentSessionCreate = closed(
  { title: Type.Optional(Nullable(Line(200))) },
  { $id: 'AgentSessionCreate', examples: [{ title: 'The week ahead' }] },
)

export type AgentSessionView = Static<typeof AgentSessionView>
export type AgentSessionQuery = Static<typeof AgentSessionQuery>
export type AgentSessionCreate = Static<typeof AgentSessionCreate>
