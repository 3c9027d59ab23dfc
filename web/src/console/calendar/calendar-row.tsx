import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { Icon } from '../../design/icon.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { barsOf, gapSpan, type Bar } from './bars.ts'
import type { PlannedHome } from './calendar-queries.ts'
import { sayDay } from './day-words.ts'
import { OVER } from './findings.ts'
import { ClashSign, HATCHED } from './signs.tsx'
import { calendarWords } from './words/calendar-words.ts'

export const ROW_HEIGHT = 80
export const NAME_WIDTH = '13rem'
const BAR_TOP = 8
const BARS_HEIGHT = 34

interface CalendarRowProps {
  home: PlannedHome
  row: number
  days: readonly string[]
  today: string
  /** The column that the keyboard is at, if it is in this row. */
  column: number | undefined
  /** Where it stands among the rows, and how high it is. */
  start: number
  size: number
  onOpen(row: number, column: number): void
}

/**
 * A home and its days: who stays above, what is done and what is to look at below. Kept as it is while others come into
 * sight: a row has up to forty cells, and a list that is scrolled is drawn at every frame.
 */
export const CalendarRow = memo(function CalendarRow(props: CalendarRowProps): ReactNode {
  const { home, row, days, today, column, start, size, onOpen } = props
  const words = useWords(calendarWords)
  const { id } = useDesk()
  const { clashes } = home.findings
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className="absolute inset-x-0 flex border-b border-line bg-surface"
      style={{ height: size, transform: `translateY(${start}px)` }}
    >
      <div
        role="rowheader"
        aria-label={home.name}
        className="sticky left-0 z-10 grid shrink-0 border-r border-line bg-surface"
        style={{ width: NAME_WIDTH }}
      >
        <Link
          to="/$workspaceId/properties/$propertyId"
          params={{ workspaceId: id, propertyId: home.id }}
          tabIndex={-1}
          className="grid min-w-0 content-center px-4 hover:bg-sunken lg:pl-6"
        >
          <span className="truncate font-medium">{home.name}</span>
          <span className="truncate text-small text-soft">
            {clashes.length > 0 ? (
              <span className="font-semibold text-danger-text">{words.toLookAt(clashes.length)}</span>
            ) : (
              home.city
            )}
          </span>
        </Link>
      </div>
      <div role="none" className="relative grid flex-1 grid-flow-col auto-cols-fr">
        {days.map((day, index) => (
          <DayCell
            key={day}
            home={home}
            day={day}
            place={{ row, column: index }}
            isToday={day === today}
            isCurrent={column === index}
            onOpen={() => onOpen(row, index)}
          />
        ))}
        <Drawing home={home} days={days} />
      </div>
    </div>
  )
})

interface DayCellProps {
  home: PlannedHome
  day: string
  place: { row: number; column: number }
  isToday: boolean
  isCurrent: boolean
  onOpen(): void
}

function DayCell({ home, day, place, isToday, isCurrent, onOpen }: DayCellProps): ReactNode {
  const words = useWords(calendarWords)
  const { format } = useLanguage()
  const label = sayDay({ words, format }, home, day)
  const work = home.work.filter(({ scheduledDate }) => scheduledDate === day)
  const open = work.filter(({ status }) => !OVER.includes(status)).length
  const kinds = new Set(home.findings.clashes.filter(({ date }) => date === day).map(({ kind }) => kind))
  return (
    // The keys of the grid are heard by the page: arrows move, Enter opens.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="gridcell"
      tabIndex={isCurrent ? 0 : -1}
      aria-colindex={place.column + 2}
      aria-label={label}
      title={label}
      data-cell={`${place.row} ${place.column}`}
      className={`flex min-w-0 cursor-pointer items-end justify-center gap-1 border-l border-line pb-1.5 outline-offset-[-3px] first:border-l-0 hover:bg-sunken ${isToday ? 'bg-accent-ground/40' : isWeekend(day) ? 'bg-paper' : ''}`}
      onClick={onOpen}
    >
      {[...kinds].map((kind) => (
        <ClashSign key={kind} kind={kind} />
      ))}
      {work.length === 0 ? null : (
        <span
          className={`inline-flex h-5 items-center gap-0.5 rounded-full px-1.5 text-small leading-none font-semibold ${open === 0 ? 'text-soft' : 'bg-ink text-surface'}`}
        >
          {open === 0 ? <Icon name="check" className="size-4" /> : open}
        </span>
      )}
    </div>
  )
}

/** What the cells say, drawn over them. */
function Drawing({ home, days }: { home: PlannedHome; days: readonly string[] }): ReactNode {
  const words = useWords(calendarWords)
  const range = { from: days[0] ?? '', count: days.length }
  const { bars, lanes } = barsOf(home.stays, range)
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 overflow-hidden">
      {home.findings.gaps.map((gap) => {
        const span = gapSpan(gap, range)
        return span ? (
          <span
            key={gap.from}
            className={`absolute flex items-center overflow-hidden rounded-sm px-1.5 text-small whitespace-nowrap text-soft ${HATCHED}`}
            style={{ left: `${span.left}%`, width: `${span.width}%`, top: BAR_TOP + 4, height: BARS_HEIGHT - 8 }}
          >
            <span className="rounded-sm bg-surface px-1 leading-5">
              {span.width / 100 > 1.6 / days.length ? words.freeShort(gap.nights) : gap.nights}
            </span>
          </span>
        ) : null
      })}
      {bars.map((bar) => (
        <StayBar key={bar.stay.id} bar={bar} lanes={lanes} />
      ))}
    </div>
  )
}

function StayBar({ bar, lanes }: { bar: Bar; lanes: number }): ReactNode {
  const words = useWords(calendarWords)
  const { stay, lane, begins, ends } = bar
  const height = BARS_HEIGHT / lanes
  const look =
    stay.status === 'TENTATIVE'
      ? 'border-2 border-dashed border-accent bg-surface text-ink'
      : 'border border-accent bg-accent-ground text-accent-text'
  return (
    <span
      className={`absolute flex items-center overflow-hidden px-2 text-small font-semibold ${look} ${begins ? 'rounded-l-full' : 'border-l-0'} ${ends ? 'rounded-r-full' : 'border-r-0'}`}
      style={{
        left: `calc(${bar.left}% + 1px)`,
        width: `calc(${bar.width}% - 2px)`,
        top: BAR_TOP + lane * height,
        height: height - (lanes > 1 ? 1 : 0),
      }}
    >
      <span className="truncate leading-none">{stay.guestName ?? words.unnamed}</span>
    </span>
  )
}

export function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
}
