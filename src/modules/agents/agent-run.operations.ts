import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import * as schema from './agent-run.schema.ts'
import * as runs from './agent-run.service.ts'
import { failures } from './run.service.ts'

const LIST = '/workspaces/:workspaceId/agent-runs'
const ITEM = `${LIST}/:agentRunId`
const about = { tag: 'Agents', access: { role: 'member' } } as const
const errors = [failures.run_not_found]

export const listAgentRuns = operation({
  ...about,
  id: 'listAgentRuns',
  summary: 'List runs of agents',
  description: 'Administrators see all, everybody else their own.',
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.AgentRunQuery,
  reply: schema.AgentRunPage,
  run: (ctx, query) => runs.listRuns(ctx, query),
})

export const getAgentRun = operation({
  ...about,
  id: 'getAgentRun',
  summary: 'Read a run of an agent',
  rest: { method: 'GET', path: ITEM },
  params: schema.AgentRunPath,
  reply: schema.AgentRun,
  errors,
  run: (ctx, { agentRunId }) => runs.getRun(ctx, agentRunId),
})

export const cancelAgentRun = operation({
  ...about,
  id: 'cancelAgentRun',
  summary: 'Stop a run of an agent',
  description: 'What it has done stays done. One that is over stays as it is.',
  rest: { method: 'POST', path: `${ITEM}/cancel` },
  params: schema.AgentRunPath,
  reply: schema.AgentRun,
  errors,
  run: (ctx, { agentRunId }) => runs.cancelRun(ctx, agentRunId),
})

export const listAgentInteractions = operation({
  ...about,
  id: 'listAgentInteractions',
  summary: 'List what agents ask you',
  rest: { method: 'GET', path: '/workspaces/:workspaceId/agent-interactions' },
  params: WorkspacePath,
  query: schema.InteractionQuery,
  reply: schema.InteractionPage,
  run: (ctx, query) => runs.listInteractions(ctx, query),
})
