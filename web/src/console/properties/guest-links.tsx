import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { DoorLink, DoorLinkCreate } from '../../../../src/modules/links/door-link.schema.ts'
import type { Property } from '../../../../src/modules/properties/property.schema.ts'
import type { Reservation } from '../../../../src/modules/reservations/reservation.schema.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { useRefusal } from '../shell/refusal.ts'
import { change, useChange } from '../shell/use-change.ts'
import { todayIn } from '../tasks/task-signs.tsx'
import { GuestLinkSheet } from './guest-link-sheet.tsx'
import { comingStaysQuery, doorLinksQuery, type ListedDoorLink } from './property-queries.ts'
import { propertiesWords } from './words/properties-words.ts'

interface GuestLinksProps {
  property: Property
  /** The stay whose guest is to get one. */
  linkFor: Reservation | 'nobody' | undefined
  onLink(stay: Reservation | 'nobody' | undefined): void
}

/** Links to the guide and the door: made, shown again, sent, withdrawn. */
export function GuestLinks({ property, linkFor, onLink }: GuestLinksProps): ReactNode {
  const words = useWords(propertiesWords)
  const desk = useDesk()
  const [shown, setShown] = useState<DoorLink>()
  const [areEndedShown, setEndedShown] = useState(false)
  const { make, withdraw, show } = useLinkChanges(property, setShown)
  const { data } = useQuery(doorLinksQuery(desk, property.id))
  const links = data?.items ?? []
  const today = todayIn(property.timezone ?? desk.timezone)
  const stays = useQuery(comingStaysQuery(desk, property.id, today)).data?.items ?? []
  const ended = links.filter(({ state }) => state !== 'active')
  const listed = areEndedShown ? links : links.filter(({ state }) => state === 'active')
  const guestOf = (link: ListedDoorLink): string | undefined =>
    stays.find(({ id }) => id === link.reservationId)?.guestName ?? undefined
  return (
    <Card className="grid gap-3 p-4">
      <h2 className="font-semibold">{words.links.title}</h2>
      <p className="text-small text-soft">{words.links.hint}</p>
      {data && links.length === 0 ? <p className="text-soft">{words.links.none}</p> : null}
      <ul className="grid gap-2 empty:hidden">
        {listed.map((link) => (
          <LinkRow
            key={link.id}
            link={link}
            guest={guestOf(link)}
            timezone={property.timezone ?? desk.timezone}
            onShow={() => show(link)}
            onWithdraw={() => withdraw.mutate(change(link))}
          />
        ))}
      </ul>
      {ended.length > 0 && !areEndedShown ? (
        <Button look="quiet" onClick={() => setEndedShown(true)}>
          {words.links.older(ended.length)}
        </Button>
      ) : null}
      <Button look="tinted" icon="link" onClick={() => onLink('nobody')}>
        {words.links.make}
      </Button>
      {linkFor || shown ? (
        <GuestLinkSheet
          property={property}
          stays={stays}
          chosen={linkFor === 'nobody' ? undefined : linkFor}
          link={shown}
          isBusy={make.isPending}
          onMake={(input) => make.mutate(change(input))}
          onClose={() => {
            setShown(undefined)
            onLink(undefined)
          }}
        />
      ) : null}
    </Card>
  )
}

function useLinkChanges(property: Property, onShow: (link: DoorLink) => void) {
  const words = useWords(propertiesWords)
  const tell = useRefusal()
  const client = useQueryClient()
  const { id, api, desk } = useDesk()
  const path = `${desk}/door-links`
  const again = (): void => void client.invalidateQueries({ queryKey: [id, 'property', property.id, 'links'] })
  const make = useChange<DoorLinkCreate, DoorLink>({
    send: (body, key) => api.send(path, { method: 'POST', body, key }),
    onDone(link) {
      onShow(link)
      again()
    },
  })
  const withdraw = useChange<ListedDoorLink, unknown>({
    send: (link, key) => api.send(`${path}/${link.id}/revoke`, { method: 'POST', key }),
    onDone: again,
    said: () => words.links.withdrawn,
  })
  const show = (link: ListedDoorLink): void =>
    void api
      .read<DoorLink>(`${path}/${link.id}`)
      .then(onShow)
      .catch((error: unknown) => tell(error))
  return { make, withdraw, show }
}

interface LinkRowProps {
  link: ListedDoorLink
  guest: string | undefined
  timezone: string
  onShow(): void
  onWithdraw(): void
}

function LinkRow({ link, guest, timezone, onShow, onWithdraw }: LinkRowProps): ReactNode {
  const words = useWords(propertiesWords)
  const { format } = useLanguage()
  const name = guest ?? (link.reservationId === null ? words.links.anybody : words.stays.unnamed)
  const at = (moment: string): string => format.briefAt(moment, timezone)
  const window =
    link.opensAt !== null && link.closesAt !== null ? words.links.opens(at(link.opensAt), at(link.closesAt)) : undefined
  return (
    <li className="grid gap-1 border-t border-line pt-2">
      <p className="flex items-center justify-between gap-2">
        <span className="min-w-0 truncate font-medium">{name}</span>
        <Badge tone={link.state === 'active' ? 'good' : 'plain'}>{words.links.states[link.state]}</Badge>
      </p>
      {window === undefined ? null : <p className="text-small text-soft">{window}</p>}
      {link.expiresAt === null ? null : (
        <p className="text-small text-soft">{words.links.expires(at(link.expiresAt))}</p>
      )}
      {link.state === 'active' ? (
        <div className="flex flex-wrap gap-1">
          <Button look="quiet" aria-label={`${words.links.show}: ${name}`} onClick={onShow}>
            {words.links.show}
          </Button>
          <Button look="quiet" aria-label={`${words.links.withdraw}: ${name}`} onClick={onWithdraw}>
            {words.links.withdraw}
          </Button>
        </div>
      ) : null}
    </li>
  )
}
