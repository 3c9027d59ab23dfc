import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { WorkflowTest } from '../../../../../src/modules/workflows/saved-test.schema.ts'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { StateLine } from '../../../design/note.tsx'
import { useWords } from '../../../language/language.tsx'
import { useMoment } from '../../parts/moment.ts'
import { AskButton } from '../../parts/ask-button.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { change } from '../../shell/use-change.ts'
import { DataView } from '../data-view.tsx'
import type { Difference, TestActs } from './test-changes.ts'
import { panelsWords } from './words/panels-words.ts'

interface TestCardProps {
  test: WorkflowTest
  /** What was not as expected when it was last run from here. */
  result: readonly Difference[] | undefined
  mayWrite: boolean
  acts: TestActs
  onEdit(): void
}

export function TestCard({ test, result, mayWrite, acts, onEdit }: TestCardProps): ReactNode {
  const words = useWords(panelsWords).tests
  const { id } = useDesk()
  const { name, lastResult } = test
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="min-w-0 flex-1 basis-40 font-semibold">{name}</h2>
        <Result test={test} isRunning={acts.run.isPending} />
      </div>
      {lastResult?.passed === false ? result?.map((each) => <Unlike key={each.what} difference={each} />) : null}
      <div className="flex flex-wrap items-center gap-2">
        {lastResult === null ? null : (
          <Link
            to="/$workspaceId/runs/$runId"
            params={{ workspaceId: id, runId: lastResult.workflowRunId }}
            className="inline-flex min-h-11 items-center px-2 font-medium text-accent-text hover:underline"
          >
            {words.steps}
          </Link>
        )}
        {mayWrite ? (
          <>
            <Button
              busy={acts.run.isPending}
              aria-label={`${words.runOne}: ${name}`}
              onClick={() => acts.run.mutate(change({ testIds: [test.id] }))}
            >
              {words.runOne}
            </Button>
            <Button aria-label={`${words.edit}: ${name}`} onClick={onEdit}>
              {words.edit}
            </Button>
            <AskButton
              label={words.remove}
              really={words.reallyRemove}
              what={name}
              onYes={() => acts.remove.mutate(change(test))}
            />
          </>
        ) : null}
      </div>
    </Card>
  )
}

function Result({ test: { lastResult }, isRunning }: { test: WorkflowTest; isRunning: boolean }): ReactNode {
  const words = useWords(panelsWords).tests
  const moment = useMoment()
  if (isRunning) {
    return (
      <StateLine tone="info" icon="spinner">
        {words.running}
      </StateLine>
    )
  }
  if (lastResult === null) return <p className="text-small text-soft">{words.never}</p>
  return (
    <StateLine tone={lastResult.passed ? 'good' : 'danger'} icon={lastResult.passed ? 'check' : 'alert'}>
      {lastResult.passed ? words.passed : words.failed} · {moment(lastResult.at)}
    </StateLine>
  )
}

function Unlike({ difference: { what, expected, actual } }: { difference: Difference }): ReactNode {
  const words = useWords(panelsWords).tests
  return (
    <section className="grid gap-2">
      <h3 className="text-small font-semibold text-danger-text">{words.whats[what]}</h3>
      <div className="grid gap-3 sm:grid-cols-2">
        <DataView title={words.wanted} value={expected} />
        <DataView title={words.found} value={actual} />
      </div>
    </section>
  )
}
