import { useState, type FormEvent, type ReactNode } from 'react'
import type { WorkflowSecret, WorkflowSecretWrite } from '../../../../../src/modules/workflows/secret.schema.ts'
import { Button } from '../../../design/button.tsx'
import { LineField, TickField } from '../../../design/field.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { change } from '../../shell/use-change.ts'
import { shellWords } from '../../shell/words/shell-words.ts'
import { useSave } from '../use-save.ts'
import { secretsWords } from './words/secrets-words.ts'

interface SecretSheetProps {
  /** undefined: a new one. */
  secret: WorkflowSecret | undefined
  onClose(): void
}

export function SecretSheet({ secret, onClose }: SecretSheetProps): ReactNode {
  const words = useWords(secretsWords)
  const shell = useWords(shellWords)
  const [isWrong, setWrong] = useState(false)
  // One that has the name is replaced: both are the same request.
  const save = useSave<WorkflowSecretWrite, WorkflowSecret>(undefined, {
    list: 'workflow-secrets',
    path: 'workflow-secrets',
    said: ({ name }) => words.saved(name),
    onDone: onClose,
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = String(form.get('value'))
    const value = form.get('isFields') === null ? text : fieldsIn(text)
    setWrong(value === undefined)
    const name = secret?.name ?? String(form.get('name')).trim()
    if (value !== undefined) save.mutate(change({ name, value }))
  }
  return (
    <Sheet title={secret?.name ?? words.make} isOpen onClose={onClose}>
      <form className="grid gap-4" autoComplete="off" onSubmit={submit}>
        {secret ? null : (
          <LineField
            label={words.name}
            hint={words.nameHint}
            name="name"
            required
            maxLength={64}
            pattern="[A-Za-z_][A-Za-z0-9_]*"
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <LineField
          label={words.value}
          hint={words.valueHint}
          name="value"
          type="password"
          required
          maxLength={8192}
          autoComplete="new-password"
        />
        <TickField label={words.isFields} name="isFields" />
        <p role="alert" className="text-small font-medium text-danger-text empty:hidden">
          {isWrong ? words.wrongJson : ''}
        </p>
        <Button type="submit" look="primary" size="large" busy={save.isPending}>
          {shell.save}
        </Button>
      </form>
    </Sheet>
  )
}

function fieldsIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isRecord ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
