import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useDesk } from '../../shell/console-context.ts'
import { LoadFailure } from '../../shell/failures.tsx'
import { Waiting } from '../../shell/gate.tsx'
import { AgentForm } from './agent-form.tsx'
import { agentQuery } from './agent-queries.ts'

const route = getRouteApi('/$workspaceId/frame/settings/agents/$agentId')

/** One agent, or `new`. */
export function AgentPage(): ReactNode {
  const { agentId } = route.useParams()
  const isNew = agentId === 'new'
  const { data, error, refetch } = useQuery({ ...agentQuery(useDesk(), agentId), enabled: !isNew })
  if (isNew) return <AgentForm key="new" agent={undefined} />
  if (data) return <AgentForm key={agentId} agent={data} />
  return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <Waiting />
}
