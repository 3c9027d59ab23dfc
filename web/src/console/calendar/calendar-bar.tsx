import type { ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { FilterSelect } from '../parts/filter-select.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { shellWords } from '../shell/words/shell-words.ts'
import { HOME_STATUSES } from '../properties/home-filters.ts'
import { propertiesWords } from '../properties/words/properties-words.ts'
import { dayAfter } from '../tasks/pickers.tsx'
import type { CalendarView } from './calendar-view.ts'
import { calendarWords } from './words/calendar-words.ts'

interface CalendarBarProps {
  view: CalendarView
  from: string
  today: string
  total: number | undefined
  /** Unknown until all homes are there. */
  clashes: number | undefined
  onView(changes: { [Name in keyof CalendarView]: CalendarView[Name] | undefined }): void
}

/** Which weeks, which homes. */
export function CalendarBar({ view, from, today, total, clashes, onView }: CalendarBarProps): ReactNode {
  const words = useWords(calendarWords)
  const shell = useWords(shellWords)
  const { statuses } = useWords(propertiesWords)
  const { format } = useLanguage()
  const weeks = view.weeks ?? 2
  const goTo = (day: string): void => onView({ from: day === today ? undefined : day, day: undefined, home: undefined })
  const move = (days: number): void => goTo(dayAfter(from, days))
  useKeys(
    {
      '/': () => document.getElementById('calendar-search')?.focus(),
      '[': () => move(-7),
      ']': () => move(7),
      t: () => goTo(today),
    },
    { '/': shell.keys.search, '[': words.earlier, ']': words.later, t: words.today },
  )
  return (
    <>
      <PageHeader
        title={words.title}
        aside={
          <p aria-live="polite" className="text-soft">
            {format.shortDays(from, dayAfter(from, weeks * 7 - 1))}
            {total === undefined ? '' : ` · ${words.homes(total)}`}
          </p>
        }
        actions={
          <>
            <Button icon="chevronLeft" aria-label={words.earlier} onClick={() => move(-7)} />
            <Button onClick={() => goTo(today)}>{words.today}</Button>
            <Button icon="chevronRight" aria-label={words.later} onClick={() => move(7)} />
          </>
        }
      />
      <div className="flex flex-wrap items-center gap-2 px-4 pb-3 lg:px-6">
        <SearchField
          id="calendar-search"
          label={words.search}
          placeholder={words.searchHint}
          text={view.q ?? ''}
          onSearch={(q) => onView({ q })}
        />
        <FilterSelect
          label={words.allStatuses}
          value={view.status}
          options={HOME_STATUSES.map((value) => ({ value, label: statuses[value] }))}
          onChoose={(status) => onView({ status })}
        />
        <div role="group" aria-label={words.howLong} className="hidden gap-2 lg:flex">
          {([2, 4, 6] as const).map((count) => (
            <Button
              key={count}
              aria-pressed={weeks === count}
              look={weeks === count ? 'tinted' : 'secondary'}
              onClick={() => onView({ weeks: count === 2 ? undefined : count })}
            >
              {words.weeks(count)}
            </Button>
          ))}
        </div>
        {clashes === undefined ? null : (
          <Toggle
            label={words.onlyClashes(clashes)}
            isOn={view.only === 'clashes'}
            onToggle={(isOn) => onView({ only: isOn ? 'clashes' : undefined })}
          />
        )}
      </div>
    </>
  )
}
