import { useMemo, type ReactNode } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { useLanguage, useWords } from '../../language/language.tsx'
import { dayAfter } from '../tasks/pickers.tsx'
import type { Dragging } from './dragging.ts'
import { todayWords } from './words/today-words.ts'

interface DayStripProps {
  date: string
  today: string
  dragging: Dragging
  onGo(date: string): void
  onMove(task: Task, date: string): void
}

/** The days around the day: the way to each day, and where work is put that has to wait for it. */
export function DayStrip({ date, today, dragging, onGo, onMove }: DayStripProps): ReactNode {
  const words = useWords(todayWords)
  const { format, language } = useLanguage()
  const [weekday, number] = useMemo(
    () => [
      new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }),
      new Intl.DateTimeFormat(language, { day: 'numeric', timeZone: 'UTC' }),
    ],
    [language],
  )
  return (
    <ul aria-label={words.week} className="flex gap-1 overflow-x-auto px-4 pb-3 lg:px-6">
      {daysAround(date, today).map((day) => {
        const look =
          day === date
            ? 'bg-accent text-on-accent'
            : dragging.task
              ? 'bg-accent-ground text-accent-text'
              : 'hover:bg-sunken'
        const moment = new Date(`${day}T00:00:00Z`)
        return (
          <li key={day} className="flex-1 sm:flex-none">
            <button
              type="button"
              aria-current={day === date ? 'date' : undefined}
              className={`relative grid min-h-12 w-full min-w-11 place-items-center rounded-control px-2 text-small sm:w-20 ${look}`}
              onClick={() => onGo(day)}
              {...dragging.target((task) => onMove(task, day))}
            >
              <span className="sr-only">{format.day(day)}</span>
              <span aria-hidden className="whitespace-nowrap">
                {weekday.format(moment)}
              </span>
              <span
                aria-hidden
                className={`text-label font-semibold tabular-nums ${day === today ? 'underline decoration-2 underline-offset-4' : ''}`}
              >
                {number.format(moment)}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Seven days from yesterday on, or from the day before one that is farther away: the next day is always there. */
function daysAround(date: string, today: string): string[] {
  const isNear = date >= dayAfter(today, -1) && date <= dayAfter(today, 4)
  return Array.from({ length: 7 }, (_, index) => dayAfter(isNear ? today : date, index - 1))
}
