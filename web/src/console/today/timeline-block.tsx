import { Link } from '@tanstack/react-router'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { TONES } from '../../design/badge.tsx'
import { Icon } from '../../design/icon.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { OVER } from '../tasks/task-signs.tsx'
import { tasksWords } from '../tasks/words/tasks-words.ts'
import type { Dragging } from './dragging.ts'
import { todayWords } from './words/today-words.ts'

interface BlockProps {
  task: Task
  isBlocked: boolean
  isLate: boolean
  dragging: Dragging
  style?: CSSProperties
  onKeyDown(event: KeyboardEvent): void
}

/** A piece of work in its hours. */
export function TimelineBlock({ task, isBlocked, isLate, dragging, style, onKeyDown }: BlockProps): ReactNode {
  const words = useWords(todayWords)
  const { statuses, late } = useWords(tasksWords)
  const { format } = useLanguage()
  const { id } = useDesk()
  const isOver = OVER.includes(task.status)
  const when = task.scheduledTime === null ? words.anyTime : format.time(task.scheduledTime)
  const look = isBlocked ? TONES.warn : isOver ? TONES.plain : TONES.good
  return (
    <Link
      to="/$workspaceId/tasks/$taskId"
      params={{ workspaceId: id, taskId: task.id }}
      data-task={task.id}
      title={task.title}
      className={`@container relative grid min-h-12 min-w-11 cursor-grab grid-cols-[minmax(0,1fr)] content-center overflow-hidden rounded-lg border border-edge px-1.5 text-small outline-offset-[-2px] ${look}`}
      {...(style ? { style } : {})}
      {...dragging.source(task)}
      onKeyDown={onKeyDown}
    >
      <span className="sr-only">
        {[isLate ? late : undefined, when, statuses[task.status], isBlocked ? words.blocked : undefined]
          .filter(Boolean)
          .join(', ')}
      </span>
      {/* Where there is no room for both, the whole title rather than the beginnings of two things. */}
      <span className="flex items-center gap-1 font-semibold @max-[7rem]:gap-0.5 @max-[7rem]:leading-tight">
        {isBlocked ? <Icon name="hourglass" className="size-3.5 @max-[7rem]:size-3" /> : null}
        {isLate ? <Icon name="clock" className="size-3.5 @max-[7rem]:size-3" /> : null}
        {isOver ? <Icon name="check" className="size-3.5 @max-[7rem]:size-3" /> : null}
        <span className="line-clamp-1 break-all @max-[7rem]:line-clamp-2 @max-[7rem]:[word-break:normal]">
          {task.title}
        </span>
      </span>
      <span className="truncate @max-[7rem]:hidden">{task.property?.name}</span>
    </Link>
  )
}
