import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import { Icon } from '../../design/icon.tsx'
import { Note } from '../../design/note.tsx'
import { useWords } from '../../language/language.tsx'
import { TabLinks } from '../parts/tab-links.tsx'
import { useDesk } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { late } from '../shell/late-page.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import type { Tagged } from '../shell/request.ts'
import { parseWorkflowTab, WORKFLOW_TABS } from './list-filters.ts'
import { WorkflowActs } from './workflow-acts.tsx'
import { workflowQuery, type Workflow } from './workflow-queries.ts'
import { WorkflowStatus } from './workflow-signs.tsx'
import { workflowsWords } from './words/workflows-words.ts'

const route = getRouteApi('/$workspaceId/frame/workflows/$workflowId')

/** Each part is loaded when it is first opened. */
const PANELS = {
  edit: lazy(() => late(() => import('./editor/editor-panel.tsx'), 'EditorPanel')),
  runs: lazy(() => late(() => import('./runs/runs-panel.tsx'), 'RunsPanel')),
  versions: lazy(() => late(() => import('./panels/versions-panel.tsx'), 'VersionsPanel')),
  triggers: lazy(() => late(() => import('./panels/triggers-panel.tsx'), 'TriggersPanel')),
  settings: lazy(() => late(() => import('./settings/settings-panel.tsx'), 'SettingsPanel')),
  tests: lazy(() => late(() => import('./panels/tests-panel.tsx'), 'TestsPanel')),
}

/** What every part of the page is about. */
export interface PanelProps {
  workflow: Workflow
  tag: string
}

/** One automation: written, published, set off, tested and watched. */
export function WorkflowPage(): ReactNode {
  const { workflowId = '' } = useParams({ strict: false })
  const desk = useDesk()
  const { data, isPending, error, refetch } = useQuery(workflowQuery(desk, workflowId))
  if (data) return <OpenWorkflow key={workflowId} found={data} />
  return isPending ? <Waiting /> : <LoadFailure error={error} onRetry={() => void refetch()} />
}

function OpenWorkflow({ found: { value: workflow, tag } }: { found: Tagged<Workflow> }): ReactNode {
  const words = useWords(workflowsWords)
  const { id } = useDesk()
  const { tab = 'edit' } = parseWorkflowTab(route.useSearch())
  const Panel = PANELS[tab]
  const params = { workspaceId: id, workflowId: workflow.id }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col lg:overflow-y-auto">
      <PageHeader
        title={workflow.name}
        aside={
          <span className="flex flex-wrap items-center gap-3">
            <WorkflowStatus status={workflow.status} />
            <Link
              to="/$workspaceId/workflows"
              params={{ workspaceId: id }}
              className="inline-flex min-h-11 items-center gap-1 rounded-control px-2 text-accent-text hover:bg-sunken"
            >
              <Icon name="flow" className="size-5" />
              {words.page.back}
            </Link>
          </span>
        }
        actions={<WorkflowActs workflow={workflow} />}
      />
      <TabLinks
        label={words.page.tabsLabel}
        current={tab}
        tabs={WORKFLOW_TABS.map((name) => ({
          name,
          label: words.page.tabs[name],
          to: '/$workspaceId/workflows/$workflowId',
          params,
          search: name === 'edit' ? {} : { tab: name },
        }))}
      />
      <div className="flex min-h-0 flex-1 flex-col gap-4 p-4 pb-16 lg:px-6">
        {workflow.owner === 'service' ? null : <Note tone="info" icon="unlink" title={words.page.elsewhere} />}
        {isTurnedOff(workflow) ? (
          <Note tone="danger" icon="alert" title={words.page.offByUs}>
            <p>{words.page.noJsonata}</p>
          </Note>
        ) : null}
        <Suspense fallback={<Waiting />}>
          <Panel workflow={workflow} tag={tag} />
        </Suspense>
      </div>
    </div>
  )
}

/** Turned off by the server because nothing can run it anymore, and not turned on again since. */
function isTurnedOff({ status, activations: [latest] }: Workflow): boolean {
  return status === 'inactive' && latest?.reason === 'workflow_in_jsonata'
}
