import { queryOptions } from '@tanstack/react-query'
import type { Agent } from '../../../../src/modules/agents/agent.schema.ts'
import type { Interaction } from '../../../../src/modules/agents/interaction.schema.ts'
import type { Desk } from '../shell/console-context.ts'
import type { Page } from '../shell/request.ts'

type Asker = Pick<Desk, 'id' | 'api' | 'desk'>

export function agentsQuery({ id, api, desk }: Asker) {
  return queryOptions({
    queryKey: [id, 'agents'],
    queryFn: ({ signal }) => api.read<Page<Agent>>(`${desk}/agents`, { limit: 100 }, signal),
  })
}

/** What agents ask this person, in whoever's session. */
export function askedQuery({ id, api, desk }: Asker) {
  return queryOptions({
    queryKey: [id, 'agent-interactions'],
    queryFn: ({ signal }) => api.read<Page<Interaction>>(`${desk}/agent-interactions`, { limit: 20 }, signal),
  })
}
