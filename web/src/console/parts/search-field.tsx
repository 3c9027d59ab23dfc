import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Icon } from '../../design/icon.tsx'

const TYPING_MILLIS = 200

interface SearchFieldProps {
  id: string
  label: string
  placeholder: string
  text: string
  onSearch(text: string): void
}

/** Looks for what is typed, once the typing pauses. */
export function SearchField({ id, label, placeholder, text, onSearch }: SearchFieldProps): ReactNode {
  const [typed, setTyped] = useState(text)
  const sent = useRef(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Somebody else has changed it: a view was chosen, all filters were taken away.
  useEffect(() => {
    if (text !== sent.current) setTyped(text)
    sent.current = text
  }, [text])
  function type(next: string): void {
    setTyped(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = next.trim()
      onSearch(next.trim())
    }, TYPING_MILLIS)
  }
  return (
    <label className="flex min-h-12 w-full items-center gap-2 rounded-control border border-edge bg-surface px-3 has-focus-visible:outline-3 has-focus-visible:outline-accent sm:w-72">
      <Icon name="search" className="size-5 text-soft" />
      <span className="sr-only">{label}</span>
      <input
        id={id}
        type="search"
        className="min-h-11 w-full min-w-0 bg-transparent text-body outline-none placeholder:text-soft"
        placeholder={placeholder}
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
    </label>
  )
}

/** A filter that is on or off. */
export function Toggle({
  label,
  isOn,
  onToggle,
}: {
  label: string
  isOn: boolean
  onToggle(isOn: boolean): void
}): ReactNode {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={`min-h-12 rounded-control border px-4 font-semibold ${isOn ? 'border-accent bg-accent-ground text-accent-text' : 'border-line bg-surface hover:bg-sunken'}`}
      onClick={() => onToggle(!isOn)}
    >
      {label}
    </button>
  )
}

/** A filter with a few values, of which none may be chosen. */
export function FilterSelect<Value extends string>({
  label,
  value,
  options,
  onChoose,
}: {
  /** Also what is shown while nothing is chosen. */
  label: string
  value: Value | undefined
  options: readonly { value: Value; label: string }[]
  onChoose(value: Value | undefined): void
}): ReactNode {
  return (
    <select
      aria-label={label}
      className={`min-h-12 min-w-0 rounded-control border px-3 text-body font-semibold ${value === undefined ? 'border-line bg-surface' : 'border-accent bg-accent-ground text-accent-text'}`}
      value={value ?? ''}
      onChange={({ target }) => onChoose(options.find((option) => option.value === target.value)?.value)}
    >
      <option value="">{label}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
