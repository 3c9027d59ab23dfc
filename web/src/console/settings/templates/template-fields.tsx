import type { ReactNode } from 'react'
import { Section } from '../../../design/card.tsx'
import { LineField, NamedOptions, Options, SelectField, TextField } from '../../../design/field.tsx'
import { useWords } from '../../../language/language.tsx'
import { useDepartments } from '../../tasks/lookup-queries.ts'
import { tasksWords } from '../../tasks/words/tasks-words.ts'
import { TagChoice } from './tag-choice.tsx'
import type { TemplateDraft } from './template-draft.ts'
import { templatesWords } from './words/templates-words.ts'

const PRIORITIES = [
  'URGENT',
  'HIGH',
  'NORMAL',
  'LOW',
  'LOWEST',
  'WATCH',
] as const satisfies readonly TemplateDraft['priority'][]
const MINUTES_MAX = 100_000

interface TemplateFieldsProps {
  draft: TemplateDraft
  onChange(fields: Partial<TemplateDraft>): void
}

export function TemplateFields({ draft, onChange }: TemplateFieldsProps): ReactNode {
  const words = useWords(templatesWords)
  const tasks = useWords(tasksWords)
  const departments = useDepartments()
  return (
    <Section title={words.basics}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <LineField
          label={words.name}
          required
          maxLength={200}
          autoComplete="off"
          value={draft.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <LineField
          label={words.taskTitle}
          hint={words.taskTitleHint}
          maxLength={500}
          autoComplete="off"
          value={draft.title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
        <div className="sm:col-span-2">
          <TextField
            label={words.description}
            rows={1}
            value={draft.description}
            onChange={({ target }) => onChange({ description: target.value })}
          />
        </div>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <SelectField
          label={words.department}
          value={draft.departmentId}
          onChange={({ target }) => onChange({ departmentId: target.value })}
        >
          <option value="">{words.open}</option>
          <NamedOptions of={departments} />
        </SelectField>
        <SelectField
          label={words.priority}
          value={draft.priority}
          onChange={({ target }) => onChange({ priority: target.value as TemplateDraft['priority'] })}
        >
          <option value="">{words.open}</option>
          <Options values={PRIORITIES} text={(priority) => tasks.priorities[priority]} />
        </SelectField>
        <LineField
          label={words.minutes}
          type="number"
          min="1"
          max={MINUTES_MAX}
          value={draft.minutes}
          onChange={({ target }) => onChange({ minutes: target.value })}
        />
      </div>
      <TagChoice chosen={draft.tagIds} onChange={(tagIds) => onChange({ tagIds })} />
    </Section>
  )
}
