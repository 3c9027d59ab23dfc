import { useId, type ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export function Card({ children, className = '' }: { children: ReactNode; className?: string }): ReactNode {
  return <div className={`rounded-card border border-line bg-surface shadow-card ${className}`}>{children}</div>
}

/** A part of the page with its heading. */
export function Section({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}): ReactNode {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id={id} className="text-lead font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** One fact with its sign: what it is in small, what it says in large. */
export function Fact({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }): ReactNode {
  return (
    <div className="flex gap-3.5 p-4">
      <span className="grid size-10 place-items-center rounded-control bg-accent-ground text-accent-text">
        <Icon name={icon} className="size-5" />
      </span>
      <div className="grid min-w-0 flex-1 content-center gap-0.5">
        <h2 className="text-small font-medium text-soft">{label}</h2>
        {children}
      </div>
    </div>
  )
}

/** Text as people wrote it, with its lines. */
export function Prose({ children }: { children: string }): ReactNode {
  return (
    <p dir="auto" className="whitespace-pre-line">
      {children}
    </p>
  )
}
