import { useState, type ReactNode } from 'react'
import { LineField, NamedOptions, Options, SelectField, TextField } from '../../design/field.tsx'
import { useWords } from '../../language/language.tsx'
import { useProperties } from '../tasks/lookup-queries.ts'
import { tagsIn, type ArticleForm } from './article-form.ts'
import { VISIBILITIES } from './knowledge-filters.ts'
import { knowledgeWords } from './words/knowledge-words.ts'

interface ArticleFieldsProps {
  form: ArticleForm
  onChange(form: ArticleForm): void
}

/** Everything that is written of an article. */
export function ArticleFields({ form, onChange }: ArticleFieldsProps): ReactNode {
  const words = useWords(knowledgeWords)
  const { fields } = words
  const properties = useProperties()
  const [written, setWritten] = useState('')
  // As it is typed, until the form has other ones: those that somebody else wrote, say.
  const tags = tagsIn(written).join() === form.tags.join() ? written : form.tags.join(', ')
  const set = (changes: Partial<ArticleForm>): void => onChange({ ...form, ...changes })
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <LineField
          label={fields.title}
          required
          maxLength={200}
          autoComplete="off"
          value={form.title}
          onChange={({ target }) => set({ title: target.value })}
        />
      </div>
      <div className="sm:col-span-2">
        <TextField
          label={fields.body}
          hint={words.bodyHint}
          required
          rows={14}
          maxLength={100_000}
          value={form.body}
          onChange={({ target }) => set({ body: target.value })}
        />
      </div>
      <LineField
        label={fields.category}
        maxLength={100}
        autoComplete="off"
        value={form.category ?? ''}
        onChange={({ target }) => set({ category: target.value.trim() === '' ? null : target.value })}
      />
      <LineField
        label={fields.tags}
        hint={words.tagsHint}
        autoComplete="off"
        value={tags}
        onChange={({ target }) => {
          setWritten(target.value)
          set({ tags: tagsIn(target.value) })
        }}
      />
      <SelectField
        label={fields.property}
        value={form.propertyId ?? ''}
        onChange={({ target }) => set({ propertyId: target.value || null })}
      >
        <option value="">{words.wholeWorkspace}</option>
        <NamedOptions of={properties} />
      </SelectField>
      <SelectField
        label={fields.visibility}
        value={form.visibility}
        onChange={({ target }) => set({ visibility: target.value as ArticleForm['visibility'] })}
      >
        <Options values={VISIBILITIES} text={(visibility) => words.visibilities[visibility]} />
      </SelectField>
      <LineField
        label={fields.language}
        hint={words.languageHint}
        required
        pattern="[a-z]{2,3}(-[A-Z]{2})?"
        value={form.language}
        onChange={({ target }) => set({ language: target.value })}
      />
    </div>
  )
}
