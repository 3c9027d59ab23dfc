import { Type, type Static } from 'typebox'
import { closed, DateTime, Nullable, optional, Uuid } from '#core/schema.ts'

const AgentId = Nullable(Uuid, { description: 'Who answers there. null: the connection is the whole workspace’s.' })
const Toolkit = Type.String({
  pattern: '^[a-z0-9_]{1,100}$',
  description: 'As the tool connector calls it.',
  examples: ['gmail'],
})

export const ChatInstall = closed(optional({ agentId: AgentId }), { $id: 'ChatInstall', examples: [{ agentId: null }] })
export const ToolConnect = closed(
  { toolkit: Toolkit, ...optional({ agentId: AgentId }) },
  { $id: 'ToolConnect', examples: [{ toolkit: 'gmail' }] },
)
export const InstallLink = Type.Object(
  {
    url: Nullable(Type.String(), { description: 'For the browser of the person who asked for it. Shown once.' }),
    expiresAt: Nullable(DateTime, { description: 'null: the other side does not say.' }),
  },
  { $id: 'InstallLink' },
)

export type ChatInstall = Static<typeof ChatInstall>
export type ToolConnect = Static<typeof ToolConnect>
export type InstallLink = Static<typeof InstallLink>
