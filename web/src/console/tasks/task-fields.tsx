import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Joined } from '../../design/joined.tsx'
import { useWords } from '../../language/language.tsx'
import { conflictOf } from '../parts/conflict.ts'
import { useMoment } from '../parts/moment.ts'
import { useDesk, useRole } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { useFieldText } from './conflict-text.tsx'
import type { PickerKind } from './pickers.tsx'
import { sendDrop } from './send-change.ts'
import { PeopleOn, PrioritySign, StatusSign, useToday, WhenSign } from './task-signs.tsx'
import { taskConversationsQuery } from './task-queries.ts'
import { tasksWords } from './words/tasks-words.ts'

/** What the task is, at a glance; each field is changed by pressing it. */
export function TaskFields({ task, onPick }: { task: Task; onPick(kind: PickerKind): void }): ReactNode {
  const words = useWords(tasksWords)
  const moment = useMoment()
  const { id, timezone } = useDesk()
  const { may } = useRole()
  const today = useToday(timezone)
  const rows: [PickerKind, ReactNode][] = [
    ['status', <StatusSign key="status" status={task.status} />],
    ['assign', <PeopleOn key="assign" task={task} />],
    ['due', task.scheduledDate === null ? words.noDate : <WhenSign key="due" task={task} today={today} />],
    [
      'priority',
      task.priority === 'NORMAL' ? words.priorities.NORMAL : <PrioritySign key="priority" priority={task.priority} />,
    ],
    ['property', task.property?.name ?? words.noProperty],
    ['department', task.department.name],
  ]
  return (
    <Card className="grid p-2">
      {rows.map(([kind, value]) => (
        <button
          key={kind}
          type="button"
          className="grid min-h-11 grid-cols-[7rem_minmax(0,1fr)] items-center gap-2 rounded-control px-2 text-left hover:bg-sunken"
          onClick={() => onPick(kind)}
        >
          <span className="text-small text-soft">{words.fields[kind]}</span>
          <span className="min-w-0 font-medium">{value}</span>
        </button>
      ))}
      {task.propertyId === null ? null : (
        <Link
          to="/$workspaceId/properties/$propertyId"
          params={{ workspaceId: id, propertyId: task.propertyId }}
          className="flex min-h-11 items-center rounded-control px-2 font-medium text-accent-text hover:bg-sunken"
        >
          {words.toProperty}
        </Link>
      )}
      {task.parentTaskId === null ? null : (
        <Link
          to="/$workspaceId/tasks/$taskId"
          params={{ workspaceId: id, taskId: task.parentTaskId }}
          className="flex min-h-11 items-center rounded-control px-2 font-medium text-accent-text hover:bg-sunken"
        >
          {words.parent}
        </Link>
      )}
      <Conversations taskId={task.id} />
      <p className="border-t border-line px-2 pt-2 pb-1 text-small text-soft">
        {words.createdBy(task.createdBy.name, moment(task.createdAt))}
      </p>
      {may('manager') ? <DropButton task={task} /> : null}
    </Card>
  )
}

/** Where the work was asked for. */
function Conversations({ taskId }: { taskId: string }): ReactNode {
  const words = useWords(tasksWords)
  const desk = useDesk()
  const { data } = useQuery(taskConversationsQuery(desk, taskId))
  return data?.items.map(({ id, contactName, subject }) => (
    <Link
      key={id}
      to="/$workspaceId/inbox/{-$conversationId}"
      params={{ workspaceId: desk.id, conversationId: id }}
      // In the list beside it, whether it is still open or not.
      search={{ view: 'all' }}
      className="grid min-h-11 content-center rounded-control px-2 font-medium text-accent-text hover:bg-sunken"
    >
      {words.toConversation}
      <span className="truncate text-small font-normal text-soft">
        <Joined parts={[contactName, subject]} />
      </span>
    </Link>
  ))
}

function DropButton({ task }: { task: Task }): ReactNode {
  const words = useWords(tasksWords)
  const client = useQueryClient()
  const navigate = useNavigate()
  const textOf = useFieldText()
  const { id, api, open, desk } = useDesk()
  const again = (): void => void client.invalidateQueries({ queryKey: [id, 'tasks'] })
  const restore = useChange<string, unknown>({
    send: (taskId, key) => api.send(`${desk}/tasks/${taskId}/restore`, { method: 'POST', key }),
    onDone: again,
    said: () => words.restored(task.shortId),
  })
  const drop = useChange<Task, unknown>({
    send: (seen, key) => sendDrop({ api, open }, seen, key),
    onDone() {
      client.removeQueries({ queryKey: [id, 'task', task.id] })
      again()
      void navigate({ to: '/$workspaceId/tasks', params: { workspaceId: id } })
    },
    said: () => words.dropped(task.shortId),
    undo:
      (_, { id: taskId }) =>
      () =>
        restore.mutate(change(taskId)),
    onRefused: (problem) =>
      conflictOf<Task>(problem, ({ value: current }) => {
        void client.invalidateQueries({ queryKey: [id, 'task', task.id] })
        return {
          title: current.shortId,
          labels: { ...words.fields, ...words.changedFields },
          theirs: (field) => textOf(current, field),
          mine: () => words.costs.gone,
          takeMine: () => drop.mutate(change(current)),
        }
      }),
  })
  return (
    <Button look="danger" icon="trash" busy={drop.isPending} onClick={() => drop.mutate(change(task))}>
      {words.drop}
    </Button>
  )
}
