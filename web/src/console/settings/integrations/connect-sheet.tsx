import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '../../../design/button.tsx'
import { LineField, Options, SelectField, TextField } from '../../../design/field.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { change } from '../../shell/use-change.ts'
import { shellWords } from '../../shell/words/shell-words.ts'
import { useSave } from '../use-save.ts'
import type { Connected } from './connected.ts'
import { InstallForm } from './install-form.tsx'
import { bodyFor, fieldsOf, NOUNS, SYSTEM_NAMES, SYSTEMS, type SystemName } from './systems.ts'
import { integrationsWords } from './words/integrations-words.ts'

interface ConnectSheetProps {
  /** undefined: a new one. */
  connected: Connected | undefined
  onClose(): void
}

export function ConnectSheet({ connected, onClose }: ConnectSheetProps): ReactNode {
  const words = useWords(integrationsWords)
  const [system, setSystem] = useState<SystemName>(connected?.system ?? 'ical')
  const { install } = SYSTEMS[system]
  return (
    <Sheet title={connected?.name ?? words.connect} isOpen onClose={onClose}>
      <div className="grid max-h-[70dvh] gap-4 overflow-y-auto p-1">
        {connected ? null : (
          <SelectField
            label={words.which}
            value={system}
            onChange={({ target }) => setSystem(target.value as SystemName)}
          >
            {NOUNS.map((noun) => (
              <optgroup key={noun} label={words.sections[noun]}>
                <Options
                  values={SYSTEM_NAMES.filter((name) => SYSTEMS[name].noun === noun)}
                  text={(name) => words.systems[name]}
                />
              </optgroup>
            ))}
          </SelectField>
        )}
        {install ? (
          <InstallForm key={system} install={install} />
        ) : (
          <SystemForm key={system} system={system} connected={connected} onClose={onClose} />
        )}
      </div>
    </Sheet>
  )
}

function SystemForm({ system, connected, onClose }: ConnectSheetProps & { system: SystemName }): ReactNode {
  const words = useWords(integrationsWords)
  const shell = useWords(shellWords)
  const { noun, hasAccounts } = SYSTEMS[system]
  const isNew = connected === undefined
  const save = useSave<object, { name: string }>(connected, {
    list: noun,
    path: noun,
    said: ({ name }) => words.saved(name),
    onDone: onClose,
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    save.mutate(change(bodyFor(system, (name) => String(form.get(name) ?? '').trim(), isNew)))
  }
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <LineField
        label={words.name}
        name="name"
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={connected?.name ?? words.systems[system]}
      />
      {hasAccounts ? (
        <TextField
          label={words.accounts}
          hint={words.accountsHint}
          name="accounts"
          required
          spellCheck={false}
          defaultValue={connected?.accounts.join('\n')}
        />
      ) : null}
      {fieldsOf(system).map(({ name, isNeeded }) => (
        <LineField
          key={name}
          label={words.secrets[name]}
          hint={isNew ? (isNeeded ? words.keptSecret : words.optional) : words.stays}
          name={name}
          // Not a password of this site: no keeper of passwords should offer one.
          type={name.endsWith('Id') ? 'text' : 'password'}
          autoComplete="off"
          required={isNew && isNeeded}
          minLength={name.endsWith('Id') ? 1 : 8}
        />
      ))}
      <Button type="submit" look="primary" size="large" busy={save.isPending}>
        {isNew ? words.connect : shell.save}
      </Button>
    </form>
  )
}
