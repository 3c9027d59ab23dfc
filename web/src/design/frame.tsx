import type { ReactNode } from 'react'
import { LanguageSwitch } from '../language/language-switch.tsx'

interface FrameProps {
  /** The left end of the bar on top: what this is about, in a word. */
  mark: ReactNode
  /** Words for those who come by keyboard and want to pass the bar. */
  skip: string
  children: ReactNode
}

export function Frame({ mark, skip, children }: FrameProps): ReactNode {
  return (
    <>
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-accent font-semibold text-on-accent focus:not-sr-only focus:fixed focus:px-4 focus:py-3 focus:top-2 focus:left-2"
      >
        {skip}
      </a>
      <header className="sticky top-0 z-20 border-b border-line bg-paper/90 backdrop-blur-md">
        <div className="mx-auto flex min-h-14 max-w-5xl items-center justify-between gap-3 px-4">
          <div className="flex min-w-0 items-center gap-2">{mark}</div>
          <LanguageSwitch />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-5xl px-4 outline-none">
        {children}
      </main>
    </>
  )
}
