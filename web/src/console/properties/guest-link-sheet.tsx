import { useQuery } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import type { DoorLink, DoorLinkCreate } from '../../../../src/modules/links/door-link.schema.ts'
import type { Property } from '../../../../src/modules/properties/property.schema.ts'
import type { Reservation } from '../../../../src/modules/reservations/reservation.schema.ts'
import { Button } from '../../design/button.tsx'
import { LineField, SelectField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { instantOf } from '../parts/instant.ts'
import { ReadyLink } from '../parts/ready-link.tsx'
import { useDesk } from '../shell/console-context.ts'
import { locksQuery } from './property-queries.ts'
import { propertiesWords } from './words/properties-words.ts'

interface GuestLinkSheetProps {
  property: Property
  stays: readonly Reservation[]
  chosen: Reservation | undefined
  link: DoorLink | undefined
  isBusy: boolean
  onMake(input: DoorLinkCreate): void
  onClose(): void
}

/** Asks for whom the link is, then shows it and the ways to send it. */
export function GuestLinkSheet(props: GuestLinkSheetProps): ReactNode {
  const { property, link, onClose } = props
  const words = useWords(propertiesWords)
  return (
    <Sheet title={words.links.make} isOpen onClose={onClose}>
      {link ? (
        <ReadyLink address={link.url ?? ''} subject={words.links.subject(property.name)} words={words.links} />
      ) : (
        <Asking {...props} />
      )}
    </Sheet>
  )
}

function Asking({ property, stays, chosen, isBusy, onMake }: GuestLinkSheetProps): ReactNode {
  const words = useWords(propertiesWords)
  const { format } = useLanguage()
  const desk = useDesk()
  const locks = useQuery(locksQuery(desk, property.id)).data?.items ?? []
  const running = stays.filter(({ status }) => status !== 'CANCELLED')
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string): string | null => String(form.get(name) ?? '').trim() || null
    const [day, time = ''] = text('until')?.split('T') ?? []
    // By the clocks of the home, wherever this is written.
    const zone = property.timezone ?? desk.timezone
    onMake({
      propertyId: property.id,
      reservationId: text('stay'),
      lockId: text('lock'),
      expiresAt: day === undefined ? null : instantOf(day, time.slice(0, 5), zone).toISOString(),
    })
  }
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <SelectField label={words.links.forStay} name="stay" defaultValue={chosen?.id ?? ''}>
        <option value="">{words.links.noStay}</option>
        {running.map((stay) => (
          <option key={stay.id} value={stay.id}>
            {`${stay.guestName ?? words.stays.unnamed}, ${format.shortDays(stay.checkinDate, stay.checkoutDate)}`}
          </option>
        ))}
      </SelectField>
      {locks.length < 2 ? null : (
        <SelectField label={words.links.door} name="lock" defaultValue="">
          <option value="">{words.links.firstDoor}</option>
          {locks.map((lock) => (
            <option key={lock.id} value={lock.id}>
              {lock.name}
            </option>
          ))}
        </SelectField>
      )}
      <LineField label={words.links.until} hint={words.links.untilHint} name="until" type="datetime-local" />
      <Button type="submit" look="primary" size="large" busy={isBusy}>
        {words.links.make}
      </Button>
    </form>
  )
}
