import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { partsWords } from './words/parts-words.ts'

/** Asks before something that was written gets lost. */
export function LeaveGuard({ isNeeded }: { isNeeded: boolean }): ReactNode {
  const words = useWords(partsWords)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isNeeded,
    enableBeforeUnload: isNeeded,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Sheet title={words.leaveTitle} isOpen onClose={reset}>
      <p>{words.leaveText}</p>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={reset}>
          {words.stay}
        </Button>
        <Button look="danger" onClick={proceed}>
          {words.leave}
        </Button>
      </div>
    </Sheet>
  )
}
