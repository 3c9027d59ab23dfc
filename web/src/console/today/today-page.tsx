import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { Message } from '../../design/message.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { dayAfter, TaskPicker } from '../tasks/pickers.tsx'
import { useTaskChange } from '../tasks/task-changes.ts'
import { OVER, todayIn } from '../tasks/task-signs.tsx'
import { Board } from './board.tsx'
import { columnsOf } from './columns.ts'
import { Lookout } from './lookout.tsx'
import { useDayTasks } from './today-queries.ts'
import { todayWords } from './words/today-words.ts'

const route = getRouteApi('/$workspaceId/frame/today')

/** The work of a day: who does what, where, and what needs a look. */
export function TodayPage(): ReactNode {
  const words = useWords(todayWords)
  const { format } = useLanguage()
  const { timezone } = useDesk()
  const search = route.useSearch()
  const today = todayIn(timezone)
  const date = search.date ?? today
  const by = search.by ?? 'person'
  const day = useDayTasks(date)
  const tasks = day.data?.items ?? []
  const changeTask = useTaskChange()
  const [assigning, setAssigning] = useState<Task>()
  return (
    <>
      <PageHeader
        title={date === today ? words.title : format.day(date)}
        aside={
          <p aria-live="polite" className="text-soft">
            {words.done(tasks.filter(({ status }) => OVER.includes(status)).length, tasks.length)}
          </p>
        }
        actions={<DayButtons date={date} today={today} by={by} />}
      />
      <div className="min-h-0 flex-1 lg:overflow-y-auto">
        <Lookout date={date} tasks={tasks} />
        {day.isPending ? <Waiting /> : null}
        {day.isError && !day.data ? <LoadFailure error={day.error} onRetry={() => void day.refetch()} /> : null}
        {day.data && tasks.length === 0 ? (
          <Message icon="sun" tone="good" title={words.empty} text={words.emptyText} />
        ) : null}
        <Board
          columns={columnsOf(tasks, by, by === 'person' ? words.nobody : words.nowhere)}
          by={by}
          onAssign={setAssigning}
          onGive={(task, changes, face) => changeTask({ task, changes, face })}
        />
      </div>
      {assigning ? (
        <TaskPicker
          kind="assign"
          task={assigning}
          onChange={(changes, face) => changeTask({ task: assigning, changes, ...(face ? { face } : {}) })}
          onClose={() => setAssigning(undefined)}
        />
      ) : null}
    </>
  )
}

interface DayButtonsProps {
  date: string
  today: string
  by: 'person' | 'property'
}

/** Another day, or the same one looked at from the other side; both are in the address. */
function DayButtons({ date, today, by }: DayButtonsProps): ReactNode {
  const words = useWords(todayWords)
  const { id } = useDesk()
  const navigate = useNavigate()
  function go(day: string, side: DayButtonsProps['by']): void {
    const search = { ...(day === today ? {} : { date: day }), ...(side === 'property' ? { by: side } : {}) }
    void navigate({ to: '/$workspaceId/today', params: { workspaceId: id }, search, replace: true })
  }
  return (
    <>
      <Button icon="chevronLeft" aria-label={words.dayBefore} onClick={() => go(dayAfter(date, -1), by)} />
      <Button onClick={() => go(today, by)}>{words.title}</Button>
      <Button icon="chevronRight" aria-label={words.dayAfter} onClick={() => go(dayAfter(date, 1), by)} />
      {(['person', 'property'] as const).map((side) => (
        <Button
          key={side}
          aria-pressed={by === side}
          look={by === side ? 'tinted' : 'secondary'}
          onClick={() => go(date, side)}
        >
          {side === 'person' ? words.byPerson : words.byProperty}
        </Button>
      ))}
    </>
  )
}
