import { useState, type FormEvent, type ReactNode } from 'react'
import type { WorkExceptionCreate } from '../../../../src/modules/workforce/work-exception.schema.ts'
import { Button } from '../../design/button.tsx'
import { LineField, SelectField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { peopleWords } from './words/people-words.ts'

interface DayOffSheetProps {
  isBusy: boolean
  onAdd(input: WorkExceptionCreate): void
  onClose(): void
}

export function DayOffSheet({ isBusy, onAdd, onClose }: DayOffSheetProps): ReactNode {
  const words = useWords(peopleWords)
  const [kind, setKind] = useState<WorkExceptionCreate['kind']>('DAY_OFF')
  const [first, setFirst] = useState('')
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string): string => String(form.get(name) ?? '').trim()
    onAdd({
      kind,
      firstDate: first,
      lastDate: text('last') || first,
      reason: text('reason') || null,
      ...(kind === 'EXTRA_SHIFT' ? { startsAt: text('from'), endsAt: text('to') } : {}),
    })
  }
  return (
    <Sheet title={words.daysOff.add} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <SelectField
          label={words.daysOff.kind}
          value={kind}
          onChange={({ target }) => setKind(target.value === 'EXTRA_SHIFT' ? 'EXTRA_SHIFT' : 'DAY_OFF')}
        >
          <option value="DAY_OFF">{words.daysOff.kinds.DAY_OFF}</option>
          <option value="EXTRA_SHIFT">{words.daysOff.kinds.EXTRA_SHIFT}</option>
        </SelectField>
        <div className="grid gap-4 sm:grid-cols-2">
          <LineField
            label={words.daysOff.first}
            type="date"
            required
            value={first}
            onChange={({ target }) => setFirst(target.value)}
          />
          <LineField
            label={words.daysOff.last}
            hint={words.daysOff.lastHint}
            name="last"
            type="date"
            min={first === '' ? undefined : first}
          />
        </div>
        {kind === 'EXTRA_SHIFT' ? (
          <div className="grid grid-cols-2 gap-4">
            <LineField label={words.daysOff.from} name="from" type="time" required />
            <LineField label={words.daysOff.to} name="to" type="time" required />
          </div>
        ) : null}
        <LineField label={words.daysOff.reason} name="reason" maxLength={500} autoComplete="off" />
        <Button type="submit" look="primary" size="large" busy={isBusy}>
          {words.daysOff.add}
        </Button>
      </form>
    </Sheet>
  )
}
