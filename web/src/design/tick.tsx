import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** The sign in front of an item: done or not. */
export function TickMark({ isDone }: { isDone: boolean }): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={`grid size-7 shrink-0 place-items-center rounded-full border-2 transition-colors ${
        isDone ? 'border-accent bg-accent text-on-accent' : 'border-edge bg-surface text-transparent'
      }`}
    >
      <Icon name="check" className="size-4.5 stroke-[2.75]" />
    </span>
  )
}
