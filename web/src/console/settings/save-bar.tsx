import { useRef, type ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { useWords } from '../../language/language.tsx'
import { LeaveGuard } from '../parts/leave-guard.tsx'
import { useAboveFoot } from '../shell/notice-list.tsx'
import { shellWords } from '../shell/words/shell-words.ts'
import { settingsWords } from './words/settings-words.ts'

interface SaveBarProps {
  isDirty: boolean
  isBusy: boolean
  onDiscard(): void
}

/** The foot of a long form: stays in sight, says whether something is not saved, and keeps one from losing it. */
export function SaveBar({ isDirty, isBusy, onDiscard }: SaveBarProps): ReactNode {
  const words = useWords(settingsWords)
  const shell = useWords(shellWords)
  const bar = useRef<HTMLDivElement>(null)
  useAboveFoot(bar)
  return (
    <div
      ref={bar}
      className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-paper/95 px-4 py-3 backdrop-blur-md lg:-mx-6 lg:px-6"
    >
      <p aria-live="polite" className="mr-auto text-soft">
        {isDirty ? words.unsaved : ''}
      </p>
      {isDirty ? <Button onClick={onDiscard}>{words.discard}</Button> : null}
      <Button type="submit" look="primary" busy={isBusy}>
        {shell.save}
      </Button>
      <LeaveGuard isNeeded={isDirty} />
    </div>
  )
}
