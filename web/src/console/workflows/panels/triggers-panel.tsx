import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type {
  WorkflowTrigger,
  WorkflowTriggerCreate,
  WorkflowTriggerMade,
  WorkflowTriggerUpdate,
} from '../../../../../src/modules/workflows/trigger.schema.ts'
import { Button } from '../../../design/button.tsx'
import { useWords } from '../../../language/language.tsx'
import { Empty } from '../../parts/empty.tsx'
import { useDesk, useRole } from '../../shell/console-context.ts'
import { LoadFailure } from '../../shell/failures.tsx'
import { Waiting } from '../../shell/gate.tsx'
import { change, useChange } from '../../shell/use-change.ts'
import { useWorkflowAgain } from '../workflow-changes.ts'
import type { PanelProps } from '../workflow-page.tsx'
import { triggersQuery } from './panel-queries.ts'
import { TokenSheet } from './token-sheet.tsx'
import { TriggerCard } from './trigger-card.tsx'
import { TriggerSheet } from './trigger-sheet.tsx'
import { panelsWords } from './words/panels-words.ts'

/** What sets the automation off: by itself, by others. */
export function TriggersPanel({ workflow }: PanelProps): ReactNode {
  const words = useWords(panelsWords).triggers
  const desk = useDesk()
  const { may } = useRole()
  const { data, isPending, error, refetch } = useQuery(triggersQuery(desk, workflow.id))
  const [edited, setEdited] = useState<WorkflowTrigger | 'new'>()
  const [made, setMade] = useState<WorkflowTriggerMade>()
  const acts = useTriggerActs(workflow.id, {
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
            <TriggerCard trigger={trigger} mayWrite={mayWrite} acts={acts} onEdit={() => setEdited(trigger)} />
          </li>
        ))}
      </ul>
      {edited ? (
        <TriggerSheet
          trigger={edited === 'new' ? undefined : edited}
          isBusy={acts.create.isPending || acts.update.isPending}
          onSave={(body) => {
            if (edited === 'new') return acts.create.mutate(change(body))
            const { kind: _kind, ...fields } = body
            return acts.update.mutate(change({ id: edited.id, fields }))
          }}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
      {made ? <TokenSheet made={made} onClose={() => setMade(undefined)} /> : null}
    </div>
  )
}

export type TriggerActs = ReturnType<typeof useTriggerActs>

interface Heard {
  onSaved(): void
  /** It has a token that is shown once. */
  onMade(trigger: WorkflowTriggerMade): void
}

function useTriggerActs(workflowId: string, { onSaved, onMade }: Heard) {
  const words = useWords(panelsWords).triggers
  const { api, open } = useDesk()
  const again = useWorkflowAgain(workflowId)
  const path = `${open}/workflows/${workflowId}/triggers`
  // One field, one press: whatever else has changed meanwhile stays.
  const match = '*'
  const toggle = useChange<WorkflowTrigger, WorkflowTrigger>({
    send: ({ id, isEnabled }, key) =>
      api.send(`${path}/${id}`, { method: 'PATCH', body: { isEnabled: !isEnabled }, key, match }),
    onDone: again,
    said: ({ isEnabled }) => (isEnabled ? words.isOn : words.isOff),
    undo: (result) => () => toggle.mutate(change(result)),
  })
  return {
    toggle,
    create: useChange<WorkflowTriggerCreate, WorkflowTriggerMade>({
      send: (body, key) => api.send(path, { method: 'POST', body, key }),
      onDone(trigger) {
        again()
        onSaved()
        onMade(trigger)
      },
      said: () => words.created,
    }),
    update: useChange<{ id: string; fields: WorkflowTriggerUpdate }, WorkflowTrigger>({
      send: ({ id, fields }, key) => api.send(`${path}/${id}`, { method: 'PATCH', body: fields, key, match }),
      onDone() {
        again()
        onSaved()
      },
      said: () => words.saved,
    }),
    rotate: useChange<WorkflowTrigger, WorkflowTriggerMade>({
      send: ({ id }, key) => api.send(`${path}/${id}/rotate-token`, { method: 'POST', key, match }),
      onDone(trigger) {
        again()
        onMade(trigger)
      },
    }),
    remove: useChange<WorkflowTrigger, unknown>({
      send: ({ id }, key) => api.send(`${path}/${id}`, { method: 'DELETE', key, match }),
      onDone: again,
      said: () => words.removed,
    }),
  }
}
