import type {
  WorkflowTrigger,
  WorkflowTriggerCreate,
  WorkflowTriggerMade,
  WorkflowTriggerUpdate,
} from '../../../../../src/modules/workflows/trigger.schema.ts'
import { useWords } from '../../../language/language.tsx'
import { conflictOf } from '../../parts/conflict.ts'
import { sendFields } from '../../parts/send-versioned.ts'
import { useDesk } from '../../shell/console-context.ts'
import type { Tagged } from '../../shell/request.ts'
import { change, useChange } from '../../shell/use-change.ts'
import { useWorkflowAgain } from '../workflow-changes.ts'
import { workflowsWords } from '../words/workflows-words.ts'
import { panelsWords } from './words/panels-words.ts'

export type TriggerActs = ReturnType<typeof useTriggerActs>

interface Heard {
  /** It is to be changed, and this is what it is now. */
  onSeen(trigger: Tagged<WorkflowTrigger>): void
  onSaved(): void
  /** It has a token that is shown once. */
  onMade(trigger: WorkflowTriggerMade): void
}

export function useTriggerActs(workflowId: string, { onSeen, onSaved, onMade }: Heard) {
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
    look: useChange<WorkflowTrigger, Tagged<WorkflowTrigger>>({
      send: ({ id }) => api.readTagged(`${path}/${id}`),
      onDone: onSeen,
    }),
    create: useChange<WorkflowTriggerCreate, WorkflowTriggerMade>({
      send: (body, key) => api.send(path, { method: 'POST', body, key }),
      onDone(trigger) {
        again()
        onSaved()
        onMade(trigger)
      },
      said: () => words.created,
    }),
    update: useUpdate(path, () => {
      again()
      onSaved()
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

interface TriggerChange {
  /** What was seen when the change was begun. */
  seen: Tagged<WorkflowTrigger>
  changes: WorkflowTriggerUpdate
}

/** Changes what differs. Where two change the same, both are shown. */
function useUpdate(path: string, onDone: () => void) {
  const words = useWords(panelsWords).triggers
  const { triggerKinds } = useWords(workflowsWords)
  const { api } = useDesk()
  const labels: Record<string, string> = {
    name: words.name,
    eventTypes: words.eventTypes,
    filter: words.filter,
    cron: words.cron,
    phrase: words.phrase,
    payloadSchema: words.schema,
  }
  const update = useChange<TriggerChange, Tagged<WorkflowTrigger>>({
    send: (input, key) => sendFields(api, `${path}/${input.seen.value.id}`, input, key),
    onDone,
    said: () => words.saved,
    onRefused: (problem, input) =>
      conflictOf<WorkflowTrigger>(problem, (current) => ({
        title: current.value.name ?? triggerKinds[current.value.kind],
        labels,
        theirs: (field) => textOf(current.value, field),
        mine: (field) => textOf(input.changes, field),
        takeMine: () => update.mutate(change({ ...input, seen: current })),
      })),
  })
  return update
}

function textOf(trigger: WorkflowTriggerUpdate, field: string): string {
  const value = trigger[field as keyof WorkflowTriggerUpdate] ?? '–'
  if (Array.isArray(value)) return value.join('\n')
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}
