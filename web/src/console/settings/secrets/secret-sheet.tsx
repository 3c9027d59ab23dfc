import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { WorkflowSecret, WorkflowSecretWrite } from '../../../../../src/modules/workflows/secret.schema.ts'
import { Button } from '../../../design/button.tsx'
import { LineField, TextField, TickField } from '../../../design/field.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { useDesk } from '../../shell/console-context.ts'
import { LoadFailure } from '../../shell/failures.tsx'
import { change } from '../../shell/use-change.ts'
import { shellWords } from '../../shell/words/shell-words.ts'
import { everything, type Page } from '../../workflows/workflow-queries.ts'
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
  const [isTaken, setTaken] = useState(false)
  const taken = useTakenNames(secret === undefined)
  // One that has the name is replaced: both are the same request.
  const save = useSave<WorkflowSecretWrite, WorkflowSecret>(undefined, {
    list: 'workflow-secrets',
    path: 'workflow-secrets',
    said: ({ name }) => words.saved(name),
    onDone: onClose,
  })
  const isBusy = save.isPending || taken.isPending
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    // What is copied often ends with a line break that is no part of it.
    const text = String(form.get('value')).replace(/[\r\n]+$/, '')
    const value = form.get('isFields') === null ? text : fieldsIn(text)
    setWrong(value === undefined)
    const name = secret?.name ?? String(form.get('name')).trim()
    const isInUse = taken.names.has(name)
    setTaken(isInUse)
    if (value !== undefined && !isInUse) save.mutate(change({ name, value }))
  }
  return (
    <Sheet title={secret?.name ?? words.make} isOpen onClose={onClose}>
      {taken.error ? <LoadFailure error={taken.error} onRetry={taken.retry} /> : null}
      <form className="grid gap-4" autoComplete="off" onSubmit={submit}>
        {secret ? null : <NameField isTaken={isTaken} />}
        {/* Of more than one line, such as a key: a field for passwords takes the line breaks away. */}
        <div className="[&_textarea]:[-webkit-text-security:disc]">
          <TextField
            label={words.value}
            hint={words.valueHint}
            name="value"
            required
            maxLength={8192}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <TickField label={words.isFields} name="isFields" />
        <Alert text={isWrong ? words.wrongJson : ''} />
        <Button type="submit" look="primary" size="large" busy={isBusy}>
          {shell.save}
        </Button>
      </form>
    </Sheet>
  )
}

function NameField({ isTaken }: { isTaken: boolean }): ReactNode {
  const words = useWords(secretsWords)
  return (
    <div className="grid gap-1.5">
      <LineField
        label={words.name}
        hint={words.nameHint}
        name="name"
        required
        maxLength={64}
        pattern="[A-Za-z_][A-Za-z0-9_]*"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isTaken}
      />
      <Alert text={isTaken ? words.taken : ''} />
    </div>
  )
}

function Alert({ text }: { text: string }): ReactNode {
  return (
    <p role="alert" className="text-small font-medium text-danger-text empty:hidden">
      {text}
    </p>
  )
}

/** The names that a new one cannot have: to set it would take away what is there. */
function useTakenNames(isNeeded: boolean) {
  const { id, api, desk } = useDesk()
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'workflow-secrets', 'names'],
    enabled: isNeeded,
    queryFn: ({ signal }) =>
      everything((offset) =>
        api.read<Page<WorkflowSecret>>(`${desk}/workflow-secrets`, { limit: 100, offset }, signal),
      ),
  })
  return {
    names: new Set(isNeeded ? data?.map(({ name }) => name) : []),
    isPending: isNeeded && data === undefined,
    error: data ? null : error,
    retry: () => void refetch(),
  }
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
