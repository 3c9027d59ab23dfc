import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Automation } from '../../../../src/modules/workflows/automation.schema.ts'
import { Button } from '../../design/button.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk, useRole } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { StartSheet } from './start-sheet.tsx'
import { useWorkflowAgain } from './workflow-changes.ts'
import type { Workflow } from './workflow-queries.ts'
import type { PanelProps } from './workflow-page.tsx'
import { workflowsWords } from './words/workflows-words.ts'

/** On or off, and run now. */
export function WorkflowActs({ workflow }: Pick<PanelProps, 'workflow'>): ReactNode {
  const words = useWords(workflowsWords)
  const { may } = useRole()
  const [isStarting, setStarting] = useState(false)
  const state = useStateChange(workflow)
  const start = useStart(workflow, () => setStarting(false))
  if (!may('manager')) return null
  const isOn = workflow.status === 'active'
  return (
    <>
      {isOn && workflow.owner === 'service' ? (
        <Button icon="play" busy={start.isPending} onClick={() => setStarting(true)}>
          {words.page.start}
        </Button>
      ) : null}
      {workflow.status === 'archived' || workflow.latestVersion === 0 ? null : (
        <Button
          look={isOn ? 'secondary' : 'tinted'}
          busy={state.isPending}
          onClick={() => state.mutate(change({ state: isOn ? ('paused' as const) : ('active' as const) }))}
        >
          {isOn ? words.page.turnOff : words.page.turnOn}
        </Button>
      )}
      {isStarting ? (
        <StartSheet
          isBusy={start.isPending}
          onStart={(input) => start.mutate(change({ input }))}
          onClose={() => setStarting(false)}
        />
      ) : null}
    </>
  )
}

type State = { state: 'active' | 'paused'; isUndo?: boolean }

function useStateChange(workflow: Workflow) {
  const words = useWords(workflowsWords)
  const { api, desk } = useDesk()
  const again = useWorkflowAgain(workflow.id)
  const mutation = useChange<State, Automation>({
    send: ({ state }, key) =>
      api.send(`${desk}/automations/${workflow.id}/state`, { method: 'PUT', body: { state }, key }),
    onDone: again,
    said: ({ name }, { state }) => (state === 'active' ? words.page.turnedOn(name) : words.page.turnedOff(name)),
    undo: (_, { state, isUndo }) =>
      isUndo
        ? undefined
        : () => mutation.mutate(change({ state: state === 'active' ? 'paused' : 'active', isUndo: true })),
  })
  return mutation
}

function useStart(workflow: Workflow, onStarted: () => void) {
  const words = useWords(workflowsWords)
  const { id, api, open } = useDesk()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useChange<{ input: unknown }, { id: string }>({
    send: ({ input }, key) =>
      api.send(`${open}/workflows/${workflow.id}/runs`, { method: 'POST', body: { input: input ?? {} }, key }),
    onDone(run) {
      onStarted()
      void client.invalidateQueries({ queryKey: [id, 'runs'] })
      void navigate({ to: '/$workspaceId/runs/$runId', params: { workspaceId: id, runId: run.id } })
    },
    said: () => words.page.started,
  })
}
