import type { ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { LineField } from '../../design/field.tsx'
import { Note } from '../../design/note.tsx'
import { useWords } from '../../language/language.tsx'
import { settingsWords } from './words/settings-words.ts'

interface SecretOnceProps {
  label: string
  /** That it is not shown again. */
  once: string
  /** An answer that had to be asked for twice comes without it. */
  lost: string
  value: string | null
  onClose(): void
}

/** A secret, to be taken now: it is in one answer and nowhere else. */
export function SecretOnce({ label, once, lost, value, onClose }: SecretOnceProps): ReactNode {
  const words = useWords(settingsWords)
  if (value === null) return <Note tone="danger" icon="alert" title={lost} />
  return (
    <div className="grid gap-4">
      <Note tone="warn" icon="key" title={once} />
      <LineField label={label} readOnly value={value} onFocus={({ target }) => target.select()} />
      <div className="flex flex-wrap gap-2">
        <CopyButton text={value} what={label} words={{ copy: words.copy, copied: words.copied }} />
        <Button look="primary" onClick={onClose}>
          {words.kept}
        </Button>
      </div>
    </div>
  )
}
