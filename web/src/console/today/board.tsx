import { Link } from '@tanstack/react-router'
import { useState, type DragEvent, type ReactNode } from 'react'
import type { Task, TaskUpdate } from '../../../../src/modules/tasks/task.schema.ts'
import { Icon } from '../../design/icon.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { usePeople } from '../tasks/lookup-queries.ts'
import type { Face } from '../tasks/task-face.ts'
import { OVER, peopleOn, PrioritySign, StatusSign } from '../tasks/task-signs.tsx'
import type { Column } from './columns.ts'
import { todayWords } from './words/today-words.ts'

interface BoardProps {
  columns: readonly Column[]
  by: 'person' | 'property'
  /** For those who do not drag. */
  onAssign(task: Task): void
  onGive(task: Task, changes: TaskUpdate, face: Face): void
}

/** Columns side by side on a desk, below each other on a phone. By person, a task is given to somebody by dragging it. */
export function Board({ columns, by, onAssign, onGive }: BoardProps): ReactNode {
  const people = usePeople()
  const [dragged, setDragged] = useState<Task>()
  function drop(column: Column): void {
    const task = dragged
    setDragged(undefined)
    if (!task || by !== 'person') return
    const isVendor = people.find(({ id }) => id === column.id)?.kind === 'vendor'
    const { id, name } = column
    const assignee = id && {
      id,
      role: 'PRIMARY' as const,
      type: isVendor ? ('VENDOR' as const) : ('USER' as const),
      userId: isVendor ? null : id,
      vendorOrgId: isVendor ? id : null,
      name,
    }
    onGive(
      task,
      { primaryUserId: id && !isVendor ? id : null, primaryVendorOrgId: id && isVendor ? id : null },
      { assignees: assignee ? [assignee] : [] },
    )
  }
  return (
    <div className="grid items-start gap-4 px-4 pb-16 lg:grid-flow-col lg:auto-cols-[minmax(18rem,22rem)] lg:justify-start lg:overflow-x-auto lg:px-6">
      {columns.map((column) => (
        <BoardColumn
          key={column.id ?? ''}
          column={column}
          isTarget={dragged !== undefined && by === 'person'}
          onDrop={() => drop(column)}
        >
          {column.tasks.map((task) => (
            <BoardCard
              key={task.id}
              task={task}
              isDraggable={by === 'person'}
              onDrag={setDragged}
              onAssign={() => onAssign(task)}
            />
          ))}
        </BoardColumn>
      ))}
    </div>
  )
}

interface ColumnProps {
  column: Column
  isTarget: boolean
  onDrop(): void
  children: ReactNode
}

function BoardColumn({ column, isTarget, onDrop, children }: ColumnProps): ReactNode {
  const words = useWords(todayWords)
  const { format } = useLanguage()
  const minutes = column.tasks.reduce((sum, { estimatedDurationMinutes }) => sum + (estimatedDurationMinutes ?? 0), 0)
  return (
    // Dragging is the quick way; the button on each card is the way for everybody.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={column.name}
      className={`grid gap-2 rounded-card p-2 ${isTarget ? 'bg-accent-ground' : 'bg-sunken'}`}
      onDragOver={(event) => isTarget && event.preventDefault()}
      onDrop={onDrop}
    >
      <h2 className="flex items-baseline gap-2 px-2 pt-1 font-semibold">
        <span className="min-w-0 flex-1 truncate">{column.name}</span>
        <span className="text-small font-normal text-soft">
          {words.count(column.tasks.length)}
          {minutes === 0 ? '' : ` · ${format.minutes(minutes)}`}
        </span>
      </h2>
      <ul className="grid gap-2">{children}</ul>
    </section>
  )
}

interface CardProps {
  task: Task
  isDraggable: boolean
  onDrag(task: Task | undefined): void
  onAssign(): void
}

function BoardCard({ task, isDraggable, onDrag, onAssign }: CardProps): ReactNode {
  const words = useWords(todayWords)
  const { format } = useLanguage()
  const { id } = useDesk()
  const drag = {
    draggable: isDraggable,
    onDragStart(event: DragEvent) {
      event.dataTransfer.effectAllowed = 'move'
      onDrag(task)
    },
    onDragEnd: () => onDrag(undefined),
  }
  return (
    <li
      {...(isDraggable ? drag : {})}
      className={`grid gap-1.5 rounded-control border border-line bg-surface p-3 shadow-card ${OVER.includes(task.status) ? 'opacity-75' : ''}`}
    >
      <p className="flex items-center gap-2 text-small text-soft">
        <span className="font-semibold text-ink">
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
        <StatusSign status={task.status} />
        <PrioritySign priority={task.priority} />
        <button
          type="button"
          aria-label={words.assign(task.shortId)}
          className="ml-auto flex min-h-11 min-w-11 items-center gap-1 rounded-control px-2 text-small text-soft hover:bg-sunken"
          onClick={onAssign}
        >
          <Icon name="user" className="size-4" />
          {isDraggable ? null : peopleOn(task)}
        </button>
      </div>
    </li>
  )
}
