import type { ReactNode } from 'react'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useKeys } from '../shell/keyboard.ts'
import type { PlannedHome } from './calendar-queries.ts'
import type { CalendarView } from './calendar-view.ts'
import { DayList } from './day-sheet.tsx'
import { calendarWords } from './words/calendar-words.ts'

interface PhoneDaysProps {
  homes: readonly PlannedHome[]
  days: readonly string[]
  today: string
  view: CalendarView
  onView(changes: { day: string; home: undefined }): void
}

/** Where there is no room for a grid: the days beside each other, and what happens on the chosen one below. */
export function PhoneDays({ homes, days, today, view, onView }: PhoneDaysProps): ReactNode {
  const words = useWords(calendarWords)
  const { format } = useLanguage()
  const day = days.find((each) => each === view.day) ?? days.find((each) => each === today) ?? days[0] ?? today
  const go = (step: number): void => {
    const next = days[days.indexOf(day) + step]
    if (next !== undefined) onView({ day: next, home: undefined })
  }
  useKeys({ ArrowLeft: () => go(-1), ArrowRight: () => go(1) }, { '←': words.left, '→': words.right })
  const clashing = new Set(homes.flatMap(({ findings }) => findings.clashes.map(({ date }) => date)))
  return (
    <>
      <div className="relative flex gap-1 overflow-x-auto border-y border-line bg-surface px-2 py-2">
        {days.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === day}
            ref={each === day ? intoSight : undefined}
            className={`grid min-h-14 w-13 shrink-0 place-content-center justify-items-center rounded-control text-center leading-tight ${each === day ? 'bg-accent text-on-accent' : each === today ? 'bg-accent-ground text-accent-text' : ''}`}
            onClick={() => onView({ day: each, home: undefined })}
          >
            <DayFace day={each} />
            <span className={`text-small leading-3 font-bold ${clashing.has(each) ? '' : 'invisible'}`}>
              <span aria-hidden="true">!</span>
              {clashing.has(each) ? <span className="sr-only">{words.hasClash}</span> : null}
            </span>
          </button>
        ))}
      </div>
      <section aria-label={format.day(day)} className="grid grid-cols-1 gap-3 px-4 pt-4 pb-16">
        <h2 className="text-lead font-semibold">{format.day(day)}</h2>
        <DayList homes={homes} day={day} />
      </section>
    </>
  )
}

/** The chosen day, when it becomes the chosen one. */
function intoSight(button: HTMLButtonElement | null): void {
  button?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

function DayFace({ day }: { day: string }): ReactNode {
  const { format } = useLanguage()
  const { weekday, date } = format.dayParts(day)
  return (
    <>
      <span className="text-small">{weekday}</span>
      <span className="font-semibold">{date}</span>
    </>
  )
}
