import type { ReactNode } from 'react'

/** Something too large for its place: it scrolls, by keys too. */
export function ScrollBox({
  label,
  className,
  children,
}: {
  label: string
  className: string
  children: ReactNode
}): ReactNode {
  return (
    // What scrolls has to be reached by those who have no mouse.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="group" tabIndex={0} aria-label={label} className={`overflow-auto ${className}`}>
      {children}
    </div>
  )
}
