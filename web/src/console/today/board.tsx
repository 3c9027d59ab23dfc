import type { ReactNode } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { useLanguage, useWords } from '../../language/language.tsx'
import { minutesOn, type Column } from './columns.ts'
import type { Dragging } from './dragging.ts'
import type { Place } from './move.ts'
import { TaskCard } from './task-card.tsx'
import { todayWords } from './words/today-words.ts'

interface BoardProps {
  columns: readonly Column[]
  by: 'person' | 'property'
  blocked: ReadonlySet<string>
  late: ReadonlySet<string>
  dragging: Dragging
  /** For those who do not drag. */
  onAssign(task: Task): void
  onMove(task: Task, place: Place): void
}

/** Columns side by side on a desk, below each other on a phone. By person, a task is given to somebody by dragging it. */
export function Board({ columns, by, blocked, late, dragging, onAssign, onMove }: BoardProps): ReactNode {
  const isByPerson = by === 'person'
  return (
    <div className="grid items-start gap-4 px-4 pb-16 lg:grid-flow-col lg:auto-cols-[minmax(18rem,22rem)] lg:justify-start lg:overflow-x-auto lg:px-6">
      {columns.map((column) => (
        <BoardColumn
          key={column.id ?? ''}
          column={column}
          isTarget={isByPerson && dragging.task !== undefined}
          target={isByPerson ? dragging.target((task) => onMove(task, { personId: column.id ?? null })) : {}}
        >
          {column.tasks.map((task) => (
            <TaskCard
              key={task.id}
              task={task}
              isBlocked={blocked.has(task.id)}
              isLate={late.has(task.id)}
              showsPeople={!isByPerson}
              dragging={dragging}
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
  target: object
  children: ReactNode
}

function BoardColumn({ column, isTarget, target, children }: ColumnProps): ReactNode {
  const words = useWords(todayWords)
  const { format } = useLanguage()
  const minutes = minutesOn(column.tasks)
  return (
    // Dragging is the quick way; the button on each card is the way for everybody.
    <section
      aria-label={column.name}
      // Who is free is there to be given work, and nothing is dragged on a phone.
      className={`grid gap-2 rounded-card p-2 ${isTarget ? 'bg-accent-ground' : 'bg-sunken'} ${column.tasks.length === 0 ? 'max-lg:hidden' : ''}`}
      {...target}
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
