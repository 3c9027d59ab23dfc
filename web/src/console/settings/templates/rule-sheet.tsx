import type { FormEvent, ReactNode } from 'react'
import type { CompletionRule, CompletionRuleCreate } from '../../../../../src/modules/tasks/completion-rule.schema.ts'
import { Button } from '../../../design/button.tsx'
import { Options, SelectField } from '../../../design/field.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { change } from '../../shell/use-change.ts'
import { shellWords } from '../../shell/words/shell-words.ts'
import { useDepartments } from '../../tasks/lookup-queries.ts'
import { useSave } from '../use-save.ts'
import { useTemplates } from './template-queries.ts'
import { templatesWords } from './words/templates-words.ts'

const NEEDS = ['photo', 'summary', 'cost'] as const satisfies readonly CompletionRule['requires'][]

export function RuleSheet({ onClose }: { onClose(): void }): ReactNode {
  const { rules } = useWords(templatesWords)
  const shell = useWords(shellWords)
  const [departments, templates] = [useDepartments(), useTemplates()]
  const save = useSave<CompletionRuleCreate, CompletionRule>(undefined, {
    list: 'rules',
    path: 'completion-rules',
    said: () => rules.saved,
    onDone: onClose,
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [kind, id] = String(form.get('which')).split(' ')
    const requires = form.get('needs') as CompletionRule['requires']
    save.mutate(change({ requires, [kind === 'department' ? 'departmentId' : 'templateId']: id }))
  }
  return (
    <Sheet title={rules.make} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <SelectField label={rules.which} name="which" required>
          {departments.map(({ id, name }) => (
            <option key={id} value={`department ${id}`}>
              {rules.ofDepartment(name)}
            </option>
          ))}
          {templates.map(({ id, name }) => (
            <option key={id} value={`template ${id}`}>
              {rules.ofTemplate(name)}
            </option>
          ))}
        </SelectField>
        <SelectField label={rules.what} name="needs">
          <Options values={NEEDS} text={(need) => rules.needs[need]} />
        </SelectField>
        <Button type="submit" look="primary" size="large" busy={save.isPending}>
          {shell.save}
        </Button>
      </form>
    </Sheet>
  )
}
