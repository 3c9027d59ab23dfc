import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import * as schema from './agent-session.schema.ts'
import * as sessions from './agent-session.service.ts'

const about = { tag: 'Agents', access: { role: 'member' } } as const
const LIST = '/workspaces/:workspaceId/agent-sessions'

export const listAgentSessions = operation({
  ...about,
  id: 'listAgentSessions',
  summary: 'List your sessions with agents',
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.AgentSessionQuery,
  reply: schema.AgentSessionPage,
  run: (ctx, query) => sessions.listSessions(ctx, query),
})

export const createAgentSession = operation({
  ...about,
  id: 'createAgentSession',
  summary: 'Begin a session with an agent',
  description: 'Empty until a run is started in it.',
  rest: { method: 'POST', path: LIST },
  params: WorkspacePath,
  body: schema.AgentSessionCreate,
  reply: schema.AgentSessionView,
  status: 201,
  run: (ctx, input) => sessions.beginSession(ctx, input),
})
