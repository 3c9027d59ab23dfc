import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Automation } from '../../../../src/modules/workflows/automation.schema.ts'
import type { WorkflowRow } from '../../../../src/modules/workflows/definition.schema.ts'
import { Button } from '../../design/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { StateLine } from '../../design/note.tsx'
import { useWords } from '../../language/language.tsx'
import { ROW, useLinkKeys } from '../parts/link-keys.ts'
import { plain } from '../parts/plain-letters.ts'
import { useDesk, useRole } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { AreaTabs } from './area-tabs.tsx'
import { parseListFilters, type ListFilters } from './list-filters.ts'
import { ListFilterBar } from './list-filter-bar.tsx'
import { automationsQuery, workflowsQuery } from './workflow-queries.ts'
import { LastRun, WorkflowStatus } from './workflow-signs.tsx'
import { workflowsWords } from './words/workflows-words.ts'

const route = getRouteApi('/$workspaceId/frame/workflows')

/** Every automation: whether it is on, and how it went last. */
export function WorkflowsPage(): ReactNode {
  const words = useWords(workflowsWords)
  const desk = useDesk()
  const { may } = useRole()
  const navigate = useNavigate()
  const filters = parseListFilters(route.useSearch())
  const list = useQuery(workflowsQuery(desk, filters.status === 'archived'))
  const automations = useQuery(automationsQuery(desk))
  const lastOf = new Map(automations.data?.map((each) => [each.id, each]))
  const shown = list.data?.filter((workflow) => isWanted(workflow, lastOf.get(workflow.id), filters))
  const failing = (automations.data ?? []).filter(({ lastRunOutcome }) => lastRunOutcome === 'failed').length
  const setFilters = (next: ListFilters): void =>
    void navigate({ to: '/$workspaceId/workflows', params: { workspaceId: desk.id }, search: next, replace: true })
  const create = (): void => void navigate({ to: '/$workspaceId/workflows/new', params: { workspaceId: desk.id } })
  useLinkKeys(
    words.keys,
    { '/': () => document.getElementById('workflow-search')?.focus(), ...(may('manager') ? { n: create } : {}) },
    { '/': words.keys.search, ...(may('manager') ? { n: words.keys.create } : {}) },
  )
  return (
    <>
      <PageHeader
        title={words.title}
        aside={
          <p aria-live="polite" className="text-soft">
            {shown ? words.count(shown.length) : ''}
          </p>
        }
        actions={
          may('manager') ? (
            <Button look="primary" icon="plus" onClick={create}>
              {words.create.button}
            </Button>
          ) : null
        }
      />
      <AreaTabs current="workflows" />
      <ListFilterBar filters={filters} onChange={setFilters} />
      {failing > 0 && !filters.failing ? (
        <div className="mx-4 mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card bg-danger-ground px-4 py-1 lg:mx-6">
          <StateLine tone="danger" icon="alert">
            {words.failing(failing)}
          </StateLine>
          <button
            type="button"
            className="min-h-11 px-2 font-semibold text-danger-text underline"
            onClick={() => setFilters({ failing: true })}
          >
            {words.showFailing}
          </button>
        </div>
      ) : null}
      {list.isPending ? <Waiting /> : null}
      {list.isError && !list.data ? <LoadFailure error={list.error} onRetry={() => void list.refetch()} /> : null}
      {shown?.length === 0 ? <NoneThere hasFilters={Object.keys(filters).length > 0} onCreate={create} /> : null}
      {shown && shown.length > 0 ? (
        <ul
          aria-label={words.title}
          className="relative min-h-0 flex-1 border-t border-line bg-surface pb-16 lg:overflow-y-auto"
        >
          {shown.map((workflow) => (
            <Row key={workflow.id} workflow={workflow} automation={lastOf.get(workflow.id)} />
          ))}
        </ul>
      ) : null}
    </>
  )
}

function isWanted(
  { name, description, tags, status }: WorkflowRow,
  last: Automation | undefined,
  filters: ListFilters,
): boolean {
  if (filters.failing && last?.lastRunOutcome !== 'failed') return false
  if (filters.status !== undefined && status !== filters.status) return false
  const text = plain([name, description ?? '', ...tags].join(' '))
  return plain(filters.q ?? '')
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function NoneThere({ hasFilters, onCreate }: { hasFilters: boolean; onCreate(): void }): ReactNode {
  const words = useWords(workflowsWords)
  const { may } = useRole()
  if (hasFilters) return <Empty icon="flow" {...words.nothing} />
  return (
    <Empty icon="flow" {...words.empty}>
      {may('manager') ? (
        <Button look="tinted" icon="plus" onClick={onCreate}>
          {words.create.button}
        </Button>
      ) : null}
    </Empty>
  )
}

function Row({ workflow, automation }: { workflow: WorkflowRow; automation: Automation | undefined }): ReactNode {
  const words = useWords(workflowsWords)
  const { id } = useDesk()
  const { name, description, status, owner, triggerKinds, latestVersion } = workflow
  const kinds =
    triggerKinds.length === 0 ? [words.triggerKinds.manual] : triggerKinds.map((kind) => words.triggerKinds[kind])
  return (
    <li className="border-b border-line [contain-intrinsic-size:auto_5rem] [content-visibility:auto]">
      <Link
        {...ROW}
        to="/$workspaceId/workflows/$workflowId"
        params={{ workspaceId: id, workflowId: workflow.id }}
        className="grid gap-x-6 gap-y-2 px-4 py-3 outline-offset-[-3px] hover:bg-sunken lg:grid-cols-[minmax(0,1fr)_14rem_12rem] lg:items-center lg:px-6"
      >
        <span className="grid min-w-0 gap-0.5">
          <span className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 truncate font-semibold">{name}</span>
            <WorkflowStatus status={status} />
          </span>
          {description === null ? null : <span className="truncate text-small text-soft">{description}</span>}
        </span>
        <span className="grid gap-0.5 text-small">
          <span>{kinds.join(' · ')}</span>
          <span className="text-soft">
            {words.version(latestVersion)} · {words.owners[owner]}
          </span>
        </span>
        <LastRun automation={automation} />
      </Link>
    </li>
  )
}
