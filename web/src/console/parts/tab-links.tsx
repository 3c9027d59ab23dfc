import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { bringIntoSight } from './in-sight.ts'

export interface TabLink extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  name: string
  label: string
  /** In small behind the name: how many wait there. */
  count?: number | undefined
}

/** The parts of an area or of a thing, each with an address of its own. */
export function TabLinks({
  label,
  tabs,
  current,
}: {
  label: string
  tabs: readonly TabLink[]
  current: string
}): ReactNode {
  return (
    <nav aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line px-2 lg:px-4">
      {tabs.map(({ name, label, count, ...to }) => (
        <Link
          key={name}
          {...to}
          activeProps={{}}
          ref={name === current ? bringIntoSight : null}
          aria-current={name === current ? 'page' : undefined}
          className={`inline-flex min-h-11 shrink-0 items-center gap-2 border-b-2 px-3 font-medium outline-offset-[-3px] ${name === current ? 'border-accent text-accent-text' : 'border-transparent text-soft hover:text-ink'}`}
        >
          {label}
          {count === undefined || count === 0 ? null : (
            <span className="rounded-full bg-warn-ground px-2 text-small font-semibold text-warn-text">{count}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}
