import type { ReactNode } from 'react'
import { LineField, SelectField, TextField } from '../../../design/field.tsx'
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
  const about = { label, name, ...(hint === undefined ? {} : { hint }) }
  const faults = { number: words.wrongNumber, json: words.wrongJson }
  return (
    <div className="grid gap-1.5">
      {kind === 'truth' ? (
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name={name} defaultChecked={initial === 'true'} className="size-6 accent-accent" />
          {field.label}
        </label>
      ) : kind === 'choice' ? (
        <SelectField label={label} name={name} defaultValue={initial} required={isNeeded}>
          <option value="">{words.choose}</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </SelectField>
      ) : kind === 'number' ? (
        <LineField {...about} inputMode="decimal" defaultValue={initial} required={isNeeded} autoComplete="off" />
      ) : (
        <TextField {...about} defaultValue={initial} required={isNeeded} spellCheck={kind === 'text'} />
      )}
      <p role="alert" className="text-small font-medium text-danger-text empty:hidden">
        {fault === undefined ? '' : faults[fault]}
      </p>
    </div>
  )
}
