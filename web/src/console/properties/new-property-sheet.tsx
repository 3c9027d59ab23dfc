import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import type { Property, PropertyCreate } from '../../../../src/modules/properties/property.schema.ts'
import { Button } from '../../design/button.tsx'
import { LineField, SelectField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { HOME_STATUSES } from './home-filters.ts'
import { propertiesWords } from './words/properties-words.ts'

/** A name is enough; the rest can be said on its page. */
export function NewPropertySheet({ onClose }: { onClose(): void }): ReactNode {
  const words = useWords(propertiesWords)
  const client = useQueryClient()
  const navigate = useNavigate()
  const { id, api, open } = useDesk()
  const create = useChange<PropertyCreate, Property>({
    send: (body, key) => api.send(`${open}/properties`, { method: 'POST', body, key }),
    onDone(property) {
      for (const list of ['properties', 'calendar']) void client.invalidateQueries({ queryKey: [id, list] })
      void navigate({
        to: '/$workspaceId/properties/$propertyId',
        params: { workspaceId: id, propertyId: property.id },
      })
    },
    said: ({ name }) => words.created(name),
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string): string => String(form.get(name)).trim()
    create.mutate(
      change({
        name: text('name'),
        status: HOME_STATUSES.find((status) => status === text('status')) ?? 'ONBOARDING',
        address: text('address') || null,
        city: text('city') || null,
      }),
    )
  }
  return (
    <Sheet title={words.newProperty} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <LineField label={words.fields.name} name="name" required maxLength={200} autoComplete="off" />
        <LineField label={words.fields.address} name="address" maxLength={500} autoComplete="off" />
        <LineField label={words.fields.city} name="city" maxLength={200} autoComplete="off" />
        <SelectField label={words.fields.status} name="status" defaultValue="ONBOARDING">
          {HOME_STATUSES.map((status) => (
            <option key={status} value={status}>
              {words.statuses[status]}
            </option>
          ))}
        </SelectField>
        <Button type="submit" look="primary" size="large" busy={create.isPending || create.isSuccess}>
          {words.create}
        </Button>
      </form>
    </Sheet>
  )
}
