import type { ReactNode } from 'react'
import { SelectBox } from '../../design/field.tsx'

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
    <SelectBox
      className={`min-w-0 flex-1 basis-40 sm:flex-none sm:basis-auto ${value === undefined ? '' : 'text-accent-text'}`}
    >
      <select
        aria-label={label}
        className={`min-h-12 w-full appearance-none truncate rounded-control border pr-10 pl-4 text-[16px] font-semibold ${value === undefined ? 'border-line bg-surface hover:bg-sunken' : 'border-accent bg-accent-ground'}`}
        value={value ?? ''}
        onChange={({ target }) => onChoose(options.find((option) => option.value === target.value)?.value)}
      >
        <option value="" className="bg-surface text-ink">
          {label}
        </option>
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-surface text-ink">
            {option.label}
          </option>
        ))}
      </select>
    </SelectBox>
  )
}
