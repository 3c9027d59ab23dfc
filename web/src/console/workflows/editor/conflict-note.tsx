import type { ReactNode } from 'react'
import { Button } from '../../../design/button.tsx'
import { Note } from '../../../design/note.tsx'
import { useWords } from '../../../language/language.tsx'
import { DifferenceView } from '../../parts/difference-view.tsx'
import { editorWords } from './words/editor-words.ts'

interface ConflictNoteProps {
  mine: string
  theirs: string
  onMine(): void
  onTheirs(): void
}

/** Two have written at once: nothing is overwritten before one of them has chosen. */
export function ConflictNote({ mine, theirs, onMine, onTheirs }: ConflictNoteProps): ReactNode {
  const words = useWords(editorWords)
  const { title, text, difference } = words.conflict
  return (
    <div role="alert">
      <Note
        tone="warn"
        icon="alert"
        title={title}
        actions={
          <>
            <Button onClick={onTheirs}>{words.conflict.theirs}</Button>
            <Button look="danger" onClick={onMine}>
              {words.conflict.mine}
            </Button>
          </>
        }
      >
        <p>{text}</p>
        <DifferenceView before={mine} after={theirs} label={difference} words={{ ...words, same: words.unchanged }} />
      </Note>
    </div>
  )
}
