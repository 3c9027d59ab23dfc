import type { ReactNode } from 'react'

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
      className={`min-h-12 min-w-0 flex-1 basis-40 rounded-control border px-3 text-body font-semibold sm:flex-none sm:basis-auto ${value === undefined ? 'border-line bg-surface' : 'border-accent bg-accent-ground text-accent-text'}`}
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
