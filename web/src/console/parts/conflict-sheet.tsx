import type { ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { closeConflict, useConflict } from './conflict.ts'
import { partsWords } from './words/parts-words.ts'

/** Two people have changed the same thing: what it is now, what it was to be, and the choice. */
export function ConflictSheet(): ReactNode {
  const { conflict: words } = useWords(partsWords)
  const conflict = useConflict()
  if (!conflict) return null
  const { title, fields, takeMine } = conflict
  const keep = (): void => closeConflict(conflict)
  return (
    <Sheet title={words.title(title)} isOpen onClose={keep}>
      <p className="text-label text-soft">{words.text}</p>
      <dl className="grid max-h-[50dvh] gap-4 overflow-y-auto">
        {fields.map(({ label, theirs, mine }) => (
          <div key={label} className="grid gap-1 text-label">
            <dt className="font-semibold">{label}</dt>
            <dd className="rounded-control bg-sunken px-3 py-2 wrap-anywhere whitespace-pre-line">
              <span className="block text-small text-soft">{words.theirs}</span>
              <bdi>{theirs}</bdi>
            </dd>
            <dd className="rounded-control bg-accent-ground px-3 py-2 wrap-anywhere whitespace-pre-line text-accent-text">
              <span className="block text-small">{words.mine}</span>
              <bdi>{mine}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={keep}>
          {words.keep}
        </Button>
        <Button
          onClick={() => {
            keep()
            takeMine()
          }}
        >
          {words.takeMine}
        </Button>
      </div>
    </Sheet>
  )
}
