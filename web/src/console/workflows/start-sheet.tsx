import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { JsonField } from './json-field.tsx'
import { jsonIn } from './json-text.ts'
import { workflowsWords } from './words/workflows-words.ts'

interface StartSheetProps {
  isBusy: boolean
  onStart(input: unknown): void
  onClose(): void
}

/** Asks what the run begins with. */
export function StartSheet({ isBusy, onStart, onClose }: StartSheetProps): ReactNode {
  const words = useWords(workflowsWords)
  const [isWrong, setWrong] = useState(false)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const input = jsonIn(String(new FormData(event.currentTarget).get('input')))
    setWrong(!input.isGood)
    if (input.isGood) onStart(input.value)
  }
  return (
    <Sheet title={words.page.start} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <JsonField
          label={words.page.input}
          hint={words.page.inputHint}
          name="input"
          initial={{}}
          fault={isWrong ? words.page.inputWrong : undefined}
        />
        <Button type="submit" look="primary" size="large" icon="play" busy={isBusy}>
          {words.page.start}
        </Button>
      </form>
    </Sheet>
  )
}
