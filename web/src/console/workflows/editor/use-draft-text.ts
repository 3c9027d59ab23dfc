import { useState, type RefObject } from 'react'
import type { WorkflowDraft } from '../../../../../src/modules/workflows/definition.schema.ts'
import { useDesk } from '../../shell/console-context.ts'
import type { Tagged } from '../../shell/request.ts'
import { change } from '../../shell/use-change.ts'
import type { Workflow } from '../workflow-queries.ts'
import type { CodeEditor } from './code-core.ts'
import { useSaveDraft, type Save } from './draft-changes.ts'
import { keepText, keptText } from './kept-text.ts'

interface DraftTextOptions {
  workflow: Workflow
  first: Tagged<WorkflowDraft>
  mayWrite: boolean
  code: RefObject<CodeEditor | null>
}

/** The text that is written, against the draft that is saved. */
export function useDraftText({ workflow, first, mayWrite, code }: DraftTextOptions) {
  const { user } = useDesk()
  const place = `${user.id}:${workflow.id}`
  const [kept, setKept] = useState(() => (mayWrite ? keptText(place) : undefined))
  const [saved, setSaved] = useState({ text: first.value.text, tag: kept?.tag ?? first.tag })
  const [text, setText] = useState(kept?.text ?? first.value.text)
  const [theirs, setTheirs] = useState<Tagged<WorkflowDraft>>()
  function standOn({ value, tag }: Tagged<WorkflowDraft>): void {
    setSaved({ text: value.text, tag })
    setTheirs(undefined)
    setKept(undefined)
  }
  const mutation = useSaveDraft({
    workflow,
    format: first.value.format,
    onSaved({ draft }) {
      standOn(draft)
      // What was typed while it was on its way is not saved yet.
      if (code.current?.text() === draft.value.text) keepText(place, undefined)
    },
    onConflict: setTheirs,
  })
  return {
    text,
    isChanged: text !== saved.text,
    isBusy: mutation.isPending,
    /** From an earlier visit. */
    hasKept: kept !== undefined,
    theirs,
    type(next: string) {
      setText(next)
      keepText(place, next === saved.text ? undefined : { tag: saved.tag, text: next })
    },
    save: (next?: Save['next'], match = saved.tag) =>
      mutation.mutate(change({ text, match, ...(next ? { next } : {}) })),
    take(draft: Tagged<WorkflowDraft>) {
      standOn(draft)
      code.current?.setText(draft.value.text)
      keepText(place, undefined)
    },
  }
}

export type DraftText = ReturnType<typeof useDraftText>
