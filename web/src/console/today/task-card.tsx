import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Badge } from '../../design/badge.tsx'
import { Icon } from '../../design/icon.tsx'
import { Joined } from '../../design/joined.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { namesOn, OVER, PrioritySign, StatusSign } from '../tasks/task-signs.tsx'
import { tasksWords } from '../tasks/words/tasks-words.ts'
import type { Dragging } from './dragging.ts'
import { todayWords } from './words/today-words.ts'

interface CardProps {
  task: Task
  isBlocked: boolean
  isLate: boolean
  /** Where the column does not say it. */
  showsPeople: boolean
  dragging: Dragging
  onAssign(): void
}

/** A task of the day, to be read, opened, given to somebody or dragged to another place. */
export function TaskCard({ task, isBlocked, isLate, showsPeople, dragging, onAssign }: CardProps): ReactNode {
  const words = useWords(todayWords)
  const tasks = useWords(tasksWords)
  const { format } = useLanguage()
  const { id } = useDesk()
  return (
    <li
      {...dragging.source(task)}
      data-task={task.id}
      className={`grid cursor-grab gap-0.5 rounded-control border border-line bg-surface px-3 pt-3 pb-1 shadow-card ${OVER.includes(task.status) ? 'opacity-75' : ''}`}
    >
      <p className="flex items-center gap-2 text-small text-soft">
        <span className={`flex items-center gap-1 font-semibold ${isLate ? 'text-danger-text' : 'text-ink'}`}>
          {isLate ? <Icon name="clock" className="size-4" /> : null}
          {isLate ? <span className="sr-only">{tasks.late}: </span> : null}
          {task.scheduledTime === null ? words.anyTime : format.time(task.scheduledTime)}
        </span>
        <span className="min-w-0 truncate">{task.property?.name}</span>
      </p>
      <Link
        to="/$workspaceId/tasks/$taskId"
        params={{ workspaceId: id, taskId: task.id }}
        className="-mx-1 flex min-h-11 items-center rounded-lg px-1 font-medium hover:underline"
      >
        {task.title}
      </Link>
      <div className="flex flex-wrap items-center gap-x-1.5">
        {isBlocked ? <BlockedSign /> : null}
        <StatusSign status={task.status} />
        <PrioritySign priority={task.priority} />
        <button
          type="button"
          className="relative -mr-2 ml-auto flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-control px-2 text-small text-soft hover:bg-sunken"
          onClick={onAssign}
        >
          <Icon name="user" className="size-4" />
          <span className="sr-only">{words.assign(task.shortId)}</span>
          {showsPeople ? (
            <span className="max-w-40 truncate">
              <Joined parts={namesOn(task)} by=", " />
            </span>
          ) : null}
        </button>
      </div>
    </li>
  )
}

/** It cannot be completed, whatever is done on it: something else comes first. */
function BlockedSign(): ReactNode {
  const words = useWords(todayWords)
  return (
    <Badge tone="warn">
      <Icon name="hourglass" className="size-3.5" />
      {words.blocked}
    </Badge>
  )
}
