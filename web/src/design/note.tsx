import type { ReactNode } from 'react'
import { TONES, type Tone } from './badge.tsx'
import { Icon, Spinner, type IconName } from './icon.tsx'

interface NoteProps {
  tone: Tone
  icon: IconName | 'spinner'
  title: string
  children?: ReactNode
  /** Buttons: the way out. */
  actions?: ReactNode
}

/** Says how things stand, and what to do about it. */
export function Note({ tone, icon, title, children, actions }: NoteProps): ReactNode {
  return (
    <div className={`flex animate-rise gap-3 rounded-card p-4 ${TONES[tone]}`}>
      {icon === 'spinner' ? <Spinner className="mt-0.5 size-5" /> : <Icon name={icon} className="mt-0.5 size-5" />}
      <div className="grid min-w-0 flex-1 gap-1 text-label">
        <p className="font-semibold">{title}</p>
        {children}
        {actions ? <div className="mt-2 flex flex-wrap gap-2">{actions}</div> : null}
      </div>
    </div>
  )
}

/** The same in one line, under the thing it is about. */
export function StateLine({
  tone,
  icon,
  children,
}: {
  tone: Tone
  icon: IconName | 'spinner'
  children: ReactNode
}): ReactNode {
  const colour = {
    plain: 'text-soft',
    good: 'text-accent-text',
    warn: 'text-warn-text',
    danger: 'text-danger-text',
    info: 'text-info-text',
  }
  return (
    <p className={`flex items-center gap-1.5 text-small font-medium ${colour[tone]}`}>
      {icon === 'spinner' ? <Spinner className="size-4" /> : <Icon name={icon} className="size-4" />}
      {children}
    </p>
  )
}
