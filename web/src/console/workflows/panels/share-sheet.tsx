import { useState, type ReactNode } from 'react'
import { Button } from '../../../design/button.tsx'
import { LineField } from '../../../design/field.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { panelsWords } from './words/panels-words.ts'

interface ShareSheetProps {
  number: number
  /** The version that has the rest. */
  other: number
  onShare(weight: number): void
  onClose(): void
}

/** How many of the new runs try the version, while the one that is on has the rest. */
export function ShareSheet({ number, other, onShare, onClose }: ShareSheetProps): ReactNode {
  const words = useWords(panelsWords).versions
  const [weight, setWeight] = useState('10')
  return (
    <Sheet title={`${words.split}: ${words.name(number)}`} isOpen onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onShare(Number(weight))
        }}
      >
        <LineField
          label={words.splitShare}
          hint={words.splitText(other)}
          type="number"
          min={1}
          max={99}
          required
          value={weight}
          onChange={({ target }) => setWeight(target.value)}
        />
        <Button type="submit" look="primary" size="large">
          {words.split}
        </Button>
      </form>
    </Sheet>
  )
}
