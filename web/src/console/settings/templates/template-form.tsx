import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Template, TemplateCreate } from '../../../../../src/modules/tasks/template.schema.ts'
import { Button } from '../../../design/button.tsx'
import { Note } from '../../../design/note.tsx'
import { useWords } from '../../../language/language.tsx'
import { AskButton } from '../../parts/ask-button.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { change } from '../../shell/use-change.ts'
import { SaveBar } from '../save-bar.tsx'
import { SettingsPage } from '../settings-list.tsx'
import { useRemoval, useSave } from '../use-save.ts'
import { ChecklistEditor } from './checklist-editor.tsx'
import { bodyOf, draftOf, isSame } from './template-draft.ts'
import { TemplateFields } from './template-fields.tsx'
import { templatesWords } from './words/templates-words.ts'

/** A template while it is being written. Nothing is sent before it is saved: half a checklist helps nobody. */
export function TemplateForm({ template }: { template: Template | undefined }): ReactNode {
  const words = useWords(templatesWords)
  const { draft, base, setDraft, takeOver, isNewer, isDirty } = useDraft(template)
  const { save, remove } = useTemplateChanges(template, takeOver)
  return (
    <SettingsPage
      title={template?.name ?? words.make}
      actions={
        template ? (
          <AskButton
            label={words.remove}
            really={words.reallyRemove}
            what={template.name}
            onYes={() => remove.mutate(change(template))}
          />
        ) : null
      }
    >
      {isNewer ? (
        <Note
          tone="warn"
          icon="alert"
          title={words.newer}
          actions={<Button onClick={() => takeOver(template)}>{words.takeNewer}</Button>}
        >
          <p>{words.newerText}</p>
        </Note>
      ) : null}
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-8"
        onSubmit={(event) => {
          event.preventDefault()
          if (!save.isPending) save.mutate(change(bodyOf(draft)))
        }}
      >
        <TemplateFields draft={draft} onChange={(fields) => setDraft({ ...draft, ...fields })} />
        <ChecklistEditor items={draft.items} onChange={(items) => setDraft({ ...draft, items })} />
        <SaveBar isDirty={isDirty} isBusy={save.isPending} onDiscard={() => setDraft(base)} />
      </form>
    </SettingsPage>
  )
}

/** What is written, what it began from, and whether somebody else has changed that in the meantime. */
function useDraft(template: Template | undefined) {
  const [base, setBase] = useState(() => ({ at: template?.updatedAt, draft: draftOf(template) }))
  const [draft, setDraft] = useState(base.draft)
  const isDirty = !isSame(draft, base.draft)
  const isChanged = template?.updatedAt !== base.at
  function takeOver(next: Template | undefined): void {
    const fresh = draftOf(next)
    setBase({ at: next?.updatedAt, draft: fresh })
    setDraft(fresh)
  }
  // Nobody has written anything here: what others write is simply shown.
  if (isChanged && !isDirty) takeOver(template)
  return { draft, base: base.draft, setDraft, takeOver, isDirty, isNewer: isChanged && isDirty }
}

function useTemplateChanges(template: Template | undefined, takeOver: (saved: Template) => void) {
  const words = useWords(templatesWords)
  const { id } = useDesk()
  const client = useQueryClient()
  const navigate = useNavigate()
  const save = useSave<TemplateCreate, Template>(template, {
    list: 'templates',
    path: 'task-templates',
    said: ({ name }) => words.saved(name),
    onDone(saved) {
      client.setQueryData([id, 'templates', 'one', saved.id], saved)
      takeOver(saved)
      if (template) return
      const params = { workspaceId: id, templateId: saved.id }
      void navigate({
        to: '/$workspaceId/settings/templates/$templateId',
        params,
        replace: true,
        ignoreBlocker: true,
      })
    },
  })
  const remove = useRemoval<Template>({
    list: 'templates',
    path: 'task-templates',
    said: ({ name }) => words.removed(name),
    onDone: () =>
      void navigate({ to: '/$workspaceId/settings/templates', params: { workspaceId: id }, ignoreBlocker: true }),
  })
  return { save, remove }
}
