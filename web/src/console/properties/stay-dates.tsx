import { useState, type ReactNode } from 'react'
import { LineField } from '../../design/field.tsx'
import { useWords } from '../../language/language.tsx'
import { dayAfter } from '../tasks/pickers.tsx'
import { propertiesWords } from './words/properties-words.ts'

/** From a day to a later one: `checkinDate` and `checkoutDate` of the form that it stands in. */
export function StayDates({ from, to }: { from: string; to?: string }): ReactNode {
  const { stays } = useWords(propertiesWords)
  const [first, setFirst] = useState(from)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <LineField
        label={stays.from}
        name="checkinDate"
        type="date"
        required
        value={first}
        onChange={({ target }) => setFirst(target.value)}
      />
      <LineField
        label={stays.to}
        name="checkoutDate"
        type="date"
        required
        min={first === '' ? undefined : dayAfter(first, 1)}
        defaultValue={to}
      />
    </div>
  )
}
