import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Reservation } from '../../../../src/modules/reservations/reservation.schema.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { StateLine } from '../../design/note.tsx'
import { Joined } from '../../design/joined.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { conflictOf } from '../parts/conflict.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { Picker } from '../parts/picker.tsx'
import { sendFields, tagOf } from '../parts/send-versioned.ts'
import { useDesk } from '../shell/console-context.ts'
import type { Tagged } from '../shell/request.ts'
import { change, useChange } from '../shell/use-change.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { EditStaySheet } from './edit-stay-sheet.tsx'
import { StayStatus } from './home-signs.tsx'
import { nightsOf } from './nights.ts'
import { propertiesWords } from './words/properties-words.ts'

const STATUSES = [
  'INQUIRY',
  'TENTATIVE',
  'CONFIRMED',
  'CHECKED_IN',
  'CHECKED_OUT',
  'CANCELLED',
] as const satisfies readonly Reservation['status'][]

interface StayLineProps {
  stay: Reservation
  isManaged: boolean
  onLink(): void
}

export function StayLine({ stay, isManaged, onLink }: StayLineProps): ReactNode {
  const words = useWords(propertiesWords)
  const { format } = useLanguage()
  const [isPicking, setPicking] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const name = stay.guestName ?? words.stays.unnamed
  const about = [
    words.stays.nights(nightsOf(stay)),
    stay.guests === null ? null : words.guests(stay.guests),
    stay.channel,
    stay.code,
  ]
  const isOver = stay.status === 'CANCELLED' || stay.status === 'CHECKED_OUT'
  return (
    <li className="grid gap-x-4 gap-y-2 p-4 sm:flex sm:items-center">
      <div className="grid min-w-0 gap-1 sm:flex-1">
        <p className="font-medium">{name}</p>
        <p>{format.shortDays(stay.checkinDate, stay.checkoutDate)}</p>
        <p className="text-small text-soft">
          <Joined parts={about} />
        </p>
        {stay.clashes.length > 0 ? (
          <StateLine tone="danger" icon="alert">
            {words.stays.clash}
          </StateLine>
        ) : null}
      </div>
      {isManaged ? (
        <div className="flex flex-wrap items-center gap-2">
          {isOver ? null : (
            <Button
              look="quiet"
              icon="link"
              aria-label={`${words.stays.giveLink}: ${name}`}
              title={words.stays.giveLink}
              onClick={onLink}
            >
              {/* The dates need the room more. */}
              <span className="max-2xl:hidden">{words.stays.giveLink}</span>
            </Button>
          )}
          <IconButton icon="pen" label={words.stays.edit(name)} isSoft onClick={() => setEditing(true)} />
          <Button className="max-sm:order-first" onClick={() => setPicking(true)}>
            <span className="sr-only">
              {words.stays.change}: {name}
            </span>
            <StayStatus status={stay.status} />
            <Icon name="chevronDown" className="size-4 text-soft" />
          </Button>
        </div>
      ) : (
        <StayStatus status={stay.status} />
      )}
      {isEditing ? <EditStaySheet stay={stay} onClose={() => setEditing(false)} /> : null}
      {isPicking ? <StatusPicker stay={stay} onClose={() => setPicking(false)} /> : null}
    </li>
  )
}

function StatusPicker({ stay, onClose }: { stay: Reservation; onClose(): void }): ReactNode {
  const words = useWords(propertiesWords)
  const shell = useWords(shellWords)
  const changeStatus = useStayStatus(stay)
  return (
    <Picker
      title={words.stays.change}
      placeholder={shell.search}
      none={shell.none}
      options={STATUSES.map((value) => ({
        value,
        label: words.stays.statuses[value],
        isChosen: value === stay.status,
      }))}
      onPick={(value) => {
        const status = STATUSES.find((each) => each === value)
        if (status && status !== stay.status) changeStatus(status)
      }}
      onClose={onClose}
    />
  )
}

interface StatusChange {
  seen: Tagged<Reservation>
  status: Reservation['status']
  isUndo?: boolean
}

/** Lists do not say the version. It is that of no stay: what is there now is read, and compared with what was shown. */
const UNKNOWN = tagOf({ version: 0 })

function useStayStatus(stay: Reservation): (status: Reservation['status']) => void {
  const words = useWords(propertiesWords)
  const client = useQueryClient()
  const { id, api, desk } = useDesk()
  const mutation = useChange<StatusChange, Tagged<Reservation>>({
    send: ({ seen, status }, key) =>
      sendFields(api, `${desk}/reservations/${stay.id}`, { seen, changes: { status } }, key),
    onDone() {
      for (const list of ['reservations', 'calendar']) void client.invalidateQueries({ queryKey: [id, list] })
      void client.invalidateQueries({ queryKey: [id, 'property', stay.propertyId] })
    },
    said: ({ value }) => words.stays.changed(words.stays.statuses[value.status]),
    undo: (after, { seen, isUndo }) =>
      isUndo ? undefined : () => mutation.mutate(change({ seen: after, status: seen.value.status, isUndo: true })),
    onRefused: (problem, input) =>
      conflictOf<Reservation>(problem, (current) => ({
        title: current.value.guestName ?? words.stays.unnamed,
        labels: { status: words.fields.status },
        theirs: () => words.stays.statuses[current.value.status],
        mine: () => words.stays.statuses[input.status],
        takeMine: () => mutation.mutate(change({ ...input, seen: current })),
      })),
  })
  return (status) => mutation.mutate(change({ seen: { value: stay, tag: UNKNOWN }, status }))
}
