import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Agent } from '../../../../../src/modules/agents/agent.schema.ts'
import { Icon } from '../../../design/icon.tsx'
import { Joined } from '../../../design/joined.tsx'
import { useWords } from '../../../language/language.tsx'
import { usePaged } from '../../parts/paged.tsx'
import { Segments } from '../../parts/segments.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { SettingsList } from '../settings-list.tsx'
import { settingsWords } from '../words/settings-words.ts'
import { parseAgentsView } from './agent-draft.ts'
import { agentsWords } from './words/agents-words.ts'

const route = getRouteApi('/$workspaceId/frame/settings/agents')

/** Who works with a model: what each is for, and what it may do. */
export function AgentsPage(): ReactNode {
  const words = useWords(agentsWords)
  const { about } = useWords(settingsWords)
  const { id, desk } = useDesk()
  const navigate = useNavigate()
  const { archived: isArchive = false } = parseAgentsView(route.useSearch())
  const list = usePaged<Agent>([id, 'agents', 'list'], `${desk}/agents`, { archived: isArchive })
  const make = (): void =>
    void navigate({ to: '/$workspaceId/settings/agents/$agentId', params: { workspaceId: id, agentId: 'new' } })
  return (
    <SettingsList
      title={words.title}
      text={about.agents}
      list={list}
      make={{ label: words.make, onMake: make }}
      before={
        <Segments
          label={words.which}
          options={(['active', 'archived'] as const).map((value) => ({ value, label: words[value] }))}
          value={isArchive ? 'archived' : 'active'}
          onChoose={(which) =>
            void navigate({
              to: '/$workspaceId/settings/agents',
              params: { workspaceId: id },
              search: parseAgentsView({ archived: which === 'archived' }),
              replace: true,
            })
          }
        />
      }
      empty={{
        icon: 'spark',
        title: isArchive ? words.noneArchived : words.none,
        text: isArchive ? words.noneArchivedText : words.noneText,
      }}
      renderRow={(agent) => <AgentRow agent={agent} />}
    />
  )
}

function AgentRow({ agent }: { agent: Agent }): ReactNode {
  const words = useWords(agentsWords)
  const { id } = useDesk()
  const asks = `${words.asks}: ${words.asksValues[agent.approval.asks]}`
  const facts = [agent.model, words.tools(agent.tools.length), asks]
  return (
    <Link
      to="/$workspaceId/settings/agents/$agentId"
      params={{ workspaceId: id, agentId: agent.id }}
      className="flex items-center gap-3 rounded-card border border-line bg-surface p-4 shadow-card hover:border-edge"
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="font-semibold wrap-anywhere">{agent.name}</span>
        {agent.description === null ? null : <span className="line-clamp-2 wrap-anywhere">{agent.description}</span>}
        <span className="text-small wrap-anywhere text-soft">
          <Joined parts={facts} />
        </span>
      </span>
      <Icon name="chevronRight" className="size-5 text-soft" />
    </Link>
  )
}
