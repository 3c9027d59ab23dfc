import type { ReactNode } from 'react'
import type { WorkflowTriggerMade } from '../../../../../src/modules/workflows/trigger.schema.ts'
import { Button } from '../../../design/button.tsx'
import { CopyButton } from '../../../design/copy-button.tsx'
import { LineField } from '../../../design/field.tsx'
import { Note } from '../../../design/note.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { panelsWords } from './words/panels-words.ts'

/** Where others send to, with the token in it: this once. */
export function TokenSheet({ made, onClose }: { made: WorkflowTriggerMade; onClose(): void }): ReactNode {
  const words = useWords(panelsWords).triggers
  const { url } = made
  return (
    <Sheet title={words.address} isOpen onClose={onClose} isHeld={url !== null}>
      {url === null ? (
        <Note tone="danger" icon="alert" title={words.lost} />
      ) : (
        <>
          <Note tone="warn" icon="key" title={words.once} />
          <LineField label={words.address} readOnly value={url} onFocus={({ target }) => target.select()} />
          <div className="flex flex-wrap gap-2">
            <CopyButton text={url} what={words.address} words={words} />
            <Button look="primary" onClick={onClose}>
              {words.kept}
            </Button>
          </div>
        </>
      )}
    </Sheet>
  )
}
