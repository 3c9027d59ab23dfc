import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../../../language/language.tsx'
import { useLinkKeys } from '../../parts/link-keys.ts'
import { useDesk } from '../../shell/console-context.ts'
import { parseWorkflowTab } from '../list-filters.ts'
import type { PanelProps } from '../workflow-page.tsx'
import { RunFilterBar } from './run-filter-bar.tsx'
import { RunList } from './run-list.tsx'
import { RunPlot } from './run-plot.tsx'
import { runsWords } from './words/runs-words.ts'

const route = getRouteApi('/$workspaceId/frame/workflows/$workflowId')

/** The runs of one automation. */
export function RunsPanel({ workflow }: PanelProps): ReactNode {
  const words = useWords(runsWords)
  const { id } = useDesk()
  const navigate = useNavigate()
  const { tab: _tab, ...filters } = parseWorkflowTab(route.useSearch())
  useLinkKeys(words.keys)
  return (
    <div className="grid gap-4">
      <RunPlot workflowId={workflow.id} />
      <RunFilterBar
        filters={filters}
        onChange={({ workflowId: _own, ...next }) =>
          void navigate({
            to: '/$workspaceId/workflows/$workflowId',
            params: { workspaceId: id, workflowId: workflow.id },
            search: { tab: 'runs', ...next },
            replace: true,
          })
        }
      />
      <RunList key={JSON.stringify(filters)} filters={{ ...filters, workflowId: workflow.id }} isOfOne />
    </div>
  )
}
