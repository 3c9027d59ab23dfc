import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../../../language/language.tsx'
import { useLinkKeys } from '../../parts/link-keys.ts'
import { FilterSelect } from '../../parts/filter-select.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { PageHeader } from '../../shell/page-header.tsx'
import { AreaTabs } from '../area-tabs.tsx'
import { workflowsQuery } from '../workflow-queries.ts'
import { parseRunFilters, type RunFilters } from './run-filters.ts'
import { RunFilterBar } from './run-filter-bar.tsx'
import { RunList } from './run-list.tsx'
import { RunPlot } from './run-plot.tsx'
import { runsWords } from './words/runs-words.ts'

const route = getRouteApi('/$workspaceId/frame/runs')

/** The runs of all automations. */
export function RunsPage(): ReactNode {
  const words = useWords(runsWords)
  const desk = useDesk()
  const navigate = useNavigate()
  const filters = parseRunFilters(route.useSearch())
  const workflows = useQuery(workflowsQuery(desk, false)).data ?? []
  const setFilters = (search: RunFilters): void =>
    void navigate({ to: '/$workspaceId/runs', params: { workspaceId: desk.id }, search, replace: true })
  const { workflowId, ...others } = filters
  useLinkKeys(words.keys)
  return (
    <div className="relative lg:overflow-y-auto">
      <PageHeader title={words.title} />
      <AreaTabs current="runs" />
      <div className="grid grid-cols-1 gap-4 p-4 pb-16 lg:px-6">
        <RunPlot workflowId={workflowId} />
        <RunFilterBar filters={filters} onChange={setFilters}>
          <FilterSelect
            label={words.filters.workflowId}
            value={workflowId}
            options={workflows.map(({ id, name }) => ({ value: id, label: name }))}
            onChoose={(next) => setFilters(next === undefined ? others : { ...filters, workflowId: next })}
          />
        </RunFilterBar>
        <RunList key={JSON.stringify(filters)} filters={filters} />
      </div>
    </div>
  )
}
