import type { Agent, AgentUpdate } from '../../../../../src/modules/agents/agent.schema.ts'
import { searchSwitch } from '../../parts/search-switch.ts'
import { differing } from '../../parts/send-versioned.ts'

/** An agent as it stands in the fields. */
export type AgentDraft = Pick<
  Agent,
  'name' | 'description' | 'instructions' | 'model' | 'tools' | 'approval' | 'stepsMax'
>

const NEW: AgentDraft = {
  name: '',
  description: null,
  instructions: '',
  model: 'default',
  tools: [],
  approval: { asks: 'gated', alsoBefore: [], approvers: 'requester', validMinutes: 1440 },
  stepsMax: 20,
}

export function draftOf(agent: Agent | undefined): AgentDraft {
  const { name, description, instructions, model, tools, approval, stepsMax } = agent ?? NEW
  return { name, description, instructions, model, tools, approval, stepsMax }
}

/** Which agents are listed, as it stands in the address. */
export interface AgentsView {
  archived?: true
}

export const parseAgentsView: (search: Record<string, unknown>) => AgentsView = searchSwitch('archived')

/** What is sent: the fields that differ from what was there. */
export function changesOf(draft: AgentDraft, before: AgentDraft): AgentUpdate {
  const after = {
    ...draft,
    name: draft.name.trim(),
    description: draft.description?.trim() || null,
    instructions: draft.instructions.trim(),
  }
  return differing(before, after)
}
