import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Property } from '../../../../src/modules/properties/property.schema.ts'
import type { Reservation } from '../../../../src/modules/reservations/reservation.schema.ts'
import { Button } from '../../design/button.tsx'
import { Card, Section } from '../../design/card.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk, useRole } from '../shell/console-context.ts'
import { todayIn } from '../tasks/task-signs.tsx'
import { NewStaySheet } from './new-stay-sheet.tsx'
import { comingStaysQuery, pastStaysQuery } from './property-queries.ts'
import { StayLine } from './stay-line.tsx'
import { propertiesWords } from './words/properties-words.ts'

const PAST_STEP = 20

interface StaysProps {
  property: Property
  onLink(stay: Reservation): void
}

/** Who is there, who comes, who was there: by the days of the property. */
export function Stays({ property, onLink }: StaysProps): ReactNode {
  const words = useWords(propertiesWords)
  const { may } = useRole()
  const desk = useDesk()
  const today = todayIn(property.timezone ?? desk.timezone)
  const [isAdding, setAdding] = useState(false)
  const { data, isPending } = useQuery(comingStaysQuery(desk, property.id, today))
  const coming = (data?.items ?? []).filter(({ status }) => status !== 'CANCELLED')
  const now = coming.filter(({ checkinDate }) => checkinDate <= today)
  const next = coming.filter(({ checkinDate }) => checkinDate > today)
  const isManager = may('manager')
  const lines = (stays: readonly Reservation[]): ReactNode =>
    stays.map((stay) => <StayLine key={stay.id} stay={stay} isManaged={isManager} onLink={() => onLink(stay)} />)
  return (
    <Section
      title={words.stays.title}
      aside={
        isManager ? (
          <Button icon="plus" onClick={() => setAdding(true)}>
            {words.stays.add}
          </Button>
        ) : null
      }
    >
      <Card className="grid">
        <Part title={words.stays.now} isShown={now.length > 0}>
          {lines(now)}
        </Part>
        <Part title={words.stays.next} isShown={next.length > 0}>
          {lines(next)}
        </Part>
        {!isPending && coming.length === 0 ? <p className="p-4 text-soft">{words.stays.none}</p> : null}
        <PastStays property={property} today={today} lines={lines} />
      </Card>
      {isAdding ? <NewStaySheet property={property} today={today} onClose={() => setAdding(false)} /> : null}
    </Section>
  )
}

function Part({ title, isShown, children }: { title: string; isShown: boolean; children: ReactNode }): ReactNode {
  if (!isShown) return null
  return (
    <section aria-label={title} className="border-line not-first:border-t">
      <h3 className="px-4 pt-3 text-small font-medium text-soft">{title}</h3>
      <ul className="divide-y divide-line">{children}</ul>
    </section>
  )
}

interface PastStaysProps {
  property: Property
  today: string
  lines(stays: readonly Reservation[]): ReactNode
}

function PastStays({ property, today, lines }: PastStaysProps): ReactNode {
  const words = useWords(propertiesWords)
  const desk = useDesk()
  const [limit, setLimit] = useState(0)
  const { data } = useQuery({ ...pastStaysQuery(desk, property.id, today, limit), enabled: limit > 0 })
  const past = (data?.items ?? []).filter(
    ({ checkoutDate, status }) => checkoutDate < today || (status === 'CANCELLED' && checkoutDate >= today),
  )
  const hasMore = limit === 0 || (data !== undefined && data.pagination.total > limit && limit < 100)
  return (
    <>
      <Part title={words.stays.past} isShown={past.length > 0}>
        {lines(past)}
      </Part>
      {data && past.length === 0 && !hasMore ? (
        <p className="border-t border-line p-4 text-soft">{words.stays.nonePast}</p>
      ) : null}
      {hasMore ? (
        <div className="border-t border-line p-2">
          <Button look="quiet" onClick={() => setLimit(Math.min(limit + PAST_STEP, 100))}>
            {limit === 0 ? words.stays.showPast : words.stays.showMore}
          </Button>
        </div>
      ) : null}
    </>
  )
}
