import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { LineField, Options, SelectField, TextField } from '../../design/field.tsx'
import { useWords } from '../../language/language.tsx'
import { answerFields, answerOf, type AnswerField } from './answer-fields.ts'
import { fieldName } from './tool-call-view.tsx'
import { assistantWords } from './words/assistant-words.ts'

interface AnswerFormProps {
  schema: Record<string, unknown>
  isBusy: boolean
  onAnswer(payload: Record<string, unknown>): void
}

/** What an agent wants to know, field by field. */
export function AnswerForm({ schema, isBusy, onAnswer }: AnswerFormProps): ReactNode {
  const words = useWords(assistantWords)
  const fields = answerFields(schema)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    onAnswer(answerOf(fields, new FormData(event.currentTarget)))
  }
  return (
    <form className="grid gap-3" onSubmit={submit}>
      {fields.map((field) => (
        <Field key={field.name} field={field} />
      ))}
      <div>
        <Button type="submit" look="primary" busy={isBusy}>
          {words.answer}
        </Button>
      </div>
    </form>
  )
}

function Field({ field }: { field: AnswerField }): ReactNode {
  const words = useWords(assistantWords)
  const { name, kind, isRequired, options, title } = field
  const label = title ?? (name === 'answer' ? words.yourAnswer : fieldName(words, name))
  const common = { name, label, required: isRequired }
  if (kind === 'choice') {
    return (
      <SelectField {...common}>
        {isRequired ? null : <option value="">–</option>}
        <Options values={options} text={(option) => option} />
      </SelectField>
    )
  }
  if (kind === 'boolean') {
    return (
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" name={name} className="size-5 accent-accent" />
        {label}
      </label>
    )
  }
  if (kind === 'text') return <TextField {...common} maxLength={10_000} />
  return <LineField {...common} type="number" step={kind === 'integer' ? 1 : 'any'} />
}
