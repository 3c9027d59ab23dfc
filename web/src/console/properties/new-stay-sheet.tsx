import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import type { Property } from '../../../../src/modules/properties/property.schema.ts'
import type { Contact } from '../../../../src/modules/reservations/contact.schema.ts'
import type { Reservation } from '../../../../src/modules/reservations/reservation.schema.ts'
import { Button } from '../../design/button.tsx'
import { LineField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { StayDates } from './stay-dates.tsx'
import { propertiesWords } from './words/properties-words.ts'

interface NewStay {
  guest: string
  checkinDate: string
  checkoutDate: string
  guests: number | null
}

interface NewStaySheetProps {
  property: Property
  today: string
  onClose(): void
}

/** A stay that no other system tells of. */
export function NewStaySheet({ property, today, onClose }: NewStaySheetProps): ReactNode {
  const words = useWords(propertiesWords)
  const { add, isBusy } = useAdd(property, onClose)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string): string => String(form.get(name)).trim()
    add({
      guest: text('guest'),
      checkinDate: text('checkinDate'),
      checkoutDate: text('checkoutDate'),
      guests: text('guests') === '' ? null : Number(text('guests')),
    })
  }
  return (
    <Sheet title={words.stays.add} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <LineField label={words.stays.guest} name="guest" maxLength={200} autoComplete="off" />
        <StayDates from={today} />
        <LineField label={words.stays.people} name="guests" type="number" min={1} step={1} />
        <Button type="submit" look="primary" size="large" busy={isBusy}>
          {words.stays.create}
        </Button>
      </form>
    </Sheet>
  )
}

function useAdd(property: Property, onClose: () => void) {
  const words = useWords(propertiesWords)
  const client = useQueryClient()
  const { id, api, desk } = useDesk()
  const mutation = useChange<NewStay, Reservation>({
    async send({ guest, ...stay }, key) {
      // Each with a key of its own made from the one of the change: a second try makes neither twice.
      const contact =
        guest === ''
          ? undefined
          : await api.send<Contact>(`${desk}/contacts`, {
              method: 'POST',
              body: { fullName: guest },
              key: `${key}-guest`,
            })
      const body = { ...stay, propertyId: property.id, contactId: contact?.id ?? null, status: 'CONFIRMED' }
      return api.send(`${desk}/reservations`, { method: 'POST', body, key })
    },
    onDone() {
      for (const list of ['reservations', 'calendar']) void client.invalidateQueries({ queryKey: [id, list] })
      onClose()
    },
    said: () => words.stays.added,
  })
  return { add: (stay: NewStay) => mutation.mutate(change(stay)), isBusy: mutation.isPending }
}
