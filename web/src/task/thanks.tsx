import type { ReactNode } from 'react'
import { useArrival } from '../design/arrival.ts'
import { Prose } from '../design/card.tsx'
import { useLanguage } from '../language/language.tsx'
import { useTask } from './task-context.ts'

/** The task is done: says so, and thanks. */
export function Thanks({ takesFocus }: { takesFocus: boolean }): ReactNode {
  const heading = useArrival<HTMLHeadingElement>(takesFocus)
  const { outlook, canAdd, words } = useTask()
  const { format } = useLanguage()
  const { task, link } = outlook.task
  return (
    <div
      role="status"
      className="grid animate-rise justify-items-center gap-2 rounded-card bg-accent-ground p-6 text-center text-accent-text"
    >
      <svg viewBox="0 0 56 56" className="size-14 animate-bloom" fill="none" aria-hidden="true">
        <circle cx="28" cy="28" r="28" className="fill-accent" />
        <path
          d="m17 29 8 8 15-17"
          pathLength={1}
          strokeDasharray="1 1"
          className="animate-draw stroke-on-accent"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <h2 ref={heading} tabIndex={-1} className="mt-1 text-lead font-semibold outline-none">
        {link.technicianName ? words.thanksName(link.technicianName) : words.thanksTitle}
      </h2>
      {task.completedAt ? <p className="text-label">{words.completedAt(format.moment(task.completedAt))}</p> : null}
      {task.summary ? <Prose>{task.summary}</Prose> : null}
      {canAdd ? <p className="text-label">{words.afterwards}</p> : null}
    </div>
  )
}
