import type { ReactNode } from 'react'
import { bringIntoSight } from '../../parts/in-sight.ts'
import type { Suggestion } from './use-suggestions.ts'

/** From the corners of the frame. */
export type ListPlace = { left: number } & ({ top: number } | { bottom: number })

interface SuggestionListProps {
  id: string
  label: string
  options: readonly Suggestion[]
  chosen: number
  place: ListPlace
  onPick(index: number): void
}

/** What could come next, below the place where it would be written. */
export function SuggestionList({ id, label, options, chosen, place, onPick }: SuggestionListProps): ReactNode {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className="absolute z-10 max-h-64 w-[min(30rem,calc(100%-1rem))] overflow-y-auto rounded-control border border-line bg-surface py-1 shadow-card"
      style={{ ...place, left: `min(${place.left}px, max(0.5rem, 100% - 30.5rem))` }}
    >
      {options.map(({ label: name, detail }, index) => (
        <button
          key={name}
          id={`${id}-${index}`}
          ref={index === chosen ? bringIntoSight : null}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={`flex min-h-11 w-full items-center gap-4 px-3 py-1 text-left ${index === chosen ? 'bg-accent-ground text-accent-text' : ''}`}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(index)}
        >
          <span className="font-mono text-small">{name}</span>
          {detail === undefined ? null : (
            <span className={`min-w-0 flex-1 truncate text-right text-small ${index === chosen ? '' : 'text-soft'}`}>
              {detail}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
