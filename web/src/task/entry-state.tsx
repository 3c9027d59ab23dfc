import type { ReactNode } from 'react'
import { Button } from '../design/button.tsx'
import { Icon, Spinner } from '../design/icon.tsx'
import { Note, StateLine } from '../design/note.tsx'
import { Progress } from '../design/progress.tsx'
import type { Entry } from '../offline/store.ts'
import { useTask } from './task-context.ts'
import type { TaskWords } from './words/en.ts'

/** How far an action is on its way, under the thing it is about. */
export function EntryState({ entry }: { entry: Entry }): ReactNode {
  const { snapshot, words } = useTask()
  if (entry.refusal) return <RefusedEntry entry={entry} />
  if (snapshot.sending?.key !== entry.key) {
    return (
      <StateLine tone="warn" icon="clock">
        {entry.isUnsaved ? words.unsaved : words.waiting}
      </StateLine>
    )
  }
  const percent = Math.round(snapshot.sending.fraction * 100)
  const hasProgress = entry.action.kind === 'photo'
  return (
    <div className="grid gap-1">
      <StateLine tone="info" icon="spinner">
        {hasProgress ? words.sendingPercent(percent) : words.sending}
      </StateLine>
      {hasProgress ? <Progress label={words.sending} done={percent} total={100} /> : null}
    </div>
  )
}

/** The same as a sign of fixed size: lists must not move under the thumb while things are on their way. */
export function EntrySign({ entry }: { entry: Entry | undefined }): ReactNode {
  const { snapshot, words } = useTask()
  if (!entry || entry.refusal) return <span className="size-5 shrink-0" />
  const isSending = snapshot.sending?.key === entry.key
  return (
    <span className={isSending ? 'text-info-text' : 'text-warn-text'}>
      {isSending ? <Spinner className="size-5" /> : <Icon name="clock" className="size-5" />}
      <span className="sr-only">{isSending ? words.sending : entry.isUnsaved ? words.unsaved : words.waiting}</span>
    </span>
  )
}

function RefusedEntry({ entry }: { entry: Entry }): ReactNode {
  const { session, words } = useTask()
  return (
    <Note
      tone="danger"
      icon="alert"
      title={words.refused}
      actions={
        <>
          <Button look="secondary" icon="retry" onClick={() => void session.retry(entry)}>
            {words.tryAgain}
          </Button>
          <Button look="danger" onClick={() => void session.drop(entry)}>
            {words.discard}
          </Button>
        </>
      }
    >
      <p>{reasonOf(entry, words)}</p>
    </Note>
  )
}

/** In the reader's language where we know the reason; the server's own sentence where we do not. */
function reasonOf({ refusal }: Entry, { refusedReasons }: TaskWords): string {
  const known = Object.entries(refusedReasons).find(([code]) => code === refusal?.code)?.[1]
  return known ?? (refusal?.detail || refusedReasons.other)
}
