import { useId, type ReactNode } from 'react'

const STARS = [1, 2, 3, 4, 5] as const
const SHAPE = 'm12 3.2 2.7 5.6 6.1.8-4.5 4.3 1.1 6.1-5.4-3-5.4 3 1.1-6.1-4.5-4.3 6.1-.8Z'

interface StarsProps {
  labelledBy: string
  value: number | null
  disabled?: boolean
  /** What a screen reader says for a number of stars. */
  nameOf(stars: number): string
  onRate(stars: number): void
}

export function Stars({ labelledBy, value, disabled, nameOf, onRate }: StarsProps): ReactNode {
  const name = useId()
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} className="flex max-w-64 flex-wrap">
      {STARS.map((stars) => (
        <label
          key={stars}
          className="relative grid h-12 max-w-12 min-w-11 flex-1 basis-11 place-items-center rounded-control has-disabled:cursor-default has-focus-visible:outline-3 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            className="absolute inset-0 size-full cursor-[inherit] opacity-0"
            name={name}
            aria-label={nameOf(stars)}
            checked={value === stars}
            disabled={disabled}
            onChange={() => onRate(stars)}
          />
          <svg viewBox="0 0 24 24" className="size-8" aria-hidden="true">
            <path
              d={SHAPE}
              strokeWidth="1.5"
              strokeLinejoin="round"
              className={
                value !== null && stars <= value ? 'fill-accent stroke-accent' : 'fill-transparent stroke-edge'
              }
            />
          </svg>
        </label>
      ))}
    </div>
  )
}
