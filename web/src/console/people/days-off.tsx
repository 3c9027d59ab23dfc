import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { WorkException, WorkExceptionCreate } from '../../../../src/modules/workforce/work-exception.schema.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Joined } from '../../design/joined.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk, useRole } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { todayIn } from '../tasks/task-signs.tsx'
import { DayOffSheet } from './day-off-sheet.tsx'
import { exceptionsQuery } from './people-queries.ts'
import { peopleWords } from './words/people-words.ts'

/** The days on which somebody works otherwise than usual. */
export function DaysOff({ membershipId }: { membershipId: string }): ReactNode {
  const words = useWords(peopleWords)
  const desk = useDesk()
  const { may } = useRole()
  const [isAdding, setAdding] = useState(false)
  const { data } = useQuery(exceptionsQuery(desk, membershipId, todayIn(desk.timezone)))
  const { add, remove, isBusy } = useDayOffChanges(membershipId, () => setAdding(false))
  const isManager = may('manager')
  return (
    <Card className="grid gap-3 p-4">
      <h2 className="font-semibold">{words.daysOff.title}</h2>
      {data && data.items.length === 0 ? <p className="text-soft">{words.daysOff.none}</p> : null}
      <ul className="grid gap-2 empty:hidden">
        {data?.items.map((exception) => (
          <ExceptionLine
            key={exception.id}
            exception={exception}
            {...(isManager ? { onRemove: () => remove(exception) } : {})}
          />
        ))}
      </ul>
      {isManager ? (
        <Button icon="plus" onClick={() => setAdding(true)}>
          {words.daysOff.add}
        </Button>
      ) : null}
      {isAdding ? <DayOffSheet isBusy={isBusy} onAdd={add} onClose={() => setAdding(false)} /> : null}
    </Card>
  )
}

function ExceptionLine({ exception, onRemove }: { exception: WorkException; onRemove?: () => void }): ReactNode {
  const words = useWords(peopleWords)
  const { format } = useLanguage()
  const { kind, firstDate, lastDate, startsAt, endsAt, reason } = exception
  const days = firstDate === lastDate ? format.shortDay(firstDate) : format.shortDays(firstDate, lastDate)
  const times = startsAt === null || endsAt === null ? undefined : `${format.time(startsAt)} – ${format.time(endsAt)}`
  return (
    <li className="flex items-center gap-3 border-t border-line pt-2">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={kind === 'DAY_OFF' ? 'warn' : 'info'}>{words.daysOff.kinds[kind]}</Badge>
          <span className="font-medium">{days}</span>
        </p>
        <p className="text-small text-soft empty:hidden">
          <Joined parts={[times, reason]} />
        </p>
      </div>
      {onRemove ? (
        <Button
          icon="trash"
          aria-label={words.daysOff.removeOf(`${words.daysOff.kinds[kind]}, ${days}`)}
          onClick={onRemove}
        />
      ) : null}
    </li>
  )
}

function useDayOffChanges(membershipId: string, onAdded: () => void) {
  const words = useWords(peopleWords)
  const client = useQueryClient()
  const { id, api, desk } = useDesk()
  const path = `${desk}/members/${membershipId}/work-exceptions`
  const again = (): void => {
    for (const list of ['work-exceptions', 'workload']) void client.invalidateQueries({ queryKey: [id, list] })
  }
  const adding = useChange<WorkExceptionCreate, WorkException>({
    send: (body, key) => api.send(path, { method: 'POST', body, key }),
    onDone() {
      again()
      onAdded()
    },
    said: () => words.daysOff.added,
  })
  const removing = useChange<WorkException, unknown>({
    send: (exception, key) => api.send(`${path}/${exception.id}`, { method: 'DELETE', key }),
    onDone: again,
    said: () => words.daysOff.removed,
    undo:
      (_, { kind, firstDate, lastDate, startsAt, endsAt, reason }) =>
      () =>
        adding.mutate(change({ kind, firstDate, lastDate, startsAt, endsAt, reason })),
  })
  return {
    add: (input: WorkExceptionCreate) => adding.mutate(change(input)),
    remove: (exception: WorkException) => removing.mutate(change(exception)),
    isBusy: adding.isPending,
  }
}
