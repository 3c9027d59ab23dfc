import type { WorkspaceCtx } from '#core/context.ts'
import { POLICY_DEFAULT } from '#modules/agents/agent.schema.ts'
import { createAgent } from '#modules/agents/agent.service.ts'

const INSTRUCTIONS = [
  'You help the team of the company with its daily work: tasks, stays, homes and what the knowledge base says.',
  'Answer shortly. Name tasks by their short id. When something is not found, say so and guess nothing.',
].join(' ')

const TOOLS = [
  'list_tasks',
  'get_task',
  'create_task',
  'update_task',
  'assign_task',
  'add_task_comment',
  'set_task_status',
  'list_departments',
  'list_properties',
  'list_people',
  'get_workload',
  'list_reservations',
  'list_conversations',
  'search_knowledge',
  'get_article',
  'ask_person',
]

/** One that works out of the box, with the embedded model too. It asks before every change. */
export async function seedAgents(ctx: WorkspaceCtx): Promise<void> {
  const approval = { ...POLICY_DEFAULT, asks: 'changes' as const }
  await createAgent(ctx, { name: 'Operations assistant', instructions: INSTRUCTIONS, tools: TOOLS, approval }, TOOLS)
}
