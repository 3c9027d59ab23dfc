import { queryOptions } from '@tanstack/react-query'
import type { Automation } from '../../../../src/modules/workflows/automation.schema.ts'
import type { WorkflowDraft, WorkflowRow, Activation } from '../../../../src/modules/workflows/definition.schema.ts'
import type { Desk } from '../shell/console-context.ts'

export interface Page<Item> {
  items: Item[]
  pagination: { total: number; hasMore?: boolean }
}

/** A workflow with what it was switched to before. */
export interface Workflow extends WorkflowRow {
  activations: Activation[]
}

const PAGE_SIZE = 100
const PAGES_MAX = 20

/** All pages of a list that nobody has thousands of. */
async function everything<Item>(read: (offset: number) => Promise<Page<Item>>): Promise<Item[]> {
  const all: Item[] = []
  for (let page = 0; page < PAGES_MAX; page++) {
    const { items, pagination } = await read(all.length)
    all.push(...items)
    if (items.length === 0 || all.length >= pagination.total) break
  }
  return all
}

export function workflowsQuery({ id, api, open }: Desk, isArchive: boolean) {
  return queryOptions({
    queryKey: [id, 'workflows', isArchive ? 'archived' : 'all'],
    queryFn: ({ signal }) =>
      everything((offset) =>
        api.read<Page<WorkflowRow>>(
          `${open}/workflows`,
          { limit: PAGE_SIZE, offset, ...(isArchive ? { status: 'archived' } : {}) },
          signal,
        ),
      ),
  })
}

/** The same as those see them who do not write them: with the last run. */
export function automationsQuery({ id, api, desk }: Desk) {
  return queryOptions({
    queryKey: [id, 'automations'],
    queryFn: ({ signal }) =>
      everything((offset) => api.read<Page<Automation>>(`${desk}/automations`, { limit: PAGE_SIZE, offset }, signal)),
  })
}

export function workflowQuery({ id, api, open }: Desk, workflowId: string) {
  return queryOptions({
    queryKey: [id, 'workflow', workflowId, 'whole'],
    queryFn: ({ signal }) => api.readTagged<Workflow>(`${open}/workflows/${workflowId}`, signal),
  })
}

export function draftQuery({ id, api, open }: Desk, workflowId: string) {
  return queryOptions({
    queryKey: [id, 'workflow', workflowId, 'draft'],
    queryFn: ({ signal }) => api.readTagged<WorkflowDraft>(`${open}/workflows/${workflowId}/draft`, signal),
  })
}
