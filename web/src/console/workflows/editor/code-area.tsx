import {
  useCallback,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react'
import type { Problem } from '../../../../../src/modules/workflows/problem.schema.ts'
import { useWords } from '../../../language/language.tsx'
import { CodeField } from './code-field.tsx'
import { CodeLines, placeOf } from './code-lines.tsx'
import type { Catalog } from './completion.ts'
import { SuggestionList, type ListPlace } from './suggestion-list.tsx'
import { useSuggestions } from './use-suggestions.ts'
import { editorWords } from './words/editor-words.ts'
import { writeInto } from './write-into.ts'
import { createColours } from './yaml-colours.ts'

export interface CodePlace {
  /** To a place in the text, both from 1. */
  goTo(line: number, column: number): void
}

interface CodeAreaProps {
  text: string
  label: string
  isReadOnly: boolean
  problems: readonly Problem[]
  catalog: Catalog | undefined
  ref: Ref<CodePlace>
  onChange(text: string): void
}

/**
 * A field of the browser with its text drawn in colours behind it: typing, undo, selection and reading aloud are the
 * browser's own, on a phone too.
 */
export function CodeArea({ text, label, isReadOnly, problems, catalog, ref, onChange }: CodeAreaProps): ReactNode {
  const words = useWords(editorWords)
  const field = useRef<HTMLTextAreaElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [colours] = useState(createColours)
  const lines = useMemo(() => colours(text), [colours, text])
  const wrong = useMemo(() => new Set(problems.map(({ line = 1 }) => line)), [problems])
  const suggestions = useSuggestions(catalog)
  const listId = useId()
  const { open } = suggestions
  const { place, measure } = usePlace(frame, text, open?.from)
  useImperativeHandle(ref, () => ({
    goTo(line, column) {
      const from = offsetOf(text, line, column)
      field.current?.focus({ preventScroll: true })
      field.current?.setSelectionRange(from, from)
      frame.current?.querySelector(`[data-line="${line}"]`)?.scrollIntoView({ block: 'center' })
    },
  }))
  function pick(index?: number): void {
    const edit = suggestions.picked(index)
    if (edit && field.current) writeInto(field.current, edit)
    suggestions.close()
  }
  return (
    <div
      ref={frame}
      className="relative h-[28rem] rounded-card focus-within:outline-3 focus-within:outline-accent lg:h-full lg:min-h-[24rem]"
    >
      <div
        className="h-full overflow-y-auto rounded-card border border-edge bg-surface"
        // What is typed at the end scrolls: the list goes with it.
        onScroll={measure}
      >
        <div className="relative grid min-h-full grid-cols-1 bg-[linear-gradient(to_right,var(--sunken)_3.25rem,transparent_3.25rem)]">
          <CodeLines lines={lines} wrong={wrong} />
          <CodeField ref={field} {...{ text, label, isReadOnly, suggestions, listId, onChange }} onPick={pick} />
        </div>
      </div>
      {open && place ? (
        <SuggestionList
          id={listId}
          label={words.suggestions}
          options={open.options}
          chosen={open.chosen}
          place={place}
          onPick={pick}
        />
      ) : null}
    </div>
  )
}

function offsetOf(text: string, line: number, column: number): number {
  const before = text.split('\n').slice(0, Math.max(line, 1) - 1)
  const start = before.reduce((sum, each) => sum + each.length + 1, 0)
  return Math.min(start + Math.max(column, 1) - 1, text.length)
}

const GAP = 4
/** At most; where there is less room below it, it stands above. */
const LIST_HEIGHT = 264

/** How far a place of the text is from the corner of the frame, and how to look again. */
function usePlace(frame: { current: HTMLDivElement | null }, text: string, at: number | undefined) {
  const [place, setPlace] = useState<ListPlace>()
  const measure = useCallback(() => {
    const root = frame.current
    const found = root && at !== undefined ? placeOf(root, text, at) : undefined
    const corner = root?.getBoundingClientRect()
    if (!found || !corner) return setPlace(undefined)
    const left = found.left - corner.left
    const heightShown = window.visualViewport?.height ?? window.innerHeight
    const hasRoom = found.bottom + LIST_HEIGHT < heightShown || found.top < LIST_HEIGHT
    return setPlace(
      hasRoom ? { left, top: found.bottom - corner.top + GAP } : { left, bottom: corner.bottom - found.top + GAP },
    )
  }, [frame, text, at])
  useLayoutEffect(measure, [measure])
  return { place: at === undefined ? undefined : place, measure }
}
