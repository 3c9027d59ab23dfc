import { useState, type ReactNode } from 'react'
import { Badge } from '../design/badge.tsx'
import { Checklist } from './checklist.tsx'
import { Comments } from './comments.tsx'
import { CompleteBar } from './complete-bar.tsx'
import { Facts } from './facts.tsx'
import { Photos } from './photos.tsx'
import { SignalNote } from './signal-note.tsx'
import { useTask } from './task-context.ts'
import { Thanks } from './thanks.tsx'

/** On a phone from top to bottom; on a desktop the facts stand beside the work. */
export function OpenTask(): ReactNode {
  const { outlook, canAnswer, words } = useTask()
  const { task, link } = outlook.task
  const [wasCompleted] = useState(outlook.isCompleted)
  return (
    <div className="grid gap-6 py-6 pb-44 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-10">
      <div className="grid content-start gap-2 lg:col-span-2">
        <div className="flex flex-wrap gap-2 empty:hidden">
          {task.priority === 'URGENT' ? <Badge tone="danger">{words.urgent}</Badge> : null}
          {task.priority === 'HIGH' ? <Badge tone="warn">{words.high}</Badge> : null}
          {link.mode === 'view' ? <Badge tone="info">{words.viewOnly}</Badge> : null}
          {link.technicianName ? <Badge tone="good">{words.forName(link.technicianName)}</Badge> : null}
        </div>
        <h1 dir="auto" className="text-title font-semibold">
          {task.title}
        </h1>
      </div>
      {outlook.isCompleted ? (
        <div className="lg:col-span-2">
          <Thanks takesFocus={!wasCompleted} />
        </div>
      ) : null}
      <aside className="grid content-start gap-4 lg:sticky lg:top-20 lg:order-2 lg:self-start">
        <SignalNote />
        <Facts />
      </aside>
      <div className="grid min-w-0 content-start gap-8 lg:order-1">
        <Checklist />
        <Photos />
        <Comments />
      </div>
      {canAnswer || outlook.completion ? <CompleteBar /> : null}
    </div>
  )
}
