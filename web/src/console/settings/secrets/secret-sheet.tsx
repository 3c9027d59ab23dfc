import { useState, type FormEvent, type ReactNode } from 'react'
import type { WorkflowSecret, WorkflowSecretWrite } from '../../../../../src/modules/workflows/secret.schema.ts'
import { Button } from '../../../design/button.tsx'
import { LineField, TextField, TickField } from '../../../design/field.tsx'
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

/** A new secret takes the place of none that is there; to replace a value is asked for once more. */
export function SecretSheet({ secret, onClose }: SecretSheetProps): ReactNode {
  const words = useWords(secretsWords)
  const shell = useWords(shellWords)
  const [isWrong, setWrong] = useState(false)
  const [isTaken, setTaken] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const save = useSave<WorkflowSecretWrite, WorkflowSecret>(undefined, {
    list: 'workflow-secrets',
    path: 'workflow-secrets',
    said: ({ name }) => words.saved(name),
    onDone: onClose,
    onRefused({ code }) {
      const isOther = code !== 'workflow_secret_exists'
      setTaken(!isOther)
      return !isOther
    },
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    // What is copied often ends with a line break that is no part of it.
    const text = String(form.get('value')).replace(/(?<![\r\n])[\r\n]+$/, '')
    const value = form.get('isFields') === null ? text : fieldsIn(text)
    setWrong(value === undefined)
    setTaken(false)
    if (value === undefined) return
    setAsking(secret !== undefined)
    const name = secret?.name ?? String(form.get('name')).trim()
    if (!secret || isAsking) save.mutate(change({ name, value, replace: secret !== undefined }))
  }
  return (
    <Sheet title={secret?.name ?? words.make} isOpen onClose={onClose}>
      <form className="grid gap-4" autoComplete="off" onSubmit={submit}>
        {secret ? null : (
          <LineField
            label={words.name}
            hint={words.nameHint}
            fault={isTaken ? words.taken : undefined}
            name="name"
            required
            maxLength={64}
            pattern="[A-Za-z_][A-Za-z0-9_]*"
            autoComplete="off"
            spellCheck={false}
          />
        )}
        {/* Of more than one line, such as a key: a field for passwords takes the line breaks away. */}
        <div className="[&_textarea]:[-webkit-text-security:disc]">
          <TextField
            label={words.value}
            hint={words.valueHint}
            fault={isWrong ? words.wrongJson : undefined}
            name="value"
            required
            maxLength={8192}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <TickField label={words.isFields} name="isFields" />
        <p role="status" className="text-label empty:hidden">
          {isAsking ? words.confirmText : ''}
        </p>
        <Button type="submit" look={isAsking ? 'danger' : 'primary'} size="large" busy={save.isPending}>
          {isAsking ? words.confirm : shell.save}
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
