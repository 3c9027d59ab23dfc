import type { ReactNode } from 'react'
import { LineField, Options, SelectField, TextField, TickField } from '../../../design/field.tsx'
import { useWords } from '../../../language/language.tsx'
import type { Filled, FormField } from './form-fields.ts'
import { approvalsWords } from './words/approvals-words.ts'

/** One question of a form, in the way in which it is answered best. */
export function FormFieldInput({
  field,
  fault,
}: {
  field: FormField
  fault: Filled['faults'][string] | undefined
}): ReactNode {
  const words = useWords(approvalsWords)
  const { name, kind, hint, isNeeded, initial, options } = field
  const label = isNeeded ? `${field.label} (${words.needed})` : field.label
  const about = {
    label,
    name,
    hint,
    fault: fault && { number: words.wrongNumber, json: words.wrongJson }[fault],
    required: isNeeded,
    defaultValue: initial,
  }
  if (kind === 'truth') return <TickField label={field.label} name={name} defaultChecked={initial === 'true'} />
  if (kind === 'number') return <LineField {...about} inputMode="decimal" autoComplete="off" />
  if (kind !== 'choice') return <TextField {...about} spellCheck={kind === 'text'} />
  return (
    <SelectField {...about}>
      <option value="">{words.choose}</option>
      <Options values={options} text={(option) => option} />
    </SelectField>
  )
}
