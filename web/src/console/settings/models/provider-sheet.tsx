import { useState, type FormEvent, type ReactNode } from 'react'
import type { AiProvider, AiSettings } from '../../../../../src/modules/ai/ai-settings.schema.ts'
import { Button } from '../../../design/button.tsx'
import { LineField, Options, SelectField } from '../../../design/field.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import type { Tagged } from '../../shell/request.ts'
import { change } from '../../shell/use-change.ts'
import { shellWords } from '../../shell/words/shell-words.ts'
import { useModelsChange } from './model-changes.ts'
import { modelsWords } from './words/models-words.ts'

type Kind = AiProvider['kind']
const KINDS = ['openai-compatible', 'openai', 'anthropic'] as const satisfies readonly Kind[]

interface ProviderSheetProps {
  seen: Tagged<AiSettings>
  /** undefined: a new one. */
  provider: AiProvider | undefined
  onClose(): void
}

/** An account with somebody who has models. Its key is sent once and never comes back. */
export function ProviderSheet({ seen, provider, onClose }: ProviderSheetProps): ReactNode {
  const words = useWords(modelsWords)
  const shell = useWords(shellWords)
  const save = useModelsChange(onClose)
  const [kind, setKind] = useState<Kind>(provider?.kind ?? 'openai-compatible')
  const [address, setAddress] = useState(provider?.baseUrl ?? '')
  const [isTaken, setTaken] = useState(false)
  // A key stays with its address: it is never sent to another one than it was given for.
  const isSamePlace = provider?.kind === kind && (provider.baseUrl ?? '') === address.trim()
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = provider?.name ?? String(form.get('name')).trim()
    const isInUse = !provider && seen.value.providers.some((other) => other.name === name)
    setTaken(isInUse)
    if (isInUse) return
    const apiKey = String(form.get('apiKey')).trim()
    const next = { kind, baseUrl: address.trim() || null, ...(apiKey !== '' && { apiKey }) }
    save.mutate(change({ seen, step: { provider: name, next } }))
  }
  return (
    <Sheet title={provider?.name ?? words.addProvider} isOpen onClose={onClose}>
      <form className="grid gap-4" autoComplete="off" onSubmit={submit}>
        {provider ? null : (
          <LineField
            label={words.name}
            hint={words.nameHint}
            fault={isTaken ? words.taken : undefined}
            name="name"
            required
            pattern="[a-z][a-z0-9\-]{0,39}"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        <SelectField label={words.kind} value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
          <Options values={KINDS} text={(each) => words.kinds[each]} />
        </SelectField>
        <LineField
          label={words.address}
          hint={kind === 'openai-compatible' ? words.addressHint : words.addressKnown}
          type="url"
          required={kind === 'openai-compatible'}
          maxLength={500}
          autoComplete="off"
          placeholder="https://"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
        <LineField
          label={words.key}
          hint={isSamePlace ? words.keyStays : words.keyHint}
          name="apiKey"
          type="password"
          required={kind !== 'openai-compatible' && !isSamePlace}
          maxLength={500}
          autoComplete="new-password"
        />
        <Button type="submit" look="primary" size="large" busy={save.isPending}>
          {shell.save}
        </Button>
      </form>
    </Sheet>
  )
}
