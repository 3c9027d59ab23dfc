import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

const SHAPE = 'grid size-7 shrink-0 place-items-center transition-colors'

/** A box to tick. */
export function TickBox({ isTicked }: { isTicked: boolean }): ReactNode {
  const look = isTicked ? 'border-accent bg-accent text-on-accent' : 'border-edge bg-surface text-transparent'
  return (
    <span aria-hidden="true" className={`${SHAPE} rounded-lg border-2 ${look}`}>
      <Icon name="check" className="size-5 stroke-3" />
    </span>
  )
}

/** The sign in front of something that is answered in another way: what it asks for, then that it is done. */
export function DoneMark({ isDone, icon }: { isDone: boolean; icon: IconName }): ReactNode {
  const look = isDone ? 'bg-accent text-on-accent' : 'bg-sunken text-soft'
  return (
    <span aria-hidden="true" className={`${SHAPE} rounded-full ${look}`}>
      {isDone ? <Icon name="check" className="size-4 stroke-3" /> : <Icon name={icon} className="size-4" />}
    </span>
  )
}
