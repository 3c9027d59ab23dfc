import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { Reservation } from '../../../../src/modules/reservations/reservation.schema.ts'
import { Button } from '../../design/button.tsx'
import { LineField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import type { Tagged } from '../shell/request.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { stayChangesIn } from './property-fields.ts'
import { stayQuery } from './property-queries.ts'
import { useStayChange } from './stay-change.ts'
import { StayDates } from './stay-dates.tsx'
import { propertiesWords } from './words/properties-words.ts'

/** When a stay begins and ends, and how many come. Work that follows the stay moves with it. */
export function EditStaySheet({ stay, onClose }: { stay: Reservation; onClose(): void }): ReactNode {
  const words = useWords(propertiesWords)
  const { data, error, refetch } = useQuery(stayQuery(useDesk(), stay.id))
  return (
    <Sheet title={words.stays.edit(stay.guestName ?? words.stays.unnamed)} isOpen onClose={onClose}>
      {data ? <StayForm read={data} onClose={onClose} /> : null}
      {!data && !error ? <Waiting /> : null}
      {!data && error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
    </Sheet>
  )
}

function StayForm({ read, onClose }: { read: Tagged<Reservation>; onClose(): void }): ReactNode {
  const words = useWords(propertiesWords)
  const shell = useWords(shellWords)
  // As it was when it was opened: what others change meanwhile is not undone by saving.
  const [seen] = useState(read)
  const { value: stay } = seen
  const { changeStay, isBusy } = useStayChange(onClose)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const changes = stayChangesIn(stay, new FormData(event.currentTarget))
    if (Object.keys(changes).length === 0) onClose()
    else changeStay(seen, changes)
  }
  return (
    <form className="grid gap-4" onSubmit={submit}>
      {stay.externalSource === null ? null : (
        <p className="text-small text-soft">{words.stays.fromSystem(stay.externalSource)}</p>
      )}
      <StayDates from={stay.checkinDate} to={stay.checkoutDate} />
      <div className="grid gap-4 sm:grid-cols-2">
        <LineField
          label={words.fields.checkinTime}
          name="checkinTime"
          type="time"
          defaultValue={stay.checkinTime?.slice(0, 5)}
        />
        <LineField
          label={words.fields.checkoutTime}
          name="checkoutTime"
          type="time"
          defaultValue={stay.checkoutTime?.slice(0, 5)}
        />
      </div>
      <LineField
        label={words.stays.people}
        name="guests"
        type="number"
        min={1}
        step={1}
        defaultValue={stay.guests ?? undefined}
      />
      <Button type="submit" look="primary" size="large" busy={isBusy}>
        {shell.save}
      </Button>
    </form>
  )
}
