import { useState, type ReactNode } from 'react'
import type { SharedBlocker } from '../../../src/modules/links/shared-task.schema.ts'
import { useArrival } from '../design/arrival.ts'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { StateLine } from '../design/note.tsx'
import { itemElementId } from './checklist-item.tsx'
import { CompleteSheet } from './complete-sheet.tsx'
import { EntryState } from './entry-state.tsx'
import { PHOTOS_ID } from './photos.tsx'
import { useTask } from './task-context.ts'
import type { TaskWords } from './words/en.ts'
import { Joined } from '../design/joined.tsx'

const NAMED_MAX = 3

/** Always in reach of the thumb: completes the task, or says what is left and leads there. */
export function CompleteBar(): ReactNode {
  const { outlook } = useTask()
  const { completion, blockers, isCompleted } = outlook
  const [wasCompleting] = useState(completion !== undefined)
  if (isCompleted) return null
  return (
    <div className="fixed inset-x-0 bottom-0 z-10 bg-surface pb-[env(safe-area-inset-bottom)] shadow-bar">
      <div className="mx-auto grid max-w-5xl gap-2 px-4 py-3">
        {completion ? <Completion takesFocus={!wasCompleting} /> : null}
        {completion && !completion.refusal ? null : blockers.length > 0 ? <Blocked /> : <Ready />}
      </div>
    </div>
  )
}

function Completion({ takesFocus }: { takesFocus: boolean }): ReactNode {
  const place = useArrival<HTMLDivElement>(takesFocus)
  const { outlook, session, snapshot, words } = useTask()
  const { completion } = outlook
  if (!completion) return null
  if (completion.refusal) return <EntryState entry={completion} />
  const isSending = snapshot.sending?.key === completion.key
  return (
    <div ref={place} tabIndex={-1} className="flex min-h-14 items-center justify-between gap-3 outline-none">
      <StateLine tone={isSending ? 'info' : 'warn'} icon={isSending ? 'spinner' : 'clock'}>
        {isSending ? words.completing : words.willComplete}
      </StateLine>
      {isSending ? null : (
        <Button look="quiet" onClick={() => void session.drop(completion)}>
          {words.takeBack}
        </Button>
      )}
    </div>
  )
}

function Ready(): ReactNode {
  const { words } = useTask()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        look="primary"
        size="large"
        icon="check"
        className="w-full lg:w-88 lg:justify-self-end"
        onClick={() => setAsking(true)}
      >
        {words.complete}
      </Button>
      <CompleteSheet isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}

function Blocked(): ReactNode {
  const { outlook, words } = useTask()
  const first = outlook.blockers.find((blocker) => placeOf(blocker) !== undefined)
  const names = outlook.blockers.map((blocker) => nameOf(blocker, words))
  const more = names.length > NAMED_MAX ? [`+${names.length - NAMED_MAX}`] : []
  const look = 'flex min-h-14 w-full items-center gap-3 rounded-control bg-sunken px-4 py-2.5 text-left'
  const said = (
    <span className="grid min-w-0 flex-1">
      <span className="font-semibold">{words.left(names.length)}</span>
      <span className="line-clamp-2 text-label text-soft">
        <Joined parts={[...names.slice(0, NAMED_MAX), ...more]} />
      </span>
    </span>
  )
  // What is left is not on this page: there is nothing to press.
  if (!first) return <p className={look}>{said}</p>
  return (
    <button type="button" className={`${look} transition-colors hover:bg-line`} onClick={() => goTo(first)}>
      {said}
      <Icon name="arrowRight" className="size-5 text-soft" />
    </button>
  )
}

function nameOf({ kind, title, requires }: SharedBlocker, words: TaskWords): string {
  if (requires) return words.ruleNeeds[requires]
  // The server's sentences for what the link does not reach are English; ours are in the reader's language.
  if (kind === 'task') return words.otherWorkFirst
  return kind === 'workflow_rule' ? words.heldByOffice : title
}

/** Id of the element where a blocker can be done away with. */
function placeOf({ kind, id, requires }: SharedBlocker): string | undefined {
  if (kind === 'checklist_item' && id !== null) return itemElementId(id)
  return requires === 'photo' ? PHOTOS_ID : undefined
}

function goTo(blocker: SharedBlocker): void {
  const element = document.getElementById(placeOf(blocker) ?? '')
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' })
  element?.focus({ preventScroll: true })
}
