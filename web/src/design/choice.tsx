import { useId, type ReactNode } from 'react'

interface Option<Value extends string> {
  value: Value
  label: string
}

interface ChoiceProps<Value extends string> {
  /** Id of the element that names the group. */
  labelledBy: string
  options: readonly Option<Value>[]
  value: Value | null
  disabled?: boolean
  onChoose(value: Value): void
}

/** One of a few, side by side: radio buttons that are large enough for a thumb. */
export function Choice<Value extends string>({
  labelledBy,
  options,
  value,
  disabled,
  onChoose,
}: ChoiceProps<Value>): ReactNode {
  const name = useId()
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} className="grid grid-cols-2 gap-2 sm:flex">
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-h-12 flex-1 items-center justify-center rounded-control border border-edge px-3 text-label font-medium whitespace-nowrap transition-colors has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-disabled:cursor-default has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            className="absolute inset-0 size-full cursor-[inherit] opacity-0"
            name={name}
            checked={value === option.value}
            disabled={disabled}
            onChange={() => onChoose(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
