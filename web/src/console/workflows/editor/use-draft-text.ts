import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { WorkflowDraft } from '../../../../../src/modules/workflows/definition.schema.ts'
import { useDesk } from '../../shell/console-context.ts'
import type { Tagged } from '../../shell/request.ts'
import { change } from '../../shell/use-change.ts'
import type { Workflow } from '../workflow-queries.ts'
import { useSaveDraft, type Save } from './draft-changes.ts'
import { keepText, keptText } from './kept-text.ts'

interface DraftTextOptions {
  workflow: Workflow
  /** As it is saved now. */
  latest: Tagged<WorkflowDraft>
  mayWrite: boolean
}

/** The text that is written, against the draft that is saved. */
export function useDraftText({ workflow, latest, mayWrite }: DraftTextOptions) {
  const { user } = useDesk()
  const place = `${user.id}:${workflow.id}`
  const [kept, setKept] = useState(() => (mayWrite ? keptText(place) : undefined))
  const [saved, setSaved] = useState({ text: latest.value.text, tag: kept?.tag ?? latest.tag })
  const [text, setText] = useState(kept?.text ?? latest.value.text)
  const typed = useRef(text)
  const [theirs, setTheirs] = useState<Tagged<WorkflowDraft>>()
  function show(next: string): void {
    typed.current = next
    setText(next)
  }
  function standOn({ value, tag }: Tagged<WorkflowDraft>): void {
    setSaved({ text: value.text, tag })
    setTheirs(undefined)
    setKept(undefined)
  }
  const mutation = useSaveDraft({
    workflow,
    format: latest.value.format,
    onSaved({ draft }) {
      standOn(draft)
      // What was typed while it was on its way is not saved yet.
      if (typed.current === draft.value.text) keepText(place, undefined)
    },
    onConflict: setTheirs,
  })
  const isChanged = text !== saved.text
  function take(draft: Tagged<WorkflowDraft>): void {
    standOn(draft)
    show(draft.value.text)
    keepText(place, undefined)
  }
  const seen = useRef(latest.tag)
  const hear = useEffectEvent((draft: Tagged<WorkflowDraft>) => {
    if (draft.tag === seen.current) return
    seen.current = draft.tag
    if (draft.tag === saved.tag) return
    // Somebody else has saved it: whoever has written nothing sees theirs, everybody else chooses.
    if (!isChanged || draft.value.text === text) take(draft)
    else setTheirs(draft)
  })
  const isBusy = mutation.isPending
  useEffect(() => {
    if (!isBusy) hear(latest)
  }, [latest, isBusy])
  return {
    text,
    isChanged,
    isBusy,
    /** From an earlier visit. */
    hasKept: kept !== undefined,
    theirs,
    type(next: string) {
      show(next)
      keepText(place, next === saved.text ? undefined : { tag: saved.tag, text: next })
    },
    save: (next?: Save['next'], match = saved.tag) =>
      mutation.mutate(change({ text, match, ...(next ? { next } : {}) })),
    take,
  }
}

export type DraftText = ReturnType<typeof useDraftText>
