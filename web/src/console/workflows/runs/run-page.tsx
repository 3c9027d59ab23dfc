import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { WorkflowRun } from '../../../../../src/modules/workflows/run.schema.ts'
import { Badge } from '../../../design/badge.tsx'
import { Section } from '../../../design/card.tsx'
import { Note } from '../../../design/note.tsx'
import { useWords } from '../../../language/language.tsx'
import { useLinkKeys } from '../../parts/link-keys.ts'
import { More } from '../../parts/paged.tsx'
import { useDesk, useRole } from '../../shell/console-context.ts'
import { LoadFailure } from '../../shell/failures.tsx'
import { Waiting } from '../../shell/gate.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { change } from '../../shell/use-change.ts'
import { DataView } from '../data-view.tsx'
import { workflowQuery } from '../workflow-queries.ts'
import { RetrySheet, type RetryPlace } from './retry-sheet.tsx'
import { RunActs } from './run-acts.tsx'
import { useRunAct } from './run-changes.ts'
import { RunErrorNote } from './run-error.tsx'
import { RunFacts } from './run-facts.tsx'
import { OVER } from './run-filters.ts'
import { childrenQuery, questionsQuery, runQuery, stepsQuery } from './run-queries.ts'
import { RunStatus } from './run-signs.tsx'
import { StepList } from './step-list.tsx'
import { canRetryFrom } from './timeline.ts'
import { useRunStream } from './use-run-stream.ts'
import { runsWords } from './words/runs-words.ts'

/** One run, as it goes. */
export function RunPage(): ReactNode {
  const { runId = '' } = useParams({ strict: false })
  const desk = useDesk()
  const { data: run, isPending, error, refetch } = useQuery(runQuery(desk, runId))
  if (run) return <OpenRun key={run.id} run={run} />
  return isPending ? <Waiting /> : <LoadFailure error={error} onRetry={() => void refetch()} />
}

function OpenRun({ run }: { run: WorkflowRun }): ReactNode {
  const words = useWords(runsWords)
  const desk = useDesk()
  const { may } = useRole()
  const { isLive } = useRunStream(run.id, !OVER.includes(run.status))
  const name = useQuery(workflowQuery(desk, run.workflowId)).data?.value.name ?? words.unknownWorkflow
  const found = useInfiniteQuery(stepsQuery(desk, run.id))
  const steps = found.data?.pages.flatMap(({ items }) => items) ?? []
  const childRuns = useQuery(childrenQuery(desk, run.id)).data?.items ?? []
  const [retrying, setRetrying] = useState<{ place?: RetryPlace }>()
  const act = useRunAct(run.id, () => setRetrying(undefined))
  const canRetry = run.status === 'faulted' && run.mode === 'live' && may('manager')
  const places = canRetry ? placesIn(steps) : []
  const back = useBack()
  useLinkKeys(
    words.keys,
    { Escape: back, ...(canRetry ? { r: () => setRetrying({}) } : {}) },
    { Escape: words.keys.back, ...(canRetry ? { r: words.keys.retry } : {}) },
  )
  return (
    <div className="relative lg:overflow-y-auto">
      <PageHeader
        title={words.run.title(name)}
        aside={
          <span className="flex flex-wrap items-center gap-3">
            <RunStatus status={run.status} />
            {isLive ? <Badge tone="good">{words.run.live}</Badge> : null}
          </span>
        }
        actions={<RunActs run={run} act={act} onRetry={() => setRetrying({})} />}
      />
      <div className="grid gap-6 px-4 pb-16 lg:grid-cols-[minmax(0,1fr)_18rem] lg:px-6">
        <div className="grid min-w-0 content-start gap-6">
          {run.error === null ? null : <RunErrorNote error={run.error} />}
          <Questions run={run} />
          <Section title={words.run.timeline}>
            {found.isPending ? (
              <Waiting />
            ) : (
              <StepList
                run={run}
                steps={steps}
                childRuns={childRuns}
                onRetry={({ pointer }) => {
                  const place = places.find((each) => each.pointer === pointer)
                  return place && (() => setRetrying({ place }))
                }}
              />
            )}
            <More onSeen={found.hasNextPage ? () => void found.fetchNextPage() : undefined} />
          </Section>
          <div className="grid gap-4 lg:grid-cols-2">
            <DataView title={words.run.began} value={run.input} />
            {run.status === 'completed' ? <DataView title={words.run.gave} value={run.output} /> : null}
          </div>
        </div>
        <RunFacts run={run} name={name} steps={steps} childRuns={childRuns} />
      </div>
      {retrying ? (
        <RetrySheet
          place={retrying.place}
          places={places}
          isBusy={act.isPending}
          onRetry={(body) => act.mutate(change({ kind: 'retry' as const, body }))}
          onClose={() => setRetrying(undefined)}
        />
      ) : null}
    </div>
  )
}

function placesIn(steps: Parameters<typeof canRetryFrom>[1]): RetryPlace[] {
  const fitting = steps.filter(({ pointer }) => canRetryFrom(pointer, steps))
  return [...new Map(fitting.map(({ pointer, name }) => [pointer, { pointer, name }])).values()]
}

function useBack(): () => void {
  const { id } = useDesk()
  const router = useRouter()
  const navigate = useNavigate()
  return () => {
    if (router.history.canGoBack()) router.history.back()
    else void navigate({ to: '/$workspaceId/runs', params: { workspaceId: id } })
  }
}

/** What it asks people, and nobody has answered. */
function Questions({ run }: { run: WorkflowRun }): ReactNode {
  const words = useWords(runsWords)
  const desk = useDesk()
  const { data } = useQuery({ ...questionsQuery(desk, run.id), enabled: run.status === 'waiting' })
  if (run.status !== 'waiting') return null
  return data?.items.map((approval) => (
    <Note
      key={approval.id}
      tone="warn"
      icon="question"
      title={words.run.asks}
      actions={
        <Link
          to="/$workspaceId/approvals/$approvalId"
          params={{ workspaceId: desk.id, approvalId: approval.id }}
          className="inline-flex min-h-11 items-center font-semibold underline"
        >
          {words.run.answer}
        </Link>
      }
    >
      <p>{approval.question}</p>
    </Note>
  ))
}
