import { useQueryClient } from '@tanstack/react-query'
import type { WorkflowDraft } from '../../../../../src/modules/workflows/definition.schema.ts'
import { useWords } from '../../../language/language.tsx'
import { useDesk } from '../../shell/console-context.ts'
import type { Problem } from '../../shell/problem.ts'
import type { Tagged } from '../../shell/request.ts'
import { useRefusal } from '../../shell/refusal.ts'
import { useChange } from '../../shell/use-change.ts'
import { shellWords } from '../../shell/words/shell-words.ts'
import { useWorkflowAgain } from '../workflow-changes.ts'
import { draftQuery, type Workflow } from '../workflow-queries.ts'
import { editorWords } from './words/editor-words.ts'

export interface Save {
  text: string
  /** The mark of the draft that this one takes the place of. */
  match: string
  /** And what is done with it then. */
  next?: 'publish' | 'publishOn'
}

interface Saved {
  draft: Tagged<WorkflowDraft>
  /** The version that was made of it. */
  number?: number
}

interface DraftOptions {
  workflow: Workflow
  format: WorkflowDraft['format']
  onSaved(saved: Saved): void
  /** Somebody else has saved it since it was read; this is theirs. */
  onConflict(theirs: Tagged<WorkflowDraft>): void
}

/** Saves the draft, and makes a version of it, and turns that on. Each step holds only if nobody came in between. */
export function useSaveDraft({ workflow, format, onSaved, onConflict }: DraftOptions) {
  const words = useWords(editorWords)
  const shell = useWords(shellWords)
  const tell = useRefusal()
  const desk = useDesk()
  const client = useQueryClient()
  const again = useWorkflowAgain(workflow.id)
  const { api, open } = desk
  const path = `${open}/workflows/${workflow.id}`
  return useChange<Save, Saved>({
    async send({ text, match, next }, key) {
      const body = { text, format }
      const draft = await api.sendTagged<WorkflowDraft>(`${path}/draft`, { method: 'PUT', body, key, match })
      if (next === undefined) return { draft }
      const { number } = await api.send<{ number: number }>(`${path}/versions`, {
        method: 'POST',
        key: `${key}-publish`,
        match: draft.tag,
      })
      if (next === 'publishOn') {
        const routes = [{ version: number, weight: 100 }]
        await api.send(`${path}/activation`, { method: 'PUT', body: { routes }, key: `${key}-on`, match: '*' })
      }
      return { draft, number }
    },
    onDone(saved) {
      client.setQueryData(draftQuery(desk, workflow.id).queryKey, saved.draft)
      onSaved(saved)
      if (saved.number !== undefined) again()
    },
    said({ number }, { next }) {
      if (number === undefined) return words.saved
      return next === 'publishOn' ? words.publishedOn(number) : words.published(number)
    },
    onRefused(problem: Problem) {
      if (problem.status !== 412) return false
      void client
        .fetchQuery({ ...draftQuery(desk, workflow.id), staleTime: 0 })
        .then(onConflict)
        .catch((error: unknown) => tell(error, { what: shell.notChanged }))
      return true
    },
  })
}
