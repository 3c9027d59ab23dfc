import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Icon } from '../../design/icon.tsx'

const TYPING_MILLIS = 200

export interface SearchFieldProps {
  /** For the key that leads to it. */
  id: string
  label: string
  placeholder: string
  text: string
  onSearch(text: string): void
  /** As wide as its place, where it stands alone. */
  isWide?: boolean
}

/** A search that begins by itself when the typing pauses. */
export function SearchField({ id, label, placeholder, text, onSearch, isWide = false }: SearchFieldProps): ReactNode {
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
    <label
      className={`flex min-h-12 w-full items-center gap-2 rounded-control border border-edge bg-surface px-3 has-focus-visible:outline-3 has-focus-visible:outline-accent ${isWide ? '' : 'sm:w-auto sm:max-w-72 sm:flex-1 sm:basis-40'}`}
    >
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
