import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useKeys } from '../shell/keyboard.ts'
import type { PlannedHome } from './calendar-queries.ts'
import { CalendarRow, isWeekend, NAME_WIDTH, ROW_HEIGHT } from './calendar-row.tsx'
import { nextClash } from './next-clash.ts'
import { calendarWords } from './words/calendar-words.ts'

/** Wide enough for a finger, and for a sign beside a number. */
const DAY_WIDTH = '3rem'

interface CalendarGridProps {
  homes: readonly PlannedHome[]
  days: readonly string[]
  today: string
  /** A day of one home, or of all. */
  onOpen(day: string, home?: PlannedHome): void
}

/** Homes below each other, days beside each other. Only the homes in sight are on the page. */
export function CalendarGrid({ homes, days, today, onOpen }: CalendarGridProps): ReactNode {
  const words = useWords(calendarWords)
  const box = useRef<HTMLDivElement>(null)
  // The compiler leaves this component alone, which costs nothing: only the rows in sight are made.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: homes.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    scrollPaddingStart: 56,
  })
  const at = useGridKeys({ box, homes, days, today, scrollTo: (row) => rows.scrollToIndex(row), onOpen })
  return (
    <div ref={box} className="relative min-h-0 flex-1 overflow-auto border-t border-line bg-surface">
      <div
        role="grid"
        aria-label={words.title}
        aria-rowcount={homes.length + 1}
        aria-colcount={days.length + 1}
        style={{ minWidth: `calc(${NAME_WIDTH} + ${days.length} * ${DAY_WIDTH})` }}
      >
        <DayHeads days={days} today={today} onOpen={onOpen} />
        <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start, size }) => {
            const home = homes[index]
            return home ? (
              <CalendarRow
                key={home.id}
                home={home}
                row={index}
                days={days}
                today={today}
                column={at.row === index ? at.column : undefined}
                start={start}
                size={size}
                onOpen={at.open}
              />
            ) : null
          })}
        </div>
      </div>
    </div>
  )
}

function DayHeads({ days, today, onOpen }: Pick<CalendarGridProps, 'days' | 'today' | 'onOpen'>): ReactNode {
  const words = useWords(calendarWords)
  return (
    <div role="rowgroup" className="sticky top-0 z-20">
      <div role="row" aria-rowindex={1} className="flex h-14 border-b border-line bg-paper">
        <div
          role="columnheader"
          className="sticky left-0 z-10 grid shrink-0 content-center border-r border-line bg-paper px-4 text-small font-medium text-soft lg:pl-6"
          style={{ width: NAME_WIDTH }}
        >
          {words.home}
        </div>
        <div role="none" className="grid flex-1 grid-flow-col auto-cols-fr">
          {days.map((day) => (
            <div
              key={day}
              role="columnheader"
              className={`border-l border-line first:border-l-0 ${isWeekend(day) ? 'bg-sunken' : ''}`}
            >
              <button
                type="button"
                tabIndex={-1}
                aria-current={day === today ? 'date' : undefined}
                className={`grid size-full min-w-11 place-content-center text-center leading-tight hover:bg-sunken ${day === today ? 'bg-accent text-on-accent hover:bg-accent-strong' : ''}`}
                onClick={() => onOpen(day)}
              >
                <span className="sr-only">{words.open}</span>
                <DayHead day={day} isFirst={day === days[0]} />
              </button>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/** The month only where it begins: every other column would say the same. */
function DayHead({ day, isFirst }: { day: string; isFirst: boolean }): ReactNode {
  const { format } = useLanguage()
  const { weekday, date, month } = format.dayParts(day)
  return (
    <>
      <span className="text-small">{weekday}</span>
      <span className="font-semibold whitespace-nowrap">
        {date} <span className={isFirst || day.endsWith('-01') ? 'text-small tracking-tight' : 'sr-only'}>{month}</span>
      </span>
    </>
  )
}

interface GridKeys extends CalendarGridProps {
  box: RefObject<HTMLDivElement | null>
  scrollTo(row: number): void
}

/** Where in the grid one is, moved by arrows or letters. */
function useGridKeys({ box, homes, days, today, scrollTo, onOpen }: GridKeys) {
  const words = useWords(calendarWords)
  const [at, setAt] = useState({ row: 0, column: Math.max(days.indexOf(today), 0) })
  const row = Math.min(at.row, Math.max(homes.length - 1, 0))
  const column = Math.min(at.column, days.length - 1)
  const wanted = useRef('')
  useEffect(() => {
    if (wanted.current === '') return
    // The row is there after the next frame, if it was out of sight.
    const frame = requestAnimationFrame(() => {
      const cell = box.current?.querySelector<HTMLElement>(`[data-cell="${wanted.current}"]`)
      cell?.focus({ preventScroll: true })
      cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      wanted.current = ''
    })
    return () => cancelAnimationFrame(frame)
  })
  function go(nextRow: number, nextColumn: number): void {
    if (nextRow < 0 || nextRow >= homes.length || nextColumn < 0 || nextColumn >= days.length) return
    wanted.current = `${nextRow} ${nextColumn}`
    scrollTo(nextRow)
    setAt({ row: nextRow, column: nextColumn })
  }
  function open(openRow: number, openColumn: number): void {
    const [home, day] = [homes[openRow], days[openColumn]]
    setAt({ row: openRow, column: openColumn })
    if (home && day !== undefined) onOpen(day, home)
  }
  function goToClash(): void {
    const next = nextClash(homes, days, { row, column })
    if (next) go(next.row, next.column)
  }
  useKeys(
    {
      ArrowDown: () => go(row + 1, column),
      ArrowUp: () => go(row - 1, column),
      ArrowRight: () => go(row, column + 1),
      ArrowLeft: () => go(row, column - 1),
      j: () => go(row + 1, column),
      k: () => go(row - 1, column),
      l: () => go(row, column + 1),
      h: () => go(row, column - 1),
      Home: () => go(row, 0),
      End: () => go(row, days.length - 1),
      n: goToClash,
      Enter: () => open(row, column),
    },
    { '←': words.left, '→': words.right, Enter: words.open, n: words.nextClash },
  )
  // The same function for as long as the grid is shown, so that no row is drawn again for it.
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  const openLatest = useCallback((openRow: number, openColumn: number) => latest.current(openRow, openColumn), [])
  return { row, column, open: openLatest }
}
