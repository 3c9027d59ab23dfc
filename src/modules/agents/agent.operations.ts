import { operation, type Operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import type { Tool } from '#core/tool.ts'
import { listAgents } from './agent.queries.ts'
import * as schema from './agent.schema.ts'
import * as agents from './agent.service.ts'
import { reachOf } from './reach.service.ts'

const { agent_not_found, agent_slug_taken, agent_tool_unknown } = agents.failures
const LIST = '/workspaces/:workspaceId/agents'
const ITEM = `${LIST}/:agentId`
const about = { tag: 'Agents', access: { role: 'admin' } } as const

/** Takes the tools as an argument: the full list exists only where all modules meet. */
export function agentOperations(tools: readonly Tool[]): readonly Operation[] {
  return [...operationsFor(tools.map(({ name }) => name)), reachFor(tools)]
}

function reachFor(tools: readonly Tool[]): Operation {
  return operation({
    ...about,
    id: 'getAgentReach',
    summary: 'Read what people outside could ask of an agent',
    description:
      'What a stranger, a guest and a vendor have of its tools in a channel that it is bound to. Its instructions may be told to any of them.',
    rest: { method: 'GET', path: `${ITEM}/reach` },
    params: schema.AgentPath,
    reply: schema.AgentReach,
    errors: [agent_not_found],
    run: async (ctx, { agentId }) => reachOf(tools, (await agents.getAgent(ctx, agentId)).tools),
  })
}

function operationsFor(toolNames: readonly string[]): readonly Operation[] {
  return [
    operation({
      ...about,
      id: 'listAgents',
      summary: 'List agents',
      description: 'Those that take work; `archived=true` lists the others.',
      access: { role: 'member' },
      rest: { method: 'GET', path: LIST },
      params: WorkspacePath,
      query: schema.AgentQuery,
      reply: schema.AgentPage,
      run: (ctx, query) => listAgents(ctx, query),
    }),
    operation({
      ...about,
      id: 'createAgent',
      summary: 'Create an agent',
      rest: { method: 'POST', path: LIST },
      params: WorkspacePath,
      body: schema.AgentCreate,
      reply: schema.Agent,
      status: 201,
      versioned: true,
      errors: [agent_slug_taken, agent_tool_unknown],
      run: (ctx, input) => agents.createAgent(ctx, input, toolNames),
    }),
    operation({
      ...about,
      id: 'getAgent',
      summary: 'Read an agent',
      access: { role: 'member' },
      rest: { method: 'GET', path: ITEM },
      params: schema.AgentPath,
      reply: schema.Agent,
      versioned: true,
      errors: [agent_not_found],
      run: (ctx, { agentId }) => agents.getAgent(ctx, agentId),
    }),
    operation({
      ...about,
      id: 'updateAgent',
      summary: 'Change an agent',
      description: 'Runs that have begun go on as they began.',
      rest: { method: ['PATCH', 'PUT'], path: ITEM },
      params: schema.AgentPath,
      body: schema.AgentUpdate,
      reply: schema.Agent,
      versioned: true,
      errors: [agent_not_found, agent_tool_unknown],
      run: (ctx, { agentId, ...changes }) => agents.updateAgent(ctx, agentId, changes, toolNames),
    }),
    operation({
      ...about,
      id: 'archiveAgent',
      summary: 'Archive an agent',
      description: 'It starts no more runs; what it did stays readable.',
      rest: { method: 'POST', path: `${ITEM}/archive` },
      params: schema.AgentPath,
      reply: schema.Agent,
      errors: [agent_not_found],
      run: (ctx, { agentId }) => agents.setArchived(ctx, agentId, true),
    }),
    operation({
      ...about,
      id: 'restoreAgent',
      summary: 'Take an agent out of the archive',
      rest: { method: 'POST', path: `${ITEM}/restore` },
      params: schema.AgentPath,
      reply: schema.Agent,
      errors: [agent_not_found],
      run: (ctx, { agentId }) => agents.setArchived(ctx, agentId, false),
    }),
  ]
}
