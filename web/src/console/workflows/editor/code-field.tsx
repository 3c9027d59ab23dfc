import { useRef, type ChangeEvent, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { keyed } from './code-keys.ts'
import { CODE_TEXT } from './code-lines.tsx'
import type { Suggestions } from './use-suggestions.ts'
import { writeInto } from './write-into.ts'

interface CodeFieldProps {
  text: string
  label: string
  isReadOnly: boolean
  suggestions: Suggestions
  /** Of the list of suggestions. */
  listId: string
  ref: Ref<HTMLTextAreaElement>
  onChange(text: string): void
  onPick(): void
}

/** What is typed in. Its letters cannot be seen: the same ones stand behind it in colours. */
export function CodeField(props: CodeFieldProps): ReactNode {
  const { text, label, isReadOnly, suggestions, listId, ref, onChange, onPick } = props
  const { open } = suggestions
  const leaves = useRef(false)
  function type({ currentTarget, nativeEvent }: ChangeEvent<HTMLTextAreaElement>): void {
    onChange(currentTarget.value)
    const isTyped = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertText'
    const isShort = isTyped && nativeEvent.data?.length === 1
    if (isShort || open) suggestions.look(currentTarget.value, currentTarget.selectionStart, false)
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const { selectionStart: start, selectionEnd: end, value } = event.currentTarget
    const act = keyed(event.nativeEvent, { text: value, start, end }, open !== undefined, leaves.current)
    leaves.current = act?.kind === 'leave'
    // What is typed here is text; only what is held down with Ctrl is a command of the page.
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
    if (!act || act.kind === 'leave' || isReadOnly) return
    event.preventDefault()
    if (act.kind === 'write') writeInto(event.currentTarget, act.edit)
    if (act.kind === 'ask') suggestions.look(value, start, true)
    if (act.kind === 'move') suggestions.move(act.by)
    if (act.kind === 'pick') onPick()
    if (act.kind === 'close') suggestions.close()
  }
  return (
    <textarea
      ref={ref}
      aria-label={label}
      aria-autocomplete={isReadOnly ? undefined : 'list'}
      aria-controls={open ? listId : undefined}
      aria-activedescendant={open ? `${listId}-${open.chosen}` : undefined}
      readOnly={isReadOnly}
      value={text}
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      className={`relative resize-none overflow-hidden bg-transparent py-3 pr-3 pl-14 text-transparent caret-ink outline-none [grid-area:1/1] selection:bg-accent/25 selection:text-transparent ${CODE_TEXT}`}
      onBlur={suggestions.close}
      onChange={type}
      onClick={suggestions.close}
      onKeyDown={press}
    />
  )
}
