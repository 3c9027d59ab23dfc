import type { ReactNode } from 'react'

/** A choice that is on or off, and says which. */
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
