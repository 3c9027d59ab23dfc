import { useState, type ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface StepperProps {
  label: string
  fewer: string
  more: string
  value: number | null
  max: number
  disabled?: boolean
  onChange(value: number | null): void
}

/** A whole number: typed, or tapped up and down. */
export function Stepper({ label, fewer, more, value, max, disabled, onChange }: StepperProps): ReactNode {
  /** What stands in the box while somebody types in it. */
  const [typed, setTyped] = useState<string>()
  function take(text: string): void {
    const digits = text.replace(/\D/g, '')
    setTyped(digits)
    const count = digits === '' ? null : Math.min(Number(digits), max)
    if (count !== value) onChange(count)
  }
  const step = (by: number): void => onChange(Math.min(max, Math.max(0, (value ?? 0) + by)))
  const side =
    'grid size-12 place-items-center rounded-control border border-edge transition-colors hover:bg-sunken disabled:opacity-50'
  return (
    <div className="flex items-center gap-2">
      <button type="button" aria-label={fewer} className={side} disabled={disabled || !value} onClick={() => step(-1)}>
        <Icon name="minus" className="size-5" />
      </button>
      <input
        aria-label={label}
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete="off"
        className="h-12 w-20 rounded-control border border-edge bg-surface text-center text-lead font-semibold tabular-nums disabled:opacity-60"
        value={typed ?? value ?? ''}
        disabled={disabled}
        onChange={(event) => take(event.target.value)}
        onBlur={() => setTyped(undefined)}
      />
      <button type="button" aria-label={more} className={side} disabled={disabled} onClick={() => step(1)}>
        <Icon name="plus" className="size-5" />
      </button>
    </div>
  )
}
