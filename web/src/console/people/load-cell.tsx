import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Workload, WorkloadDay } from '../../../../src/modules/tasks/workload.schema.ts'
import { Icon } from '../../design/icon.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { loadOf } from './load.ts'
import { peopleWords } from './words/people-words.ts'

const BARS = { off: 'bg-line', free: 'bg-line', open: 'bg-accent', full: 'bg-accent', over: 'bg-danger-text' } as const

interface LoadCellProps {
  person: Pick<Workload, 'id' | 'name'>
  day: WorkloadDay
  /** A line of a list, rather than a cell of a table. */
  isWide?: boolean
}

/** A day of somebody: how much, of how much, in words and as a bar. Leads to the tasks. */
export function LoadCell({ person, day, isWide = false }: LoadCellProps): ReactNode {
  const words = useWords(peopleWords)
  const { format } = useLanguage()
  const { id } = useDesk()
  if (day.tasks === 0) return <IdleDay day={day} />
  return (
    <Link
      to="/$workspaceId/tasks"
      params={{ workspaceId: id }}
      search={{ assigneeId: person.id, scheduledDate: day.date }}
      className={`grid h-full min-h-11 min-w-0 content-center gap-x-3 gap-y-0.5 rounded-control px-2 py-1 hover:bg-sunken ${isWide ? 'sm:grid-cols-[6rem_auto_minmax(0,1fr)] sm:items-center' : ''}`}
    >
      <span className="sr-only">{words.toTasks(person.name, format.shortDay(day.date))}</span>
      <LoadBar day={day} isWide={isWide} />
      <LoadText day={day} isWide={isWide} />
    </Link>
  )
}

function IdleDay({ day }: { day: WorkloadDay }): ReactNode {
  const words = useWords(peopleWords)
  const { state } = loadOf(day)
  return (
    <span className="grid h-full content-center px-2 text-small text-soft">
      {state === 'off' ? words.off : day.availableMinutes === null ? '–' : words.free}
    </span>
  )
}

function LoadBar({ day, isWide }: { day: WorkloadDay; isWide: boolean }): ReactNode {
  const { state, share } = loadOf(day)
  // In a list what stands below each other stays below each other.
  if (share === undefined) return isWide ? <span className="hidden sm:block" /> : null
  return (
    <span className="block h-2 overflow-hidden rounded-full bg-sunken">
      <span
        className={`block h-full rounded-full ${BARS[state]}`}
        style={{ width: `${Math.round(Math.min(share, 1) * 100)}%` }}
      />
    </span>
  )
}

function LoadText({ day, isWide }: { day: WorkloadDay; isWide: boolean }): ReactNode {
  const { state } = loadOf(day)
  const [first, ...others] = useLoadWords(day, isWide)
  return (
    <>
      <span
        className={`flex min-w-0 items-center gap-1 text-small font-semibold ${state === 'over' ? 'text-danger-text' : ''}`}
      >
        {state === 'over' ? <Icon name="alert" className="size-4" /> : null}
        <span className="truncate">{first}</span>
      </span>
      {isWide ? (
        <span className="truncate text-small text-soft">{others.join(' · ')}</span>
      ) : (
        others.map((text) => (
          <span key={text} className="truncate text-small text-soft">
            {text}
          </span>
        ))
      )}
    </>
  )
}

/** What matters most first. */
function useLoadWords(day: WorkloadDay, isWide: boolean): string[] {
  const words = useWords(peopleWords)
  const { format } = useLanguage()
  const { state, overMinutes } = loadOf(day)
  const work = format.shortMinutes(day.estimatedMinutes)
  const hours = day.availableMinutes === null ? undefined : format.shortMinutes(day.availableMinutes)
  const rest = [
    words.tasks(day.tasks),
    ...(day.tasksWithoutEstimate > 0 ? [words.unestimated(day.tasksWithoutEstimate)] : []),
  ]
  if (state === 'over') {
    const over = format.shortMinutes(overMinutes)
    return [day.availableMinutes === 0 ? words.overDayOff : isWide ? words.over(over) : `+${over}`, ...rest]
  }
  if (day.estimatedMinutes === 0) return rest
  return [hours === undefined ? work : words.ofHours(work, hours), ...rest]
}
