import type { ReactNode } from 'react'
import { TONES, type Tone } from '../../design/badge.tsx'
import { Icon, type IconName } from '../../design/icon.tsx'

interface EmptyProps {
  icon: IconName
  tone?: Tone
  title: string
  /** What to do next. */
  text: string
  children?: ReactNode
}

/** Where a list would be. */
export function Empty({ icon, tone = 'plain', title, text, children }: EmptyProps): ReactNode {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-3 px-2 py-14 text-center">
      <span className={`grid size-14 place-items-center rounded-full ${TONES[tone]}`}>
        <Icon name={icon} className="size-7" />
      </span>
      <h2 className="text-lead font-semibold">{title}</h2>
      <p className="text-pretty text-soft">{text}</p>
      {children}
    </div>
  )
}
