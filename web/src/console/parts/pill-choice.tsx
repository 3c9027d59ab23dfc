import type { ReactNode } from 'react'

interface PillChoiceProps {
  label: string
  /** With a sign before the word, where there is one. */
  options: readonly { value: string; label: string; sign?: ReactNode }[]
  chosen: readonly string[]
  onChange(chosen: string[]): void
  children?: ReactNode
}

/** Any number of a few, side by side. What is chosen besides them stays so. */
export function PillChoice({ label, options, chosen, onChange, children }: PillChoiceProps): ReactNode {
  return (
    <fieldset>
      <legend className="mb-1.5 text-label font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex min-h-11 items-center gap-2 rounded-full border border-edge px-4 has-checked:border-accent has-checked:bg-accent-ground has-checked:text-accent-text has-focus-visible:outline-3"
          >
            <input
              type="checkbox"
              className="absolute inset-0 opacity-0"
              checked={chosen.includes(option.value)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, option.value] : chosen.filter((each) => each !== option.value))
              }
            />
            {option.sign}
            {option.label}
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  )
}
