import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { Empty } from '../parts/empty.tsx'
import { Segments } from '../parts/segments.tsx'
import { useNow } from '../parts/now.ts'
import { useDesk } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { usePeople } from '../tasks/lookup-queries.ts'
import { dayAfter, TaskPicker, type PickerKind } from '../tasks/pickers.tsx'
import { useTaskChange } from '../tasks/task-changes.ts'
import { OVER, todayIn } from '../tasks/task-signs.tsx'
import { Board } from './board.tsx'
import { columnsOf, rowsOf } from './columns.ts'
import { DayMap } from './day-map.tsx'
import { DayStrip } from './day-strip.tsx'
import { useDragging } from './dragging.ts'
import { isOverdue, minutesAt } from './hours.ts'
import { Lookout } from './lookout.tsx'
import { moved, type Place } from './move.ts'
import { Timeline } from './timeline.tsx'
import { useBlocked, useDayTasks } from './today-queries.ts'
import { readTodaySearch, VIEWS, type TodaySearch } from './today-search.ts'
import { useTodayKeys } from './use-today-keys.ts'
import { todayWords } from './words/today-words.ts'

const MINUTE_MILLIS = 60_000
const route = getRouteApi('/$workspaceId/frame/today')

/** The work of a day: who does what, where and when, and what needs a look. */
export function TodayPage(): ReactNode {
  const words = useWords(todayWords)
  const { format } = useLanguage()
  const { id, timezone } = useDesk()
  const search = readTodaySearch({ ...route.useSearch() })
  const navigate = useNavigate()
  const today = todayIn(timezone)
  const date = search.date ?? today
  const day = useDayTasks(date)
  const tasks = day.data?.items ?? []
  const blocked = useBlocked(date)
  const late = lateOf(tasks, { date, today, minutes: minutesAt(useNow(true, MINUTE_MILLIS), timezone) })
  const changeTask = useTaskChange()
  const people = usePeople()
  const dragging = useDragging()
  const [acting, setActing] = useState<{ kind: PickerKind; task: Task }>()
  function move(task: Task, place: Place): void {
    const change = moved(task, place, people)
    if (change) changeTask({ task, ...change })
  }
  const go = (next: TodaySearch): void =>
    void navigate({ to: '/$workspaceId/today', params: { workspaceId: id }, search: next, replace: true })
  const goTo = (next: string): void => go({ ...search, date: next === today ? undefined : next })
  useTodayKeys({ tasks, onAct: (kind, task) => setActing({ kind, task }), onMove: move })
  return (
    <>
      <PageHeader
        title={date === today ? words.title : format.day(date)}
        aside={
          <p aria-live="polite" className="text-soft">
            {day.data ? words.done(tasks.filter(({ status }) => OVER.includes(status)).length, tasks.length) : ''}
          </p>
        }
        actions={
          <>
            <Button icon="chevronLeft" aria-label={words.dayBefore} onClick={() => goTo(dayAfter(date, -1))} />
            <Button onClick={() => goTo(today)}>{words.title}</Button>
            <Button icon="chevronRight" aria-label={words.dayAfter} onClick={() => goTo(dayAfter(date, 1))} />
            <ViewButtons search={search} onGo={go} />
          </>
        }
      />
      <div className="relative min-h-0 flex-1 lg:overflow-y-auto">
        <DayStrip
          date={date}
          today={today}
          dragging={dragging}
          onGo={goTo}
          onMove={(task, next) => move(task, { date: next })}
        />
        <Lookout date={date} tasks={tasks} blocked={blocked} late={late} />
        {day.isPending ? <Waiting /> : null}
        {day.isError && !day.data ? <LoadFailure error={day.error} onRetry={() => void day.refetch()} /> : null}
        {day.data && tasks.length === 0 ? <Empty icon="sun" title={words.empty} text={words.emptyText} /> : null}
        {tasks.length === 0 ? null : (
          <DayView
            by={search.by ?? 'person'}
            {...{ tasks, people, blocked, late, dragging }}
            onMove={move}
            onAssign={(task) => setActing({ kind: 'assign', task })}
          />
        )}
      </div>
      {acting ? (
        <TaskPicker
          kind={acting.kind}
          task={acting.task}
          onChange={(changes, face) => changeTask({ task: acting.task, changes, ...(face ? { face } : {}) })}
          onClose={() => setActing(undefined)}
        />
      ) : null}
    </>
  )
}

/** What of the day should be over: all that was to be done on a day before, today what has had its time. */
function lateOf(
  tasks: readonly Task[],
  { date, today, minutes }: { date: string; today: string; minutes: number },
): ReadonlySet<string> {
  if (date > today) return new Set()
  const late = tasks.filter((task) => (date < today ? !OVER.includes(task.status) : isOverdue(task, minutes)))
  return new Set(late.map(({ id }) => id))
}

interface DayViewProps extends Omit<Parameters<typeof Timeline>[0], never> {
  by: (typeof VIEWS)[number]
  onAssign(task: Task): void
}

function DayView({ by, onAssign, people, onMove, ...day }: DayViewProps): ReactNode {
  const words = useWords(todayWords)
  if (by === 'timeline') return <Timeline {...day} people={people} onMove={onMove} />
  if (by === 'map') return <DayMap {...day} onAssign={onAssign} />
  const columns = by === 'person' ? rowsOf(day.tasks, people, words.nobody) : columnsOf(day.tasks, by, words.nowhere)
  return (
    <Board
      columns={columns}
      by={by}
      blocked={day.blocked}
      late={day.late}
      dragging={day.dragging}
      onAssign={onAssign}
      onMove={onMove}
    />
  )
}

/** The same day from another side; in the address, as the day is. */
function ViewButtons({ search, onGo }: { search: TodaySearch; onGo(search: TodaySearch): void }): ReactNode {
  const words = useWords(todayWords)
  return (
    <div className="max-w-full min-w-0 max-sm:w-full">
      <Segments
        label={words.viewsLabel}
        options={VIEWS.map((value) => ({ value, label: words.views[value] }))}
        value={search.by ?? 'person'}
        onChoose={(view) => onGo({ ...search, by: view === 'person' ? undefined : view })}
      />
    </div>
  )
}
