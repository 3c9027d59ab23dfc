import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Icon, type IconName } from '../../design/icon.tsx'
import { plain } from './plain-letters.ts'

export interface Option {
  value: string
  label: string
  /** In small, behind it. */
  hint?: string
  icon?: IconName
  isChosen?: boolean
}

interface PickerProps {
  title: string
  placeholder: string
  /** Said when nothing fits. */
  none: string
  options: readonly Option[]
  onPick(value: string): void
  onClose(): void
  /** For lists that somebody else narrows. */
  onSearch?(text: string): void
}

const SHOWN_MAX = 60

/** Chooses one of many: narrows as one types, moves by arrows, takes by Enter. */
export function Picker({ title, placeholder, none, options, onPick, onClose, onSearch }: PickerProps): ReactNode {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const shown = useMemo(
    () => (onSearch ? options : narrowed(options, text)).slice(0, SHOWN_MAX),
    [options, onSearch, text],
  )
  const current = Math.min(active, shown.length - 1)
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])

  function pick(option: Option | undefined): void {
    if (!option) return
    dialog.current?.close()
    onPick(option.value)
  }
  function move(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && shown.length > 0) setActive((current + step + shown.length) % shown.length)
    else if (event.key === 'Enter') pick(shown[current])
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      aria-label={title}
      closedby="any"
      onClose={onClose}
      className="mx-auto mt-[10dvh] mb-auto w-[calc(100%-2rem)] max-w-lg overflow-hidden rounded-card bg-surface text-ink shadow-card open:animate-rise"
    >
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
        aria-label={title}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setActive(0)
          onSearch?.(target.value)
        }}
        onKeyDown={move}
        className="w-full border-b border-line bg-surface px-5 py-4 text-body outline-none placeholder:text-soft"
      />
      <div id={`${id}-list`} role="listbox" aria-label={title} className="max-h-[50dvh] overflow-y-auto p-2">
        {shown.map((option, index) => (
          // The keys are heard by the field above, which keeps the focus.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-label ${index === current ? 'bg-accent-ground text-accent-text' : ''}`}
            onPointerMove={() => setActive(index)}
            onClick={() => pick(option)}
          >
            {option.icon ? <Icon name={option.icon} className="size-5" /> : null}
            <span className="min-w-0 flex-1 truncate">{option.label}</span>
            {option.hint === undefined ? null : <span className="truncate text-small text-soft">{option.hint}</span>}
            {option.isChosen ? <Icon name="check" className="size-5" /> : null}
          </div>
        ))}
      </div>
      {shown.length === 0 ? <p className="px-5 pt-1 pb-5 text-label text-soft">{none}</p> : null}
    </dialog>
  )
}

/** All of the words somewhere, in any order; what begins with them first. */
function narrowed(options: readonly Option[], text: string): readonly Option[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return options
  const found = options.filter((option) => {
    const all = plain(`${option.label} ${option.hint ?? ''}`)
    return words.every((word) => all.includes(word))
  })
  const begins = ({ label }: Option): boolean => plain(label).startsWith(words[0] ?? '')
  return [...found.filter(begins), ...found.filter((option) => !begins(option))]
}
