import type { ReactNode } from 'react'
import { ButtonLink } from '../design/button.tsx'
import { Card, Fact, Prose } from '../design/card.tsx'
import { addressLines, mapLink } from '../design/map-link.ts'
import { useLanguage } from '../language/language.tsx'
import { useTask } from './task-context.ts'

/** Where, when, how to get in, what to do. */
export function Facts(): ReactNode {
  const { outlook, words } = useTask()
  const { format } = useLanguage()
  const { task } = outlook.task
  const { property, scheduledDate, scheduledTime, estimatedDurationMinutes: minutes } = task
  const map = property ? mapLink(property, navigator.userAgent) : undefined
  return (
    <Card className="divide-y divide-line">
      {property ? (
        <Fact icon="pin" label={words.where}>
          <p className="font-semibold">{property.name}</p>
          {addressLines(property).map((line) => (
            <p key={line} className="text-label text-soft">
              {line}
            </p>
          ))}
          {map ? (
            <ButtonLink look="quiet" href={map} target="_blank" className="-mb-3 -ml-4 justify-self-start">
              {words.openMap}
              <span className="sr-only"> ({words.opensInNewTab})</span>
            </ButtonLink>
          ) : null}
        </Fact>
      ) : null}
      {scheduledDate ? (
        <Fact icon="calendar" label={words.when}>
          <p className="font-semibold">{format.day(scheduledDate)}</p>
          <p className="text-label text-soft">
            {[
              scheduledTime ? format.time(scheduledTime) : words.anyTime,
              minutes ? words.about(format.minutes(minutes)) : '',
            ]
              .filter((part) => part !== '')
              .join(' · ')}
          </p>
        </Fact>
      ) : null}
      {property?.accessNotes ? (
        <Fact icon="key" label={words.access}>
          <Prose>{property.accessNotes}</Prose>
        </Fact>
      ) : null}
      {task.description ? (
        <Fact icon="rules" label={words.description}>
          <Prose>{task.description}</Prose>
        </Fact>
      ) : null}
    </Card>
  )
}
