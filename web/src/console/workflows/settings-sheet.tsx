import { useNavigate } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import type { WorkflowUpdate } from '../../../../src/modules/workflows/definition.schema.ts'
import { Button } from '../../design/button.tsx'
import { LineField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { AskButton } from '../parts/ask-button.tsx'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { useWorkflowAgain } from './workflow-changes.ts'
import type { PanelProps } from './workflow-page.tsx'
import { workflowsWords } from './words/workflows-words.ts'

/** What it is called, and the way into the archive and out of it. */
export function SettingsSheet({ workflow, tag, onClose }: PanelProps & { onClose(): void }): ReactNode {
  const words = useWords(workflowsWords)
  const shell = useWords(shellWords)
  const { id, api, open } = useDesk()
  const navigate = useNavigate()
  const again = useWorkflowAgain(workflow.id)
  const path = `${open}/workflows/${workflow.id}`
  const update = useChange<WorkflowUpdate, unknown>({
    send: (body, key) => api.send(path, { method: 'PATCH', body, key, match: tag }),
    onDone() {
      again()
      onClose()
    },
    said: (_, { status }) => (status === undefined ? undefined : words.page.restored(workflow.name)),
  })
  const archive = useChange<undefined, unknown>({
    send: (_, key) => api.send(path, { method: 'DELETE', key, match: tag }),
    onDone() {
      again()
      void navigate({ to: '/$workspaceId/workflows', params: { workspaceId: id } })
    },
    said: () => words.page.archived(workflow.name),
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    update.mutate(change({ name: String(new FormData(event.currentTarget).get('name')).trim() }))
  }
  return (
    <Sheet title={words.page.more} isOpen onClose={onClose}>
      {workflow.status === 'archived' ? (
        <Button look="primary" busy={update.isPending} onClick={() => update.mutate(change({ status: 'inactive' }))}>
          {words.page.restore}
        </Button>
      ) : (
        <>
          <form className="grid gap-4" onSubmit={submit}>
            <LineField label={words.create.name} name="name" defaultValue={workflow.name} required maxLength={200} />
            <Button type="submit" look="primary" busy={update.isPending}>
              {shell.save}
            </Button>
          </form>
          <AskButton
            label={words.page.archive}
            really={words.page.reallyArchive}
            what={workflow.name}
            busy={archive.isPending}
            onYes={() => archive.mutate(change(undefined))}
          />
        </>
      )}
    </Sheet>
  )
}
