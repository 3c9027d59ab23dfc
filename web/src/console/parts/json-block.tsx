import type { ReactNode } from 'react'

/** What programs say to each other, as it is. Long lines are scrolled to, by keys too. */
export function JsonBlock({ label, value }: { label: string; value: unknown }): ReactNode {
  return (
    <pre
      // A part of the page that scrolls must be reached without a mouse.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={label}
      role="group"
      className="max-h-[60dvh] overflow-auto rounded-control bg-sunken p-3 font-mono text-small whitespace-pre"
    >
      {JSON.stringify(value, null, 2)}
    </pre>
  )
}
