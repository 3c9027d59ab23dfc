import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { WorkflowUpdate } from '../../../../../src/modules/workflows/definition.schema.ts'
import { Button } from '../../../design/button.tsx'
import { useWords } from '../../../language/language.tsx'
import { AskButton } from '../../parts/ask-button.tsx'
import { useDesk, useRole } from '../../shell/console-context.ts'
import { change, useChange } from '../../shell/use-change.ts'
import { useWorkflowAgain } from '../workflow-changes.ts'
import type { PanelProps } from '../workflow-page.tsx'
import type { Workflow } from '../workflow-queries.ts'
import { workflowsWords } from '../words/workflows-words.ts'
import { MigrationSection } from './migration-section.tsx'
import { AboutFields, RetryFields, TurnFields } from './settings-fields.tsx'
import { settingsIn } from './settings-form.ts'
import { flowSettingsWords } from './words/flow-settings-words.ts'

/** What it is called, how long its runs stay, how many go at a time, what becomes of a call that fails. */
export function SettingsPanel({ workflow, tag }: PanelProps): ReactNode {
  const words = useWords(flowSettingsWords)
  const flows = useWords(workflowsWords)
  const { may } = useRole()
  // What somebody has begun to change stays theirs, whatever others do: it is saved only over what they saw.
  const [begunOn, setBegunOn] = useState<string>()
  const { update, archive } = useSettingsActs(workflow, begunOn ?? tag, () => setBegunOn(undefined))
  const isArchived = workflow.status === 'archived'
  const mayWrite = may('manager') && !isArchived
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    update.mutate(change(settingsIn(new FormData(event.currentTarget))))
  }
  return (
    <div className="grid max-w-2xl gap-10">
      <form key={begunOn ?? tag} className="grid gap-8" onChange={() => setBegunOn(begunOn ?? tag)} onSubmit={submit}>
        <fieldset disabled={!mayWrite} className="grid gap-8">
          <AboutFields workflow={workflow} />
          <TurnFields concurrency={workflow.concurrency} />
          <RetryFields defaults={workflow.retryDefaults} />
        </fieldset>
        {mayWrite ? (
          <div className="flex flex-wrap gap-3">
            <Button type="submit" look="primary" busy={update.isPending}>
              {words.save}
            </Button>
            <AskButton
              label={flows.page.archive}
              really={flows.page.reallyArchive}
              what={workflow.name}
              busy={archive.isPending}
              onYes={() => archive.mutate(change(undefined))}
            />
          </div>
        ) : null}
        {isArchived && may('manager') ? (
          <div>
            <Button
              look="primary"
              busy={update.isPending}
              onClick={() => update.mutate(change({ status: 'inactive' }))}
            >
              {flows.page.restore}
            </Button>
          </div>
        ) : null}
      </form>
      {workflow.legacyRef === null ? null : <MigrationSection workflow={workflow} />}
    </div>
  )
}

function useSettingsActs(workflow: Workflow, tag: string, onSaved: () => void) {
  const words = useWords(flowSettingsWords)
  const { page } = useWords(workflowsWords)
  const { id, api, open } = useDesk()
  const navigate = useNavigate()
  const again = useWorkflowAgain(workflow.id)
  const path = `${open}/workflows/${workflow.id}`
  const update = useChange<WorkflowUpdate, unknown>({
    send: (body, key) => api.send(path, { method: 'PATCH', body, key, match: tag }),
    onDone() {
      onSaved()
      again()
    },
    said: (_, { status }) => (status === undefined ? words.saved : page.restored(workflow.name)),
  })
  const archive = useChange<undefined, unknown>({
    send: (_, key) => api.send(path, { method: 'DELETE', key, match: tag }),
    onDone() {
      again()
      void navigate({ to: '/$workspaceId/workflows', params: { workspaceId: id } })
    },
    said: () => page.archived(workflow.name),
  })
  return { update, archive }
}
