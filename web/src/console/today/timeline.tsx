import { Fragment, type CSSProperties, type ReactNode } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import type { Person } from '../../../../src/modules/workforce/person.schema.ts'
import { useLanguage, useWords } from '../../language/language.tsx'
import { minutesOn, rowsOf, type Column } from './columns.ts'
import type { Dragging } from './dragging.ts'
import { hoursOf, linesOf, timeAt } from './hours.ts'
import type { Place } from './move.ts'
import { TimelineBlock } from './timeline-block.tsx'
import { useKeyMoves } from './use-key-moves.ts'
import { todayWords } from './words/today-words.ts'

const HOUR_REM = 4.5
const LINE_REM = 3.25

interface TimelineProps {
  tasks: readonly Task[]
  people: readonly Person[]
  blocked: ReadonlySet<string>
  late: ReadonlySet<string>
  dragging: Dragging
  onMove(task: Task, place: Place): void
}

/** People as rows, hours as columns. A task is dragged, or moved by Shift and the arrows, to another person or hour. */
export function Timeline({ tasks, people, blocked, late, dragging, onMove }: TimelineProps): ReactNode {
  const words = useWords(todayWords)
  const { format } = useLanguage()
  const rows = rowsOf(tasks, people, words.nobody)
  const moves = useKeyMoves({ tasks, people, order: rows.map(({ id }) => id), onMove })
  const hours = hoursOf(moves.tasks)
  const shown = rowsOf(moves.tasks, people, words.nobody)
  const names = Array.from({ length: hours.to - hours.from }, (_, index) => hours.from + index)
  return (
    <div className="overflow-x-auto px-4 pb-16 lg:px-6">
      <p className="pb-2 text-small text-soft max-lg:sr-only">{words.timelineHint}</p>
      <div className="grid w-max grid-cols-[8rem_8rem_max-content] overflow-clip rounded-card border border-line bg-surface lg:grid-cols-[11rem_9rem_max-content]">
        <p className="sticky left-0 z-10 bg-surface" />
        <p className="border-l border-line px-2 py-2 text-small text-soft">{words.anyTime}</p>
        <p aria-hidden className="flex border-l border-line py-2 text-small text-soft">
          {names.map((hour) => (
            <span key={hour} className="-ml-px border-l border-transparent pl-1" style={{ width: `${HOUR_REM}rem` }}>
              {format.time(timeAt(hour * 60))}
            </span>
          ))}
        </p>
        {shown.map((row) => (
          <Fragment key={row.id ?? ''}>
            <RowHead row={row} />
            <AnyTime row={row} dragging={dragging} onMove={onMove}>
              {(task) => (
                <TimelineBlock
                  key={task.id}
                  task={task}
                  isBlocked={blocked.has(task.id)}
                  isLate={late.has(task.id)}
                  dragging={dragging}
                  onKeyDown={moves.keysOf(task)}
                />
              )}
            </AnyTime>
            <RowHours row={row} hours={hours} dragging={dragging} onMove={onMove}>
              {(task, style) => (
                <TimelineBlock
                  key={task.id}
                  task={task}
                  isBlocked={blocked.has(task.id)}
                  isLate={late.has(task.id)}
                  dragging={dragging}
                  style={style}
                  onKeyDown={moves.keysOf(task)}
                />
              )}
            </RowHours>
          </Fragment>
        ))}
      </div>
    </div>
  )
}

function RowHead({ row }: { row: Column }): ReactNode {
  const words = useWords(todayWords)
  const { format } = useLanguage()
  const minutes = minutesOn(row.tasks)
  return (
    <div className="sticky left-0 z-10 border-t border-line bg-surface px-3 py-2">
      <h2 className="truncate font-semibold">{row.name}</h2>
      <p className="text-small text-soft">
        {words.count(row.tasks.length)}
        {minutes === 0 ? '' : ` · ${format.minutes(minutes)}`}
      </p>
    </div>
  )
}

interface CellProps<Child> {
  row: Column
  dragging: Dragging
  onMove(task: Task, place: Place): void
  children: Child
}

const over = ({ task }: Dragging): string => (task ? 'bg-accent-ground' : '')

function AnyTime({ row, dragging, onMove, children }: CellProps<(task: Task) => ReactNode>): ReactNode {
  const untimed = row.tasks.filter(({ scheduledTime }) => scheduledTime === null)
  return (
    <div
      className={`grid content-start gap-1 border-t border-l border-line p-1 ${over(dragging)}`}
      {...dragging.target((task) => onMove(task, { personId: row.id ?? null, time: null }))}
    >
      {untimed.map(children)}
    </div>
  )
}

interface HoursProps extends CellProps<(task: Task, style: CSSProperties) => ReactNode> {
  hours: { from: number; to: number }
}

function RowHours({ row, hours, dragging, onMove, children }: HoursProps): ReactNode {
  const { lineOf, count } = linesOf(row.tasks)
  const timed = row.tasks.filter(({ scheduledTime }) => scheduledTime !== null)
  return (
    <div
      className={`relative border-t border-l border-line ${over(dragging)}`}
      style={{
        width: `${(hours.to - hours.from) * HOUR_REM}rem`,
        minHeight: `${count * LINE_REM + 0.5}rem`,
        backgroundImage: `repeating-linear-gradient(to right, var(--line) 0 1px, transparent 1px ${HOUR_REM}rem)`,
      }}
      {...dragging.target((task, { currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect()
        const minutes = hours.from * 60 + ((clientX - left) / width) * (hours.to - hours.from) * 60
        onMove(task, { personId: row.id ?? null, time: timeAt(minutes) })
      })}
    >
      {timed.map((task) => children(task, placeOf(task, hours.from, lineOf.get(task.id) ?? 0)))}
    </div>
  )
}

function placeOf(task: Task, fromHour: number, line: number): CSSProperties {
  const [hours = 0, minutes = 0] = (task.scheduledTime ?? '').split(':').map(Number)
  const length = task.estimatedDurationMinutes || 60
  return {
    position: 'absolute',
    left: `${(hours - fromHour + minutes / 60) * HOUR_REM + 0.0625}rem`,
    top: `${line * LINE_REM + 0.25}rem`,
    // Short work has a name too; what reaches past midnight ends there.
    width: `${Math.max(2.75, Math.min(length / 60, 24 - hours - minutes / 60) * HOUR_REM - 0.125)}rem`,
    height: `${LINE_REM - 0.25}rem`,
  }
}
