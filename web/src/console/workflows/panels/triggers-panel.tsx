import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { WorkflowTrigger, WorkflowTriggerMade } from '../../../../../src/modules/workflows/trigger.schema.ts'
import { Button } from '../../../design/button.tsx'
import { useWords } from '../../../language/language.tsx'
import { Empty } from '../../parts/empty.tsx'
import { differing } from '../../parts/send-versioned.ts'
import { useDesk, useRole } from '../../shell/console-context.ts'
import { LoadFailure } from '../../shell/failures.tsx'
import { Waiting } from '../../shell/gate.tsx'
import type { Tagged } from '../../shell/request.ts'
import { change } from '../../shell/use-change.ts'
import type { PanelProps } from '../workflow-page.tsx'
import { triggersQuery } from './panel-queries.ts'
import { TokenSheet } from './token-sheet.tsx'
import { TriggerCard } from './trigger-card.tsx'
import { useTriggerActs } from './trigger-changes.ts'
import { TriggerSheet } from './trigger-sheet.tsx'
import { panelsWords } from './words/panels-words.ts'

/** What sets the automation off: by itself, by others. */
export function TriggersPanel({ workflow }: PanelProps): ReactNode {
  const words = useWords(panelsWords).triggers
  const desk = useDesk()
  const { may } = useRole()
  const { data, isPending, error, refetch } = useQuery(triggersQuery(desk, workflow.id))
  const [edited, setEdited] = useState<Tagged<WorkflowTrigger> | 'new'>()
  const [made, setMade] = useState<WorkflowTriggerMade>()
  const acts = useTriggerActs(workflow.id, {
    onSeen: setEdited,
    onSaved: () => setEdited(undefined),
    onMade: (trigger) => (trigger.kind === 'webhook' ? setMade(trigger) : undefined),
  })
  const mayWrite = may('manager') && workflow.status !== 'archived'
  if (isPending) return <Waiting />
  if (!data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return (
    <div className="grid max-w-3xl gap-4">
      {mayWrite ? (
        <div>
          <Button look="primary" icon="plus" onClick={() => setEdited('new')}>
            {words.add}
          </Button>
        </div>
      ) : null}
      {data.items.length === 0 ? <Empty icon="clock" {...words.none} /> : null}
      <ul aria-label={words.title} className="grid gap-3">
        {data.items.map((trigger) => (
          <li key={trigger.id}>
            <TriggerCard
              trigger={trigger}
              mayWrite={mayWrite}
              acts={acts}
              onEdit={() => acts.look.mutate(change(trigger))}
            />
          </li>
        ))}
      </ul>
      {edited ? (
        <TriggerSheet
          trigger={edited === 'new' ? undefined : edited.value}
          isBusy={acts.create.isPending || acts.update.isPending}
          onSave={(body) => {
            if (edited === 'new') return acts.create.mutate(change(body))
            const { kind: _kind, ...fields } = body
            const changes = differing(edited.value, fields)
            if (Object.keys(changes).length === 0) return setEdited(undefined)
            return acts.update.mutate(change({ seen: edited, changes }))
          }}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
      {made ? <TokenSheet made={made} onClose={() => setMade(undefined)} /> : null}
    </div>
  )
}
