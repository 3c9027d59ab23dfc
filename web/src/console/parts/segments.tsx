import type { ReactNode } from 'react'

interface SegmentsProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  /** Something else than the options when none of them is shown. */
  value: string
  onChoose(value: Value): void
}

/** Which part of a list is shown: one of a few, side by side. */
export function Segments<Value extends string>({ label, options, value, onChoose }: SegmentsProps<Value>): ReactNode {
  return (
    <div role="group" aria-label={label} className="flex w-full flex-wrap gap-1 rounded-control bg-sunken p-1">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          className={`min-h-11 flex-1 rounded-lg px-2 text-small sm:px-3 font-semibold whitespace-nowrap outline-offset-[-3px] ${option.value === value ? 'bg-surface text-ink shadow-card' : 'text-soft hover:text-ink'}`}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
