import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { Note } from '../../design/note.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { Empty } from '../parts/empty.tsx'
import { useIsDesk } from '../parts/media.ts'
import { useDesk } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { reasonOf } from '../shell/refusal.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { dayAfter } from '../tasks/pickers.tsx'
import { todayIn } from '../tasks/task-signs.tsx'
import { CalendarBar } from './calendar-bar.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import { useCalendarHomes, type PlannedHome } from './calendar-queries.ts'
import { parseCalendarView, type CalendarView } from './calendar-view.ts'
import { DayList } from './day-sheet.tsx'
import { OneHome } from './home-sheet.tsx'
import { PhoneDays } from './phone-days.tsx'
import { Legend } from './signs.tsx'
import { calendarWords } from './words/calendar-words.ts'

const route = getRouteApi('/$workspaceId/frame/calendar')

/** Stays and work of every home over some weeks, with what is to look at. */
export function CalendarPage(): ReactNode {
  const { id, timezone } = useDesk()
  const navigate = useNavigate()
  const view = parseCalendarView({ ...route.useSearch() })
  const today = todayIn(timezone)
  const from = view.from ?? today
  const days = useMemo(
    () => Array.from({ length: (view.weeks ?? 2) * 7 }, (_, index) => dayAfter(from, index)),
    [from, view.weeks],
  )
  const { first, rest, total, homes, isWhole } = useCalendarHomes(view, { from, to: days.at(-1) ?? from }, today)
  const needy = useMemo(() => homes.filter(({ findings }) => findings.clashes.length > 0), [homes])
  const setView = (changes: { [Name in keyof CalendarView]: CalendarView[Name] | undefined }): void =>
    void navigate({
      to: '/$workspaceId/calendar',
      params: { workspaceId: id },
      search: parseCalendarView({ ...view, ...changes }),
      replace: true,
    })
  const shown = view.only ? needy : homes
  return (
    <>
      <CalendarBar
        view={view}
        from={from}
        today={today}
        total={total}
        clashes={isWhole ? needy.reduce((sum, { findings }) => sum + findings.clashes.length, 0) : undefined}
        onView={setView}
      />
      {first.isPending ? <Waiting /> : null}
      {first.isError && !first.data ? <LoadFailure error={first.error} onRetry={() => void first.refetch()} /> : null}
      {rest.error ? <SomeMissing error={rest.error} onRetry={rest.retry} /> : null}
      {first.data ? (
        <Days homes={shown} days={days} today={today} view={view} isWhole={isWhole} onView={setView} />
      ) : null}
    </>
  )
}

/** Those whose page did not come are not shown as if there were none. */
function SomeMissing({ error, onRetry }: { error: unknown; onRetry(): void }): ReactNode {
  const shell = useWords(shellWords)
  return (
    <div className="px-4 pb-4 lg:px-6">
      <Note
        tone="danger"
        icon="alert"
        title={shell.notShown}
        actions={<Button onClick={onRetry}>{shell.tryAgain}</Button>}
      >
        <p>{reasonOf(error, shell)}</p>
      </Note>
    </div>
  )
}

interface DaysProps {
  homes: readonly PlannedHome[]
  days: readonly string[]
  today: string
  view: CalendarView
  isWhole: boolean
  onView(changes: { [Name in keyof CalendarView]: CalendarView[Name] | undefined }): void
}

function Days({ homes, days, today, view, isWhole, onView }: DaysProps): ReactNode {
  const words = useWords(calendarWords)
  const isDesk = useIsDesk()
  if (homes.length === 0 && isWhole) {
    const { title, text } = view.only ? words.allWell : words.empty
    return <Empty icon="calendar" tone={view.only ? 'good' : 'plain'} title={title} text={text} />
  }
  if (!isDesk) return <PhoneDays homes={homes} days={days} today={today} view={view} onView={onView} />
  return (
    <>
      <CalendarGrid homes={homes} days={days} today={today} onOpen={(day, home) => onView({ day, home: home?.id })} />
      <Legend />
      <OpenDay homes={homes} view={view} onClose={() => onView({ day: undefined, home: undefined })} />
    </>
  )
}

interface OpenDayProps {
  homes: readonly PlannedHome[]
  view: CalendarView
  onClose(): void
}

function OpenDay({ homes, view: { day, home }, onClose }: OpenDayProps): ReactNode {
  const { format } = useLanguage()
  if (day === undefined) return null
  const one = home === undefined ? undefined : homes.find(({ id }) => id === home)
  if (home !== undefined && !one) return null
  return (
    <Sheet title={one ? `${one.name}, ${format.shortDay(day)}` : format.day(day)} isOpen onClose={onClose}>
      {one ? <OneHome home={one} day={day} /> : <DayList homes={homes} day={day} />}
    </Sheet>
  )
}
