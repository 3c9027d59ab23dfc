import type { ReactNode } from 'react'
import type { WorkflowDraft } from '../../../../../src/modules/workflows/definition.schema.ts'
import { Badge } from '../../../design/badge.tsx'
import { Button } from '../../../design/button.tsx'
import { Note } from '../../../design/note.tsx'
import { useWords } from '../../../language/language.tsx'
import type { Tagged } from '../../shell/request.ts'
import { ConflictNote } from './conflict-note.tsx'
import type { DraftText } from './use-draft-text.ts'
import { editorWords } from './words/editor-words.ts'

interface DraftBarProps {
  draft: DraftText
  latest: Tagged<WorkflowDraft>
  /** Nothing is wrong with the text as it stands. */
  isGood: boolean
}

/** What can be done with the text, and what has become of it. */
export function DraftBar({ draft, latest, isGood }: DraftBarProps): ReactNode {
  const words = useWords(editorWords)
  const { theirs, isBusy, isChanged } = draft
  return (
    <>
      {theirs ? (
        <ConflictNote
          mine={draft.text}
          theirs={theirs.value.text}
          onMine={() => draft.save(undefined, theirs.tag)}
          onTheirs={() => draft.take(theirs)}
        />
      ) : null}
      {draft.hasKept ? (
        <Note
          tone="info"
          icon="pen"
          title={words.kept}
          actions={<Button onClick={() => draft.take(latest)}>{words.discard}</Button>}
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" busy={isBusy} disabled={!isGood} onClick={() => draft.save('publishOn')}>
          {words.publishOn}
        </Button>
        <Button busy={isBusy} disabled={!isGood} onClick={() => draft.save('publish')}>
          {words.publish}
        </Button>
        <Button busy={isBusy} disabled={!isChanged} onClick={() => draft.save()}>
          {words.save}
        </Button>
        <span aria-live="polite">
          <Badge tone={isChanged ? 'warn' : 'plain'}>{isChanged ? words.isChanged : words.isSaved}</Badge>
        </span>
      </div>
    </>
  )
}
