import { useState, type FormEvent, type ReactNode } from 'react'
import type { ApiKey, ApiKeyCreate } from '../../../../src/modules/identity/api-key.schema.ts'
import { Button } from '../../design/button.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { LineField, SelectField } from '../../design/field.tsx'
import { Note } from '../../design/note.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { scopesFor, type Scope } from './scopes.ts'
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
    <Sheet title={created ? created.name : words.keys.make} isOpen onClose={onClose}>
      {created ? <Value created={created} onClose={onClose} /> : <KeyForm isBusy={isBusy} onMake={onMake} />}
    </Sheet>
  )
}

function Value({ created, onClose }: { created: CreatedKey; onClose(): void }): ReactNode {
  const words = useWords(settingsWords)
  // An answer that had to be asked for twice comes without it.
  if (created.value === null) return <Note tone="danger" icon="alert" title={words.keys.valueLost} />
  return (
    <div className="grid gap-4">
      <Note tone="warn" icon="key" title={words.keys.once} />
      <LineField label={words.keys.value} readOnly value={created.value} onFocus={({ target }) => target.select()} />
      <div className="flex flex-wrap gap-2">
        <CopyButton text={created.value} what={words.keys.value} words={{ copy: words.copy, copied: words.copied }} />
        <Button look="primary" onClick={onClose}>
          {words.keys.kept}
        </Button>
      </div>
    </div>
  )
}

function KeyForm({ isBusy, onMake }: Pick<KeySheetProps, 'isBusy' | 'onMake'>): ReactNode {
  const words = useWords(settingsWords)
  const [kind, setKind] = useState<Kind>('server')
  const [isAll, setAll] = useState(false)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const days = String(form.get('days'))
    onMake({
      name: String(form.get('name')).trim(),
      integrationType: kind,
      scopes: isAll && kind !== 'restricted' ? ['*'] : (form.getAll('scope') as Scope[]),
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
      <div className="grid gap-1.5">
        <SelectField label={words.keys.kind} value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
          {KINDS.map((each) => (
            <option key={each} value={each}>
              {words.keys.kinds[each].name}
            </option>
          ))}
        </SelectField>
        <p className="text-small text-soft">{words.keys.kinds[kind].text}</p>
      </div>
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium">{words.keys.may}</legend>
        {kind === 'restricted' ? null : <Tick label={words.keys.everything} checked={isAll} onChange={setAll} />}
        {isAll && kind !== 'restricted'
          ? null
          : scopesFor(kind).map((scope) => <Tick key={scope} label={words.scopes[scope]} name="scope" value={scope} />)}
      </fieldset>
      <SelectField label={words.keys.expiry} name="days" defaultValue="">
        {DAYS.map((days) => (
          <option key={days} value={days}>
            {days === '' ? words.keys.never : words.keys.days(Number(days))}
          </option>
        ))}
      </SelectField>
      <Button type="submit" look="primary" size="large" busy={isBusy}>
        {words.keys.make}
      </Button>
    </form>
  )
}

interface TickProps {
  label: string
  name?: string
  value?: string
  checked?: boolean
  onChange?(isOn: boolean): void
}

function Tick({ label, onChange, ...rest }: TickProps): ReactNode {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="size-6 accent-accent"
        {...rest}
        {...(onChange ? { onChange: ({ target }) => onChange(target.checked) } : {})}
      />
      {label}
    </label>
  )
}
