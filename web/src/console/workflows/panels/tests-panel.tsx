import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { WorkflowTest } from '../../../../../src/modules/workflows/saved-test.schema.ts'
import { Button } from '../../../design/button.tsx'
import { useWords } from '../../../language/language.tsx'
import { Empty } from '../../parts/empty.tsx'
import { useDesk, useRole } from '../../shell/console-context.ts'
import { LoadFailure } from '../../shell/failures.tsx'
import { Waiting } from '../../shell/gate.tsx'
import { change } from '../../shell/use-change.ts'
import type { PanelProps } from '../workflow-page.tsx'
import { testsQuery } from './panel-queries.ts'
import { StepTrialSheet } from './step-trial-sheet.tsx'
import { TestCard } from './test-card.tsx'
import { useTestActs } from './test-changes.ts'
import { TestSheet } from './test-sheet.tsx'
import { panelsWords } from './words/panels-words.ts'

/** Tests of the automation: run on the draft, with answers of one's own, and nothing is really done. */
export function TestsPanel({ workflow }: PanelProps): ReactNode {
  const words = useWords(panelsWords).tests
  const desk = useDesk()
  const { may } = useRole()
  const { data, isPending, error, refetch } = useQuery(testsQuery(desk, workflow.id))
  const [isTrying, setTrying] = useState(false)
  const [edited, setEdited] = useState<WorkflowTest | 'new'>()
  const acts = useTestActs(workflow.id, () => setEdited(undefined))
  const mayWrite = may('manager') && workflow.status !== 'archived'
  if (isPending) return <Waiting />
  if (!data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return (
    <div className="grid max-w-3xl gap-4">
      {mayWrite ? (
        <div className="flex flex-wrap gap-2">
          {data.items.length === 0 ? null : (
            <Button look="primary" icon="play" busy={acts.run.isPending} onClick={() => acts.run.mutate(change({}))}>
              {words.run}
            </Button>
          )}
          <Button icon="plus" onClick={() => setEdited('new')}>
            {words.add}
          </Button>
          <Button icon="play" onClick={() => setTrying(true)}>
            {words.tryStep}
          </Button>
        </div>
      ) : null}
      {data.items.length === 0 ? <Empty icon="check" {...words.none} /> : null}
      <ul aria-label={words.title} className="grid gap-3">
        {data.items.map((test) => (
          <li key={test.id}>
            <TestCard
              test={test}
              result={acts.results.get(test.id)}
              mayWrite={mayWrite}
              acts={acts}
              onEdit={() => setEdited(test)}
            />
          </li>
        ))}
      </ul>
      {isTrying ? <StepTrialSheet workflowId={workflow.id} onClose={() => setTrying(false)} /> : null}
      {edited ? (
        <TestSheet
          test={edited === 'new' ? undefined : edited}
          isBusy={acts.save.isPending}
          onSave={(body) => acts.save.mutate(change({ body, ...(edited === 'new' ? {} : { id: edited.id }) }))}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </div>
  )
}
