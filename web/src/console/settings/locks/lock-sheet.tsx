import { useState, type FormEvent, type ReactNode } from 'react'
import type { Lock, LockCreate } from '../../../../../src/modules/locks/lock.schema.ts'
import { Button } from '../../../design/button.tsx'
import { LineField, NamedOptions, Options, SelectField } from '../../../design/field.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { change } from '../../shell/use-change.ts'
import { shellWords } from '../../shell/words/shell-words.ts'
import { useProperties } from '../../tasks/lookup-queries.ts'
import { useSave } from '../use-save.ts'
import { locksWords } from './words/locks-words.ts'

type Provider = Lock['provider']
const PROVIDERS = ['seam', 'simulated'] as const satisfies readonly Provider[]

interface LockSheetProps {
  /** undefined: a new one. */
  lock: Lock | undefined
  onClose(): void
}

export function LockSheet({ lock, onClose }: LockSheetProps): ReactNode {
  const words = useWords(locksWords)
  const shell = useWords(shellWords)
  const properties = useProperties()
  const [provider, setProvider] = useState<Provider>(lock?.provider ?? 'seam')
  const save = useSave<Partial<LockCreate>, Lock>(lock, {
    list: 'locks',
    path: 'locks',
    said: ({ name }) => words.saved(name),
    onDone: onClose,
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string): string => String(form.get(name) ?? '').trim()
    save.mutate(
      change({
        name: text('name'),
        ...(lock ? {} : { provider, propertyId: text('home') }),
        ...(provider === 'seam' ? { deviceId: text('device') } : {}),
      }),
    )
  }
  return (
    <Sheet title={lock?.name ?? words.make} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        {lock ? null : (
          <>
            <SelectField label={words.home} name="home" required>
              <NamedOptions of={properties} />
            </SelectField>
            <SelectField
              label={words.provider}
              value={provider}
              onChange={({ target }) => setProvider(target.value as Provider)}
            >
              <Options values={PROVIDERS} text={(each) => words.providers[each]} />
            </SelectField>
          </>
        )}
        <LineField
          label={words.name}
          name="name"
          required
          maxLength={100}
          autoComplete="off"
          defaultValue={lock?.name}
        />
        {provider === 'seam' ? (
          <LineField
            label={words.device}
            name="device"
            required
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            defaultValue={lock?.deviceId}
          />
        ) : null}
        <Button type="submit" look="primary" size="large" busy={save.isPending}>
          {shell.save}
        </Button>
      </form>
    </Sheet>
  )
}
