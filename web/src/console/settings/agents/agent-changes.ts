import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Agent, AgentUpdate } from '../../../../../src/modules/agents/agent.schema.ts'
import { useWords } from '../../../language/language.tsx'
import { assistantWords } from '../../assistant/words/assistant-words.ts'
import { conflictOf } from '../../parts/conflict.ts'
import { sendFields } from '../../parts/send-versioned.ts'
import { useDesk } from '../../shell/console-context.ts'
import type { Tagged } from '../../shell/request.ts'
import { change, useChange } from '../../shell/use-change.ts'
import { agentQuery } from './agent-queries.ts'
import { agentsWords } from './words/agents-words.ts'

interface AgentChange {
  /** What was seen of it; undefined: a new one. */
  seen: Tagged<Agent> | undefined
  changes: AgentUpdate
}

/** Makes, changes and archives agents. Where two change the same, both are shown. */
export function useAgentChanges(onSaved: (agent: Tagged<Agent>) => void) {
  const words = useWords(agentsWords)
  const textOf = useFieldText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const desk = useDesk()
  const path = `${desk.desk}/agents`
  const show = (agent: Tagged<Agent>): void => {
    client.setQueryData(agentQuery(desk, agent.value.id).queryKey, agent)
    void client.invalidateQueries({ queryKey: [desk.id, 'agents'] })
    onSaved(agent)
  }
  const save = useChange<AgentChange, Tagged<Agent>>({
    send: ({ seen, changes }, key) =>
      seen
        ? sendFields(desk.api, `${path}/${seen.value.id}`, { seen, changes }, key)
        : desk.api.sendTagged(path, { method: 'POST', body: changes, key }),
    onDone(agent, { seen }) {
      show(agent)
      if (seen) return
      const params = { workspaceId: desk.id, agentId: agent.value.id }
      void navigate({ to: '/$workspaceId/settings/agents/$agentId', params, replace: true, ignoreBlocker: true })
    },
    said: ({ value: { name } }) => words.saved(name),
    onRefused: (problem, input) =>
      conflictOf<Agent>(problem, (current) => ({
        title: current.value.name,
        labels: textOf.labels,
        theirs: (field) => textOf(current.value, field),
        mine: (field) => textOf({ ...current.value, ...input.changes }, field),
        takeMine: () => save.mutate(change({ ...input, seen: current })),
      })),
  })
  const archive = useChange<{ agent: Agent; isArchived: boolean }, Agent>({
    send: ({ agent, isArchived }, key) =>
      desk.api.send(`${path}/${agent.id}/${isArchived ? 'archive' : 'restore'}`, { method: 'POST', key }),
    onDone: () => void client.invalidateQueries({ queryKey: [desk.id, 'agents'] }),
    said: ({ name }, { isArchived }) => (isArchived ? words.isArchived(name) : words.isRestored(name)),
    undo:
      (agent, { isArchived }) =>
      () =>
        archive.mutate(change({ agent, isArchived: !isArchived })),
  })
  return {
    save: (seen: Tagged<Agent> | undefined, changes: AgentUpdate) => save.mutate(change({ seen, changes })),
    archive: (agent: Agent, isArchived: boolean) => archive.mutate(change({ agent, isArchived })),
    isBusy: save.isPending,
  }
}

/** A field of an agent as people read it, and what it is called. */
function useFieldText() {
  const words = useWords(agentsWords)
  const { tools } = useWords(assistantWords)
  const plain: Record<string, string> = tools
  const named = (names: readonly string[]): string =>
    names.map((name) => plain[name] ?? name).join('\n') || words.noTool
  const labels: Record<string, string> = {
    name: words.name,
    description: words.description,
    instructions: words.instructions,
    model: words.model,
    tools: words.mayUse,
    approval: words.approval,
    stepsMax: words.stepsMax,
  }
  const textOf = (agent: Agent, field: string): string => {
    if (field === 'tools') return named(agent.tools)
    if (field === 'approval') {
      const { asks, approvers, alsoBefore } = agent.approval
      return [
        words.asksValues[asks],
        words.approversValues[approvers],
        ...alsoBefore.map((name) => plain[name] ?? name),
      ].join('\n')
    }
    return String(agent[field as keyof Agent] ?? '–')
  }
  return Object.assign(textOf, { labels })
}
