import { useState, type FormEvent, type ReactNode } from 'react'
import type { Shift, WorkProfile, WorkProfileUpdate } from '../../../../src/modules/workforce/work-profile.schema.ts'
import { Button } from '../../design/button.tsx'
import { LineField, SelectField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { differing } from '../parts/send-versioned.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { SkillBoxes, skillsIn } from './skill-boxes.tsx'
import { nameOfWeekday, WEEKDAYS } from './weekdays.ts'
import { peopleWords } from './words/people-words.ts'

interface UsualWeekSheetProps {
  profile: WorkProfile
  isBusy: boolean
  onSave(seen: WorkProfile, changes: WorkProfileUpdate): void
  onClose(): void
}

interface Line extends Shift {
  key: number
}

/** The shifts of a week, each a line. */
export function UsualWeekSheet({ profile, isBusy, onSave, onClose }: UsualWeekSheetProps): ReactNode {
  const words = useWords(peopleWords)
  const shell = useWords(shellWords)
  // As it was when it was opened: what others change meanwhile is not undone by saving.
  const [seen] = useState(profile)
  const [lines, setLines] = useState<readonly Line[]>(() =>
    (seen.shifts ?? []).map((shift, key) => ({ ...shift, key })),
  )
  const put = (key: number, changes: Partial<Shift>): void =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...changes } : line)))
  function add(): void {
    const last = lines.at(-1)
    const weekday = WEEKDAYS[last ? (WEEKDAYS.indexOf(last.weekday) + 1) % 7 : 0] ?? 'MONDAY'
    const { startsAt, endsAt } = last ?? { startsAt: '09:00', endsAt: '17:00' }
    setLines([...lines, { weekday, startsAt, endsAt, key: Math.max(-1, ...lines.map(({ key }) => key)) + 1 }])
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const inOrder = lines.toSorted((one, other) => WEEKDAYS.indexOf(one.weekday) - WEEKDAYS.indexOf(other.weekday))
    const shifts = inOrder.map(({ key: _key, ...shift }) => shift)
    const changes = differing(seen, { shifts, skillIds: skillsIn(new FormData(event.currentTarget)) })
    if (Object.keys(changes).length === 0) onClose()
    else onSave(seen, changes)
  }
  return (
    <Sheet title={words.hours.title} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <ul className="grid gap-4 empty:hidden">
          {lines.map((line) => (
            <ShiftLine
              key={line.key}
              shift={line}
              onPut={(changes) => put(line.key, changes)}
              onRemove={() => setLines(lines.filter(({ key }) => key !== line.key))}
            />
          ))}
        </ul>
        <Button icon="plus" onClick={add}>
          {words.hours.add}
        </Button>
        <SkillBoxes chosen={seen.skillIds} />
        <Button type="submit" look="primary" size="large" busy={isBusy}>
          {shell.save}
        </Button>
      </form>
    </Sheet>
  )
}

interface ShiftLineProps {
  shift: Shift
  onPut(changes: Partial<Shift>): void
  onRemove(): void
}

function ShiftLine({ shift, onPut, onRemove }: ShiftLineProps): ReactNode {
  const words = useWords(peopleWords)
  const { language } = useLanguage()
  return (
    <li className="grid grid-cols-2 items-end gap-2 border-b border-line pb-4">
      <SelectField
        label={words.hours.day}
        value={shift.weekday}
        onChange={({ target }) => onPut({ weekday: WEEKDAYS.find((each) => each === target.value) ?? shift.weekday })}
      >
        {WEEKDAYS.map((weekday) => (
          <option key={weekday} value={weekday}>
            {nameOfWeekday(weekday, language)}
          </option>
        ))}
      </SelectField>
      <Button
        icon="trash"
        aria-label={`${words.hours.remove}: ${nameOfWeekday(shift.weekday, language)}`}
        onClick={onRemove}
      />
      <LineField
        label={words.hours.from}
        type="time"
        required
        value={shift.startsAt}
        onChange={({ target }) => onPut({ startsAt: target.value })}
      />
      <LineField
        label={words.hours.to}
        type="time"
        required
        value={shift.endsAt}
        onChange={({ target }) => onPut({ endsAt: target.value })}
      />
    </li>
  )
}
