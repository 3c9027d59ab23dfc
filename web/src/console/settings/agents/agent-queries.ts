import { queryOptions } from '@tanstack/react-query'
import type { Agent } from '../../../../../src/modules/agents/agent.schema.ts'
import type { Desk } from '../../shell/console-context.ts'

type Asker = Pick<Desk, 'id' | 'api' | 'desk'>

export function agentQuery({ id, api, desk }: Asker, agentId: string) {
  return queryOptions({
    queryKey: [id, 'agents', 'one', agentId],
    queryFn: ({ signal }) => api.readTagged<Agent>(`${desk}/agents/${agentId}`, signal),
  })
}
