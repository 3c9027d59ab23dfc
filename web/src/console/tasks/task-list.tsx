import { useVirtualizer } from '@tanstack/react-virtual'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { useWords } from '../../language/language.tsx'
import { Empty } from '../parts/empty.tsx'
import { useIsDesk } from '../parts/media.ts'
import { useDesk } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { useKeys } from '../shell/keyboard.ts'
import type { Filters } from './filters.ts'
import { placeIn, rememberPlace } from './list-place.ts'
import { PAGE_SIZE, useTaskPages } from './task-queries.ts'
import { SelectAll } from './select-all.tsx'
import { TaskRow } from './task-row.tsx'
import { useToday } from './task-signs.tsx'
import type { Selection } from './use-selection.ts'
import { tasksWords } from './words/tasks-words.ts'

const ROW_HEIGHT = { desk: 56, phone: 92 }

interface TaskListProps {
  filters: Filters
  selection: Selection
  onTotal(total: number | undefined): void
  /** The keys that change a task act on the one where the reader is; on those that are selected, the bar does it. */
  onAct(kind: 'assign' | 'status' | 'priority' | 'due', task: Task): void
}

/** As many tasks as there are; only those in sight are on the page and asked for. */
export function TaskList({ filters, selection, onTotal, onAct }: TaskListProps): ReactNode {
  const { id, timezone } = useDesk()
  const words = useWords(tasksWords)
  const box = useRef<HTMLDivElement>(null)
  const isDesk = useIsDesk()
  const memory = `${id} ${JSON.stringify(filters)}`
  const [pages, setPages] = useState<readonly number[]>([0])
  const { first, total, taskAt } = useTaskPages(filters, pages)
  const count = total ?? 0
  // The compiler leaves this component alone, which costs nothing: only the rows in sight are made.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => (isDesk ? ROW_HEIGHT.desk : ROW_HEIGHT.phone),
    overscan: 12,
    initialOffset: () => placeIn(memory).offset,
  })
  useEffect(() => rows.measure(), [rows, isDesk])
  const items = rows.getVirtualItems()
  const range = `${Math.floor((items[0]?.index ?? 0) / PAGE_SIZE)}-${Math.floor((items.at(-1)?.index ?? 0) / PAGE_SIZE)}`
  useEffect(() => {
    const [from = 0, to = 0] = range.split('-').map(Number)
    setPages(Array.from({ length: to - from + 1 }, (_, index) => from + index))
  }, [range])
  useEffect(() => onTotal(total), [total, onTotal])
  const { current, setCurrent } = useListKeys({ box, rows, count, memory, taskAt, selection, onAct })
  const today = useToday(timezone)

  if (first.isPending) return <Waiting />
  if (first.isError && !first.data) return <LoadFailure error={first.error} onRetry={() => void first.refetch()} />
  if (count === 0) return <Empty icon="list" title={words.empty.title} text={words.empty.text} />
  return (
    <>
      <SelectAll selection={selection} total={count} />
      <div
        ref={box}
        className="relative h-[calc(100dvh-13rem)] min-h-80 flex-1 overflow-y-auto border-t border-line bg-surface lg:h-auto"
        onScroll={({ currentTarget }) => rememberPlace(memory, { offset: currentTarget.scrollTop })}
      >
        <ul aria-label={words.title} className="relative" style={{ height: rows.getTotalSize() }}>
          {items.map(({ index, start, size }) => {
            const task = taskAt(index)
            return (
              <TaskRow
                key={index}
                task={task}
                workspaceId={id}
                today={today}
                position={index}
                total={count}
                isCurrent={index === current}
                isDesk={isDesk}
                isSelected={task !== undefined && selection.tasks.has(task.id)}
                start={start}
                height={size}
                // The same for every row and at every time, so that only what has changed is made anew.
                onPress={selection.press}
                onFocus={setCurrent}
              />
            )
          })}
        </ul>
      </div>
    </>
  )
}

interface ListKeys extends Pick<TaskListProps, 'selection' | 'onAct'> {
  box: RefObject<HTMLDivElement | null>
  rows: { scrollToIndex(index: number): void }
  count: number
  memory: string
  taskAt(index: number): Task | undefined
}

/** Moves through the list, and acts on the task where one is. */
function useListKeys({ box, rows, count, memory, taskAt, selection, onAct }: ListKeys) {
  const { id } = useDesk()
  const navigate = useNavigate()
  const [current, setCurrent] = useState(() => placeIn(memory).index)
  const wanted = useRef(current)
  function go(index: number): void {
    if (index < 0 || index >= count) return
    setCurrent(index)
    wanted.current = index
    rememberPlace(memory, { index })
    rows.scrollToIndex(index)
    // The row is there after the next frame, if it was out of sight. Whoever is further by then must not be taken back.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (wanted.current === index) focus(index)
      }),
    )
  }
  function focus(index: number): void {
    wanted.current = -1
    box.current?.querySelector<HTMLElement>(`a[data-index="${index}"]`)?.focus({ preventScroll: true })
  }
  const withTask = (act: (task: Task) => void) => (): void => {
    const task = taskAt(current)
    // What opens now gives the focus back to where it is now.
    focus(current)
    if (task) act(task)
  }
  const press = (task: Task, isRange: boolean): void =>
    void selection.press({ task, index: current, isOn: isRange || !selection.tasks.has(task.id), isRange })
  useKeys({
    j: () => go(current + 1),
    k: () => go(current - 1),
    ArrowDown: () => go(current + 1),
    ArrowUp: () => go(current - 1),
    Enter: withTask(
      (task) => void navigate({ to: '/$workspaceId/tasks/$taskId', params: { workspaceId: id, taskId: task.id } }),
    ),
    x: withTask((task) => press(task, false)),
    X: withTask((task) => press(task, true)),
    ...(selection.tasks.size > 0
      ? {}
      : {
          a: withTask((task) => onAct('assign', task)),
          s: withTask((task) => onAct('status', task)),
          p: withTask((task) => onAct('priority', task)),
          d: withTask((task) => onAct('due', task)),
        }),
  })
  return { current, setCurrent }
}
