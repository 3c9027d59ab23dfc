import type { ReactNode } from 'react'
import { useWords } from '../language/language.tsx'
import { Button } from './button.tsx'
import { Note } from './note.tsx'
import { designWords } from './words/design-words.ts'

/** The keyboard answers it where it stands. */
function standHere(box: HTMLDivElement | null): void {
  box?.querySelector('button')?.focus()
}

/** Before something that was filled in gets lost. */
export function UnsentQuestion({ onStay, onDiscard }: { onStay(): void; onDiscard(): void }): ReactNode {
  const words = useWords(designWords)
  return (
    <div ref={standHere} role="alert" className="sticky bottom-0 px-4 pb-4">
      <Note
        tone="warn"
        icon="alert"
        title={words.unsent}
        actions={
          <>
            <Button onClick={onStay}>{words.goOn}</Button>
            <Button look="danger" onClick={onDiscard}>
              {words.discard}
            </Button>
          </>
        }
      >
        <p>{words.unsentText}</p>
      </Note>
    </div>
  )
}
