import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { WorkflowRunRow } from '../../../../../src/modules/workflows/run.schema.ts'
import { Badge } from '../../../design/badge.tsx'
import { Joined } from '../../../design/joined.tsx'
import { useLanguage, useWords } from '../../../language/language.tsx'
import { useMoment } from '../../parts/moment.ts'
import { Empty } from '../../parts/empty.tsx'
import { ROW } from '../../parts/link-keys.ts'
import { More, usePaged } from '../../parts/paged.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { LoadFailure } from '../../shell/failures.tsx'
import { Waiting } from '../../shell/gate.tsx'
import { workflowsQuery } from '../workflow-queries.ts'
import { workflowsWords } from '../words/workflows-words.ts'
import { durationIn, secondsBetween } from './durations.ts'
import type { RunFilters } from './run-filters.ts'
import { RunStatus } from './run-signs.tsx'
import { runsWords } from './words/runs-words.ts'

/** Runs, newest first, as many as one scrolls to. */
export function RunList({ filters, isOfOne = false }: { filters: RunFilters; isOfOne?: boolean }): ReactNode {
  const words = useWords(runsWords)
  const desk = useDesk()
  const path = `${desk.open}/workflow-runs`
  const { items, error, retry, more } = usePaged<WorkflowRunRow>([desk.id, 'runs', 'list'], path, { ...filters })
  const workflows = useQuery(workflowsQuery(desk, false)).data
  const names = new Map(workflows?.map(({ id, name }) => [id, name]))
  if (!items) return error === null ? <Waiting /> : <LoadFailure error={error} onRetry={retry} />
  const { workflowId: _own, ...others } = filters
  const hasFilters = Object.keys(isOfOne ? others : filters).length > 0
  if (items.length === 0) return <Empty icon="play" {...(hasFilters ? words.nothing : words.empty)} />
  return (
    <>
      <ul aria-label={words.title} className="overflow-hidden rounded-card border border-line bg-surface">
        {items.map((run) => (
          <Row
            key={run.id}
            run={run}
            name={isOfOne ? undefined : (names.get(run.workflowId) ?? words.unknownWorkflow)}
          />
        ))}
      </ul>
      <More onSeen={more} />
      {error === null ? null : <LoadFailure error={error} onRetry={retry} />}
    </>
  )
}

function Row({ run, name }: { run: WorkflowRunRow; name: string | undefined }): ReactNode {
  const words = useWords(runsWords)
  const flows = useWords(workflowsWords)
  const { language } = useLanguage()
  const moment = useMoment()
  const { id } = useDesk()
  const { status, startedAt, createdAt, endedAt, triggerKind, mode, reason } = run
  const facts = [
    name === undefined ? undefined : moment(createdAt),
    flows.triggerKinds[triggerKind],
    endedAt === null ? undefined : durationIn(language)(secondsBetween(startedAt ?? createdAt, endedAt, 0)),
    reason ?? undefined,
  ]
  return (
    <li className="border-b border-line [contain-intrinsic-size:auto_4rem] [content-visibility:auto] last:border-b-0">
      <Link
        {...ROW}
        to="/$workspaceId/runs/$runId"
        params={{ workspaceId: id, runId: run.id }}
        className="grid min-h-14 content-center gap-x-4 gap-y-0.5 px-4 py-2 outline-offset-[-3px] hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_9rem]"
      >
        <span className="flex min-w-0 items-center gap-2 font-medium">
          <span className="truncate">{name ?? moment(createdAt)}</span>
          {mode === 'live' ? null : <Badge tone="info">{words.modes[mode]}</Badge>}
        </span>
        <RunStatus status={status} />
        <span className="truncate text-small text-soft">
          <Joined parts={facts} />
        </span>
      </Link>
    </li>
  )
}
