import type { ReactNode } from 'react'
import type { WorkflowRun } from '../../../../../src/modules/workflows/run.schema.ts'
import { Button } from '../../../design/button.tsx'
import { useWords } from '../../../language/language.tsx'
import { AskButton } from '../../parts/ask-button.tsx'
import { useRole } from '../../shell/console-context.ts'
import { change } from '../../shell/use-change.ts'
import type { useRunAct } from './run-changes.ts'
import { OVER } from './run-filters.ts'
import { runsWords } from './words/runs-words.ts'

interface RunActsProps {
  run: WorkflowRun
  act: ReturnType<typeof useRunAct>
  onRetry(): void
}

/** What can be done with the run as it stands. */
export function RunActs({ run, act, onRetry }: RunActsProps): ReactNode {
  const words = useWords(runsWords)
  const { may } = useRole()
  if (!may('manager') || run.mode !== 'live') return null
  const busy = act.isPending
  const isOver = OVER.includes(run.status)
  return (
    <>
      {run.status === 'faulted' ? (
        <Button look="primary" icon="retry" busy={busy} onClick={onRetry}>
          {words.acts.retry}
        </Button>
      ) : null}
      {run.status === 'completed' || run.status === 'cancelled' ? (
        <Button
          icon="retry"
          busy={busy}
          onClick={() => act.mutate(change({ kind: 'retry' as const, body: { from: 'start' } }))}
        >
          {words.acts.again}
        </Button>
      ) : null}
      {run.status === 'suspended' ? (
        <Button look="primary" icon="play" busy={busy} onClick={() => act.mutate(change({ kind: 'resume' as const }))}>
          {words.acts.resume}
        </Button>
      ) : null}
      {isOver || run.status === 'suspended' ? null : (
        <Button icon="pause" busy={busy} onClick={() => act.mutate(change({ kind: 'suspend' as const }))}>
          {words.acts.suspend}
        </Button>
      )}
      {isOver ? null : (
        <AskButton
          label={words.acts.cancel}
          really={words.acts.reallyCancel}
          what={run.id.slice(-6)}
          busy={busy}
          onYes={() => act.mutate(change({ kind: 'cancel' as const }))}
        />
      )}
    </>
  )
}
