import { parseRunFilters, type RunFilters } from './runs/run-filters.ts'

const STATUSES = ['draft', 'active', 'inactive', 'archived'] as const
type Status = (typeof STATUSES)[number]

/** What the list shows, as it stands in the address. */
export interface ListFilters {
  q?: string
  status?: Status
  failing?: true
}

export const LIST_STATUSES: readonly Status[] = STATUSES

export function parseListFilters({ q, status, failing }: Record<string, unknown>): ListFilters {
  const known = STATUSES.find((each) => each === status)
  const text = typeof q === 'number' ? String(q) : q
  return {
    ...(typeof text === 'string' && text.trim() !== '' ? { q: text.slice(0, 200) } : {}),
    ...(known ? { status: known } : {}),
    ...(failing === true || failing === 'true' ? { failing: true } : {}),
  }
}

export const WORKFLOW_TABS = ['edit', 'runs', 'versions', 'triggers', 'tests', 'settings'] as const
export type WorkflowTab = (typeof WORKFLOW_TABS)[number]

export function parseWorkflowTab({ tab, ...rest }: Record<string, unknown>): { tab?: WorkflowTab } & RunFilters {
  const known = WORKFLOW_TABS.find((each) => each === tab)
  const { workflowId: _own, ...filters } = parseRunFilters(rest)
  return { ...(known ? { tab: known } : {}), ...filters }
}
