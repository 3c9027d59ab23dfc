import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AgentSessionView } from '../../../../src/modules/agents/agent-session.schema.ts'
import type { Agent } from '../../../../src/modules/agents/agent.schema.ts'
import type { Interaction } from '../../../../src/modules/agents/interaction.schema.ts'
import type { Desk } from '../shell/console-context.ts'

const PAGE_SIZE = 50

interface Page<Item> {
  items: Item[]
  pagination: { total: number; hasMore: boolean; offset: number; limit: number }
}

type Asker = Pick<Desk, 'id' | 'api' | 'desk'>

export function agentsQuery({ id, api, desk }: Asker) {
  return queryOptions({
    queryKey: [id, 'agents'],
    queryFn: ({ signal }) => api.read<Page<Agent>>(`${desk}/agents`, { limit: 100 }, signal),
  })
}

export function sessionsQuery({ id, api, desk }: Asker) {
  return infiniteQueryOptions({
    queryKey: [id, 'agent-sessions'],
    queryFn: ({ pageParam, signal }) =>
      api.read<Page<AgentSessionView>>(`${desk}/agent-sessions`, { limit: PAGE_SIZE, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ pagination: { hasMore, offset, limit } }) => (hasMore ? offset + limit : undefined),
  })
}

/** What agents ask this person, in whoever's session. */
export function askedQuery({ id, api, desk }: Asker) {
  return queryOptions({
    queryKey: [id, 'agent-interactions'],
    queryFn: ({ signal }) => api.read<Page<Interaction>>(`${desk}/agent-interactions`, { limit: 20 }, signal),
  })
}
