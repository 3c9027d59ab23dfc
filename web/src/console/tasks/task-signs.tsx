import type { ReactNode } from 'react'
import type { Task, TaskStatus } from '../../../../src/modules/tasks/task.schema.ts'
import { Badge, type Tone } from '../../design/badge.tsx'
import { Icon } from '../../design/icon.tsx'
import { Joined } from '../../design/joined.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useNow } from '../parts/now.ts'
import { tasksWords } from './words/tasks-words.ts'

const MINUTE_MILLIS = 60_000
const TONES: Partial<Record<TaskStatus, Tone>> = {
  IN_PROGRESS: 'info',
  SCHEDULED: 'info',
  COMPLETED: 'good',
  FINISHED: 'good',
  REQUEST_APPROVED: 'good',
  PENDING_APPROVAL: 'warn',
  REQUEST_REJECTED: 'danger',
}
/** What is still to do is not over. */
export const OVER: readonly TaskStatus[] = ['COMPLETED', 'FINISHED', 'CLOSED', 'REQUEST_REJECTED']

export function StatusSign({ status }: { status: TaskStatus }): ReactNode {
  const words = useWords(tasksWords)
  return <Badge tone={TONES[status] ?? 'plain'}>{words.statuses[status]}</Badge>
}

/** Only what stands out: most tasks are normal, and a sign on each would be a sign on none. */
export function PrioritySign({ priority }: { priority: Task['priority'] }): ReactNode {
  const words = useWords(tasksWords)
  if (priority === 'NORMAL') return null
  const tone = priority === 'URGENT' ? 'danger' : priority === 'HIGH' ? 'warn' : 'plain'
  return (
    <Badge tone={tone}>
      <Icon name="flag" className="size-3.5" />
      {words.priorities[priority]}
    </Badge>
  )
}

function isLate({ scheduledDate, status }: Pick<Task, 'scheduledDate' | 'status'>, today: string): boolean {
  return scheduledDate !== null && scheduledDate < today && !OVER.includes(status)
}

export function WhenSign({
  task,
  today,
}: {
  task: Pick<Task, 'scheduledDate' | 'scheduledTime' | 'status'>
  today: string
}): ReactNode {
  const { format } = useLanguage()
  const words = useWords(tasksWords)
  if (task.scheduledDate === null) return null
  const late = isLate(task, today)
  return (
    <span className={`inline-flex items-center gap-1 ${late ? 'font-semibold text-danger-text' : ''}`}>
      {late ? <Icon name="clock" className="size-4" /> : null}
      {late ? <span className="sr-only">{words.late}: </span> : null}
      {format.shortDay(task.scheduledDate)}
      {task.scheduledTime === null ? '' : ` ${format.time(task.scheduledTime)}`}
    </span>
  )
}

export function namesOn({ assignees = [] }: Pick<Task, 'assignees'>): string[] {
  return assignees.toSorted((one, other) => one.role.localeCompare(other.role)).map(({ name }) => name)
}

/** Who has it, or that nobody does. */
export function PeopleOn({ task }: { task: Pick<Task, 'assignees'> }): ReactNode {
  const words = useWords(tasksWords)
  const names = namesOn(task)
  return names.length === 0 ? words.nobody : <Joined parts={names} by=", " />
}

/** The day it is at the workspace. */
export function todayIn(timezone: string, now = Date.now()): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(now)
}

/** The same for a page that is left open: after midnight it is another one. */
export function useToday(timezone: string): string {
  return todayIn(timezone, useNow(true, MINUTE_MILLIS))
}
