import { useQueryClient } from '@tanstack/react-query'
import type { Reservation, ReservationUpdate } from '../../../../src/modules/reservations/reservation.schema.ts'
import { useLanguage, useWords } from '../../language/language.tsx'
import { conflictOf } from '../parts/conflict.ts'
import { sendFields } from '../parts/send-versioned.ts'
import { useDesk } from '../shell/console-context.ts'
import type { Tagged } from '../shell/request.ts'
import { change, useChange } from '../shell/use-change.ts'
import { STAY_FIELDS, type StayField } from './property-fields.ts'
import { propertiesWords } from './words/properties-words.ts'

interface StayChange {
  seen: Tagged<Reservation>
  changes: ReservationUpdate
  isUndo?: boolean
}

/** Moves a stay. Where two have moved it, both are shown. */
export function useStayChange(onDone: () => void) {
  const words = useWords(propertiesWords)
  const { labels, textOf } = useFieldText()
  const client = useQueryClient()
  const { id, api, desk } = useDesk()
  const mutation = useChange<StayChange, Tagged<Reservation>>({
    send: (input, key) => sendFields(api, `${desk}/reservations/${input.seen.value.id}`, input, key),
    onDone({ value: stay }, { isUndo }) {
      for (const list of ['reservations', 'reservation', 'calendar'])
        void client.invalidateQueries({ queryKey: [id, list] })
      void client.invalidateQueries({ queryKey: [id, 'property', stay.propertyId] })
      if (!isUndo) onDone()
    },
    said: () => words.stays.saved,
    undo: (after, { seen, changes, isUndo }) => {
      if (isUndo) return undefined
      const fields = STAY_FIELDS.filter((field) => field in changes).map((field) => [field, seen.value[field]])
      return () => mutation.mutate(change({ seen: after, changes: Object.fromEntries(fields), isUndo: true }))
    },
    onRefused: (problem, input) =>
      conflictOf<Reservation>(problem, (current) => ({
        title: current.value.guestName ?? words.stays.unnamed,
        labels,
        theirs: (field) => textOf(current.value, field as StayField),
        mine: (field) => textOf(input.changes, field as StayField),
        takeMine: () => mutation.mutate(change({ ...input, seen: current })),
      })),
  })
  return {
    changeStay: (seen: Tagged<Reservation>, changes: ReservationUpdate) => mutation.mutate(change({ seen, changes })),
    isBusy: mutation.isPending,
  }
}

/** A field of a stay as people read it, and what it is called. */
function useFieldText() {
  const words = useWords(propertiesWords)
  const { format } = useLanguage()
  const day = (value: string | undefined): string => (value === undefined ? '–' : format.shortDay(value))
  const time = (value: string | null | undefined): string => (value ? format.time(value) : '–')
  const labels: Record<StayField, string> = {
    checkinDate: words.stays.from,
    checkinTime: words.fields.checkinTime,
    checkoutDate: words.stays.to,
    checkoutTime: words.fields.checkoutTime,
    guests: words.stays.people,
  }
  const textOf = (stay: ReservationUpdate, field: StayField): string => {
    if (field === 'guests') return String(stay.guests ?? '–')
    return field === 'checkinDate' || field === 'checkoutDate' ? day(stay[field]) : time(stay[field])
  }
  return { labels, textOf }
}
