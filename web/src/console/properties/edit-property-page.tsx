import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { Property } from '../../../../src/modules/properties/property.schema.ts'
import { Button } from '../../design/button.tsx'
import { Card, Section } from '../../design/card.tsx'
import { LineField, SelectField, TextField } from '../../design/field.tsx'
import { useWords } from '../../language/language.tsx'
import { LeaveGuard } from '../parts/leave-guard.tsx'
import { useDesk } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { RoleGate, Waiting } from '../shell/gate.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { PageHeader } from '../shell/page-header.tsx'
import type { Tagged } from '../shell/request.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { HOME_STATUSES } from './home-filters.ts'
import { usePropertyChange } from './property-changes.ts'
import { changesIn, FIELD_GROUPS, FIELD_KINDS, shown, type PropertyField } from './property-fields.ts'
import { propertyQuery } from './property-queries.ts'
import { propertiesWords } from './words/properties-words.ts'

/** Every fact of a property, to be changed. */
export function EditPropertyPage(): ReactNode {
  const { propertyId = '' } = useParams({ strict: false })
  const { data, isPending, error, refetch } = useQuery(propertyQuery(useDesk(), propertyId))
  if (isPending) return <Waiting />
  if (!data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return (
    <RoleGate needs="manager">
      <EditForm key={data.value.id} property={data} />
    </RoleGate>
  )
}

function EditForm({ property }: { property: Tagged<Property> }): ReactNode {
  const words = useWords(propertiesWords)
  const shell = useWords(shellWords)
  const { id } = useDesk()
  const navigate = useNavigate()
  // As it was when it was opened: what others change meanwhile is not undone by saving.
  const [seen] = useState(property)
  const [isDirty, setDirty] = useState(false)
  const leave = (ignoreBlocker: boolean): void =>
    void navigate({
      to: '/$workspaceId/properties/$propertyId',
      params: { workspaceId: id, propertyId: seen.value.id },
      replace: true,
      ignoreBlocker,
    })
  const back = (): void => leave(false)
  // Here until it is saved: what was written must not be lost to a refusal.
  const { changeProperty, isBusy } = usePropertyChange(() => leave(true))
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const changes = changesIn(seen.value, new FormData(event.currentTarget))
    if (Object.keys(changes).length === 0) leave(true)
    else changeProperty(seen, changes)
  }
  useKeys({ Escape: back }, { Escape: shell.keys.back })
  return (
    <form className="flex min-h-0 flex-col" onSubmit={submit} onChange={() => setDirty(true)}>
      <PageHeader
        title={words.editTitle(property.value.name)}
        actions={
          <>
            <Button onClick={back}>{shell.cancel}</Button>
            <Button type="submit" look="primary" busy={isBusy}>
              {shell.save}
            </Button>
          </>
        }
      />
      <div className="relative grid gap-8 px-4 pb-16 lg:overflow-y-auto lg:px-6">
        {FIELD_GROUPS.map(({ name, fields }) => (
          <Section key={name} title={words.groups[name]}>
            <Card className="grid max-w-4xl gap-4 p-4 sm:grid-cols-2 sm:p-6 lg:grid-cols-3">
              {fields.map((field) => (
                <Field key={field} field={field} property={seen.value} />
              ))}
            </Card>
          </Section>
        ))}
      </div>
      <LeaveGuard isNeeded={isDirty} />
    </form>
  )
}

/** Of the numbers that may be less than nothing. */
const LEAST: Partial<Record<PropertyField, number>> = { latitude: -90, longitude: -180, floor: -100 }
const STEPS = { number: 'any', whole: '1' } as const

function Field({ field, property }: { field: PropertyField; property: Property }): ReactNode {
  const words = useWords(propertiesWords)
  const label = words.fields[field]
  const kind = FIELD_KINDS[field]
  const value = shown(property[field], kind)
  const text = value === null ? '' : String(value)
  switch (kind) {
    case 'yes':
      return (
        <label className="flex min-h-12 items-center gap-3 self-end font-medium">
          <input type="checkbox" name={field} className="size-6 accent-accent" defaultChecked={value === true} />
          {label}
        </label>
      )
    case 'status':
      return (
        <SelectField label={label} name={field} defaultValue={text}>
          {HOME_STATUSES.map((status) => (
            <option key={status} value={status}>
              {words.statuses[status]}
            </option>
          ))}
        </SelectField>
      )
    case 'text':
      return (
        <div className="sm:col-span-2 lg:col-span-3">
          <TextField label={label} name={field} defaultValue={text} rows={2} maxLength={10_000} />
        </div>
      )
    case 'time':
      return <LineField label={label} name={field} type="time" defaultValue={text} />
    case 'line':
      return (
        <LineField
          label={label}
          name={field}
          defaultValue={text}
          required={field === 'name'}
          {...(field === 'country'
            ? { maxLength: 2, placeholder: 'PT' }
            : { maxLength: field === 'address' ? 500 : 200 })}
          autoComplete="off"
        />
      )
    default:
      return (
        <LineField
          label={label}
          name={field}
          type="number"
          step={STEPS[kind]}
          min={LEAST[field] ?? 0}
          defaultValue={text}
        />
      )
  }
}
