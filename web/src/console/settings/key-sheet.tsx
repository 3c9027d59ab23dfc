import { useId, useState, type FormEvent, type ReactNode } from 'react'
import type { ApiKey, ApiKeyCreate } from '../../../../src/modules/identity/api-key.schema.ts'
import { Button } from '../../design/button.tsx'
import { LineField, Options, SelectField, TickField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { bringIntoSight } from '../parts/in-sight.ts'
import { scopesFor, type Scope } from './scopes.ts'
import { SecretOnce } from './secret-once.tsx'
import { settingsWords } from './words/settings-words.ts'

export interface CreatedKey extends ApiKey {
  value: string | null
}

type Kind = ApiKeyCreate['integrationType']
const KINDS = ['server', 'restricted', 'tool-client'] as const satisfies readonly Kind[]
const DAY_MILLIS = 86_400_000
const DAYS = ['', '30', '90', '365'] as const

interface KeySheetProps {
  created: CreatedKey | undefined
  isBusy: boolean
  onMake(input: ApiKeyCreate): void
  onClose(): void
}

/** Asks what the key is for, then shows its value, once. */
export function KeySheet({ created, isBusy, onMake, onClose }: KeySheetProps): ReactNode {
  const words = useWords(settingsWords)
  return (
    <Sheet
      title={created ? created.name : words.keys.make}
      isOpen
      onClose={onClose}
      isHeld={typeof created?.value === 'string'}
    >
      {created ? (
        <SecretOnce
          label={words.keys.value}
          once={words.keys.once}
          lost={words.keys.valueLost}
          value={created.value}
          onClose={onClose}
        />
      ) : (
        <KeyForm isBusy={isBusy} onMake={onMake} />
      )}
    </Sheet>
  )
}

function KeyForm({ isBusy, onMake }: Pick<KeySheetProps, 'isBusy' | 'onMake'>): ReactNode {
  const words = useWords(settingsWords)
  const [kind, setKind] = useState<Kind>('server')
  const [isAll, setAll] = useState(false)
  const [mayNothing, setMayNothing] = useState(false)
  const fault = useId()
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const days = String(form.get('days'))
    const scopes = isAll && kind !== 'restricted' ? ['*' as const] : (form.getAll('scope') as Scope[])
    setMayNothing(scopes.length === 0)
    if (scopes.length === 0) return
    onMake({
      name: String(form.get('name')).trim(),
      integrationType: kind,
      scopes,
      expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * DAY_MILLIS).toISOString(),
    })
  }
  return (
    <form className="grid max-h-[70dvh] gap-4 overflow-y-auto p-1" onSubmit={submit}>
      <LineField
        label={words.keys.name}
        hint={words.keys.nameHint}
        name="name"
        required
        maxLength={100}
        autoComplete="off"
      />
      <SelectField
        label={words.keys.kind}
        hint={words.keys.kinds[kind].text}
        value={kind}
        onChange={({ target }) => setKind(target.value as Kind)}
      >
        <Options values={KINDS} text={(each) => words.keys.kinds[each].name} />
      </SelectField>
      <fieldset
        className="grid gap-1"
        aria-describedby={mayNothing ? fault : undefined}
        onChange={() => setMayNothing(false)}
      >
        <legend className="mb-1 font-medium">{words.keys.may}</legend>
        {mayNothing ? (
          <p id={fault} ref={bringIntoSight} role="alert" className="text-small font-medium text-danger-text">
            {words.keys.mayNothing}
          </p>
        ) : null}
        {kind === 'restricted' ? null : (
          <TickField label={words.keys.everything} checked={isAll} onChange={({ target }) => setAll(target.checked)} />
        )}
        {isAll && kind !== 'restricted'
          ? null
          : scopesFor(kind).map((scope) => (
              <TickField key={scope} label={words.scopes[scope]} name="scope" value={scope} />
            ))}
      </fieldset>
      <SelectField label={words.keys.expiry} name="days" defaultValue="">
        <Options values={DAYS} text={(days) => (days === '' ? words.keys.never : words.keys.days(Number(days)))} />
      </SelectField>
      <Button type="submit" look="primary" size="large" busy={isBusy}>
        {words.keys.make}
      </Button>
    </form>
  )
}
