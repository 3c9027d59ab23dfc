import { queryOptions } from '@tanstack/react-query'
import type { WorkflowVersion, WorkflowVersionRow } from '../../../../../src/modules/workflows/definition.schema.ts'
import type { WorkflowTest } from '../../../../../src/modules/workflows/saved-test.schema.ts'
import type { WorkflowTrigger, WorkflowTriggerDetails } from '../../../../../src/modules/workflows/trigger.schema.ts'
import type { Desk } from '../../shell/console-context.ts'
import type { Page } from '../workflow-queries.ts'

const LIST = { limit: 100 }

/** What the older and the newer version do not have in common. */
export interface VersionDiff {
  changes: { change: 'added' | 'removed' | 'changed' | 'moved'; from?: string; to?: string; fields?: string[] }[]
  fields: string[]
  blocked: { from: string; reason: string }[]
  canMove: boolean
}

export function versionsQuery({ id, api, open }: Desk, workflowId: string) {
  return queryOptions({
    queryKey: [id, 'workflow', workflowId, 'versions'],
    queryFn: ({ signal }) =>
      api.read<Page<WorkflowVersionRow>>(`${open}/workflows/${workflowId}/versions`, LIST, signal),
  })
}

/** Versions never change. */
export function versionTextQuery({ id, api, open }: Desk, workflowId: string, number: number) {
  return queryOptions({
    queryKey: [id, 'workflow-version', workflowId, number],
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      api.read<WorkflowVersion>(`${open}/workflows/${workflowId}/versions/${number}`, { view: 'yaml' }, signal),
  })
}

export function versionDiffQuery({ id, api, open }: Desk, workflowId: string, pair: { from: number; to: number }) {
  return queryOptions({
    queryKey: [id, 'workflow-version', workflowId, 'diff', pair],
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      api.read<VersionDiff>(`${open}/workflows/${workflowId}/versions/${pair.to}/diff`, { against: pair.from }, signal),
  })
}

export function triggersQuery({ id, api, open }: Desk, workflowId: string) {
  return queryOptions({
    queryKey: [id, 'workflow', workflowId, 'triggers'],
    queryFn: ({ signal }) => api.read<Page<WorkflowTrigger>>(`${open}/workflows/${workflowId}/triggers`, LIST, signal),
  })
}

export function triggerQuery({ id, api, open }: Desk, workflowId: string, triggerId: string) {
  return queryOptions({
    queryKey: [id, 'workflow', workflowId, 'triggers', triggerId],
    queryFn: ({ signal }) =>
      api.read<WorkflowTriggerDetails>(`${open}/workflows/${workflowId}/triggers/${triggerId}`, {}, signal),
  })
}

export function testsQuery({ id, api, open }: Desk, workflowId: string) {
  return queryOptions({
    queryKey: [id, 'workflow', workflowId, 'tests'],
    queryFn: ({ signal }) => api.read<Page<WorkflowTest>>(`${open}/workflows/${workflowId}/tests`, LIST, signal),
  })
}
