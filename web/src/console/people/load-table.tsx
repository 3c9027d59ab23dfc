import { Link } from '@tanstack/react-router'
import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react'
import type { Workload } from '../../../../src/modules/tasks/workload.schema.ts'
import { Icon } from '../../design/icon.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { Empty } from '../parts/empty.tsx'
import { useLongRows } from '../parts/long-rows.ts'
import { useIsDesk } from '../parts/media.ts'
import { useRowKeys } from '../parts/row-keys.ts'
import { useDesk } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import type { Page } from '../shell/request.ts'
import { LoadCell } from './load-cell.tsx'
import { loadOf } from './load.ts'
import type { PeopleView } from './people-view.ts'
import { peopleWords } from './words/people-words.ts'

const COLUMNS = 'lg:grid lg:grid-cols-[13rem_repeat(7,minmax(0,1fr))]'

interface LoadTableProps {
  view: PeopleView
  days: readonly string[]
  today: string
  onTotal(total: number | undefined): void
}

/** People below each other, the days of the week beside each other; on a phone the week in a line. */
export function LoadTable({ view, days, today, onTotal }: LoadTableProps): ReactNode {
  const words = useWords(peopleWords)
  const { id, api, desk } = useDesk()
  const box = useRef<HTMLDivElement>(null)
  const isDesk = useIsDesk()
  const { week: _week, ...filters } = view
  const range = { from: days[0] ?? today, to: days[6] ?? today }
  const { first, total, seen, height, itemAt, scrollTo } = useLongRows<Workload>({
    box,
    rowHeight: isDesk ? 84 : 72,
    queryKey: [id, 'workload', range, filters],
    ask: (page, signal) => api.read<Page<Workload>>(`${desk}/workload`, { ...range, ...filters, ...page }, signal),
  })
  const count = total ?? 0
  const { current, setCurrent } = useRowKeys({ box, count, scrollTo })
  useEffect(() => onTotal(total), [total, onTotal])
  if (first.isPending) return <Waiting />
  if (first.isError && !first.data) return <LoadFailure error={first.error} onRetry={() => void first.refetch()} />
  if (count === 0) return <Empty icon="users" title={words.empty.title} text={words.empty.text} />
  return (
    <div
      ref={box}
      className="relative h-[calc(100dvh-13rem)] min-h-80 flex-1 overflow-y-auto border-t border-line bg-surface lg:h-auto"
    >
      <div role="table" aria-label={words.title} aria-rowcount={count + 1}>
        <Heads days={days} today={today} />
        <div role="rowgroup" className="relative" style={{ height }}>
          {seen.map(({ index, start, size }) => (
            <PersonRow
              key={index}
              person={itemAt(index)}
              position={index}
              today={today}
              isCurrent={index === current}
              onFocus={() => setCurrent(index)}
              style={{ position: 'absolute', insetInline: 0, height: size, transform: `translateY(${start}px)` }}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

function Heads({ days, today }: Pick<LoadTableProps, 'days' | 'today'>): ReactNode {
  const words = useWords(peopleWords)
  const { format } = useLanguage()
  return (
    <div role="rowgroup" className="sticky top-0 z-10 hidden border-b border-line bg-paper lg:block">
      <div role="row" className={`h-11 items-center px-6 text-small font-medium text-soft ${COLUMNS}`}>
        <span role="columnheader">{words.name}</span>
        {days.map((day) => (
          <span
            key={day}
            role="columnheader"
            aria-current={day === today ? 'date' : undefined}
            className={`px-2 ${day === today ? 'font-bold text-accent-text' : ''}`}
          >
            {format.shortDay(day)}
          </span>
        ))}
      </div>
    </div>
  )
}

interface PersonRowProps {
  person: Workload | undefined
  position: number
  today: string
  isCurrent: boolean
  style: CSSProperties
  onFocus(): void
}

function PersonRow({ person, position, today, isCurrent, style, onFocus }: PersonRowProps): ReactNode {
  const isDesk = useIsDesk()
  const place = { role: 'row', 'aria-rowindex': position + 2, style }
  if (!person) {
    return (
      <div {...place} className="flex items-center border-b border-line px-4 lg:px-6">
        <span role="cell" className="h-4 w-2/3 animate-breathe rounded-full bg-sunken" />
      </div>
    )
  }
  return (
    <div
      {...place}
      className={`border-b border-line lg:items-stretch lg:px-6 ${COLUMNS} ${isCurrent ? 'bg-sunken' : ''}`}
    >
      <div role="rowheader" className="h-full min-w-0">
        <PersonLink person={person} position={position} onFocus={onFocus} />
      </div>
      {isDesk
        ? person.days.map((day) => (
            <div key={day.date} role="cell" className={`min-w-0 ${day.date === today ? 'bg-accent-ground/40' : ''}`}>
              <LoadCell person={person} day={day} />
            </div>
          ))
        : null}
    </div>
  )
}

interface PersonLinkProps {
  person: Workload
  position: number
  onFocus(): void
}

function PersonLink({ person, position, onFocus }: PersonLinkProps): ReactNode {
  const words = useWords(peopleWords)
  const { id } = useDesk()
  const overDays = person.days.filter((day) => loadOf(day).state === 'over').length
  const tasks = person.days.reduce((sum, day) => sum + day.tasks, 0)
  const face = (
    <>
      <span className="truncate font-medium">{person.name}</span>
      <span className="flex min-w-0 items-center gap-1 text-small text-soft">
        {overDays > 0 ? (
          <span className="inline-flex items-center gap-1 font-semibold text-danger-text">
            <Icon name="alert" className="size-4" />
            {words.overDays(overDays)}
          </span>
        ) : (
          <span className="truncate">{tasks === 0 ? words.weekFree : words.weekTasks(tasks)}</span>
        )}
      </span>
    </>
  )
  const look = {
    'data-index': position,
    onFocus,
    className: 'grid h-full min-h-11 min-w-0 content-center px-4 hover:underline lg:px-0 lg:pr-3',
  }
  return person.kind === 'vendor' ? (
    <Link to="/$workspaceId/people/vendors/$vendorId" params={{ workspaceId: id, vendorId: person.id }} {...look}>
      {face}
    </Link>
  ) : (
    <Link to="/$workspaceId/people/$personId" params={{ workspaceId: id, personId: person.id }} {...look}>
      {face}
    </Link>
  )
}
