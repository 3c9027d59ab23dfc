import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { Badge } from '../design/badge.tsx'
import { Frame } from '../design/frame.tsx'
import { Spinner } from '../design/icon.tsx'
import { useWords } from '../language/language.tsx'
import type { Place } from '../offline/place.ts'
import { GonePage, UnreachablePage } from './gone-page.tsx'
import { outlookOf } from './outlook.ts'
import { OpenTask } from './open-task.tsx'
import type { Session } from './session.ts'
import { TaskContext } from './task-context.ts'
import { taskWords } from './words/task-words.ts'

/** Everything behind `/t/{token}`. */
export function TaskPage({ place, session }: { place: Place; session: Session }): ReactNode {
  const words = useWords(taskWords)
  const snapshot = useSyncExternalStore(session.subscribe, session.snapshot)
  const { load, entries, hasSignal } = snapshot
  const base = load.kind === 'ready' ? load.answer : undefined
  const outlook = useMemo(() => (base ? outlookOf(base, entries) : undefined), [base, entries])
  const title = base ? `${base.task.shortId} ${base.task.title}` : words.pageTitle
  useEffect(() => {
    document.title = title
  }, [title])

  const mark = base ? <Badge>{base.task.shortId}</Badge> : null
  const content = (): ReactNode => {
    if (load.kind === 'gone') return <GonePage why={load.why} entries={entries} />
    if (load.kind === 'unreachable') return <UnreachablePage hasSignal={hasSignal} />
    if (!base || !outlook) return <Loading label={words.loading} />
    const canAdd = base.link.mode === 'carry_out'
    const canAnswer = canAdd && !outlook.isCompleted && !(outlook.completion && !outlook.completion.refusal)
    return (
      <TaskContext value={{ place, session, snapshot, outlook, canAdd, canAnswer }}>
        <OpenTask />
      </TaskContext>
    )
  }
  return (
    <Frame mark={mark} skip={words.skip}>
      {content()}
    </Frame>
  )
}

function Loading({ label }: { label: string }): ReactNode {
  return (
    <div className="grid place-items-center py-32 text-soft" role="status">
      <Spinner className="size-8" />
      <span className="sr-only">{label}</span>
    </div>
  )
}
