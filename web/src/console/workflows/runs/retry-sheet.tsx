import { useState, type FormEvent, type ReactNode } from 'react'
import type { RunRetry } from '../../../../../src/modules/workflows/retry.schema.ts'
import { Button } from '../../../design/button.tsx'
import { SelectField } from '../../../design/field.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { JsonField } from '../json-field.tsx'
import { jsonIn } from '../json-text.ts'
import { runsWords } from './words/runs-words.ts'

export interface RetryPlace {
  pointer: string
  name: string
}

interface RetrySheetProps {
  /** Where to begin, when somebody has pressed the button of a step. */
  place: RetryPlace | undefined
  /** All steps that the run can go on from. */
  places: readonly RetryPlace[]
  isBusy: boolean
  onRetry(body: RunRetry): void
  onClose(): void
}

/** Asks from where, and with what. */
export function RetrySheet({ place, places, isBusy, onRetry, onClose }: RetrySheetProps): ReactNode {
  const words = useWords(runsWords)
  const [from, setFrom] = useState(place?.pointer ?? 'failed')
  const [isWrong, setWrong] = useState(false)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const input = jsonIn(String(new FormData(event.currentTarget).get('input') ?? ''))
    setWrong(!input.isGood)
    if (!input.isGood) return
    onRetry({
      from: from === 'skip' ? 'failed' : from,
      ...(from === 'skip' ? { skip: true } : {}),
      ...(input.value === undefined ? {} : { input: input.value }),
    })
  }
  return (
    <Sheet title={words.retry.title} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <SelectField label={words.retry.from} value={from} onChange={({ target }) => setFrom(target.value)}>
          <option value="failed">{words.retry.failed}</option>
          <option value="skip">{words.retry.skip}</option>
          {places.map(({ pointer, name }) => (
            <option key={pointer} value={pointer}>
              {words.retry.step(name)}
            </option>
          ))}
          <option value="start">{words.retry.start}</option>
        </SelectField>
        {from === 'start' ? null : <p className="text-small text-soft">{words.retry.kept}</p>}
        {from === 'skip' ? null : (
          <JsonField
            label={words.retry.input}
            hint={words.retry.inputHint}
            name="input"
            fault={isWrong ? words.retry.inputWrong : undefined}
          />
        )}
        <Button type="submit" look="primary" size="large" busy={isBusy}>
          {words.acts.retry}
        </Button>
      </form>
    </Sheet>
  )
}
