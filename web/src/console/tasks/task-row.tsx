import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Joined } from '../../design/joined.tsx'
import { useWords } from '../../language/language.tsx'
import type { Pressed } from './use-selection.ts'
import { OVER, PeopleOn, PrioritySign, StatusSign, WhenSign } from './task-signs.tsx'
import { tasksWords } from './words/tasks-words.ts'

interface TaskRowProps {
  task: Task | undefined
  workspaceId: string
  today: string
  position: number
  total: number
  isCurrent: boolean
  isDesk: boolean
  isSelected: boolean
  /** Where it lies in the list, and how high it is, in pixels. */
  start: number
  height: number
  onPress(pressed: Pressed): Promise<void>
  onFocus(position: number): void
}

/** One line of the list on a desk; on a phone three: what, where and who, and how it stands. */
export function TaskRow(props: TaskRowProps): ReactNode {
  const { task, workspaceId, today, position, total, isCurrent, isDesk, isSelected, onPress, onFocus } = props
  const style = {
    position: 'absolute',
    insetInline: 0,
    height: props.height,
    transform: `translateY(${props.start}px)`,
  } as const
  const place = { 'aria-setsize': total, 'aria-posinset': position + 1 }
  if (!task) {
    return (
      <li {...place} style={style} className="flex items-center border-b border-line px-4 lg:px-6">
        <span className="h-4 w-2/3 animate-breathe rounded-full bg-sunken" />
        <span className="sr-only">…</span>
      </li>
    )
  }
  return (
    <li
      {...place}
      style={style}
      className={`flex items-center border-b border-line pl-1 lg:pl-3 ${isSelected ? 'bg-accent-ground' : isCurrent ? 'bg-sunken' : 'hover:bg-sunken'}`}
    >
      <SelectBox task={task} position={position} isSelected={isSelected} onPress={onPress} />
      <Link
        to="/$workspaceId/tasks/$taskId"
        params={{ workspaceId, taskId: task.id }}
        data-index={position}
        onFocus={() => onFocus(position)}
        className="grid h-full min-w-0 flex-1 content-center gap-x-4 gap-y-0.5 pl-1.5 pr-4 outline-offset-[-3px] lg:flex lg:items-center lg:pr-6"
      >
        <span className="hidden w-16 shrink-0 font-mono text-small text-soft lg:block">{task.shortId}</span>
        <span className="grid min-w-0 lg:flex-1">
          <span className={`truncate font-medium ${OVER.includes(task.status) ? 'text-soft' : ''}`}>{task.title}</span>
          {isDesk ? (
            <span className="truncate text-small text-soft">
              <Joined parts={[task.property?.name, ...(task.tags ?? []).map(({ name }) => `#${name}`)]} />
            </span>
          ) : (
            <span className="flex gap-1 text-small text-soft">
              {task.property ? <bdi className="truncate">{task.property.name}</bdi> : null}
              <span className={task.property ? 'max-w-1/2 shrink-0 truncate' : 'truncate'}>
                {task.property ? '· ' : ''}
                <PeopleOn task={task} />
              </span>
            </span>
          )}
        </span>
        <span className="flex min-w-0 items-center gap-2 overflow-hidden text-small whitespace-nowrap text-soft lg:contents">
          <span className="shrink-0 empty:hidden">
            <PrioritySign priority={task.priority} />
          </span>
          <span className="shrink-0 lg:w-32">
            <StatusSign status={task.status} />
          </span>
          <span className="shrink-0 empty:hidden max-lg:order-first lg:w-36 lg:empty:block">
            <WhenSign task={task} today={today} />
          </span>
          {isDesk ? (
            <span className="w-32 shrink-0 truncate">
              <PeopleOn task={task} />
            </span>
          ) : null}
        </span>
      </Link>
    </li>
  )
}

interface SelectBoxProps extends Pick<TaskRowProps, 'position' | 'isSelected' | 'onPress'> {
  task: Task
}

function SelectBox({ task, position, isSelected, onPress }: SelectBoxProps): ReactNode {
  const words = useWords(tasksWords)
  return (
    <label className="grid size-11 shrink-0 place-items-center select-none">
      <input
        type="checkbox"
        className="size-5 accent-accent"
        aria-label={words.selectTask(task.shortId)}
        checked={isSelected}
        // The press of the mouse or of the space bar knows whether Shift was held.
        onChange={({ target, nativeEvent }) =>
          void onPress({
            task,
            index: position,
            isOn: target.checked,
            isRange: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey,
          })
        }
      />
    </label>
  )
}
