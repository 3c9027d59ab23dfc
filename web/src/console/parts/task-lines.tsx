import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Card } from '../../design/card.tsx'
import { useDesk } from '../shell/console-context.ts'
import { namesOn, PrioritySign, StatusSign, todayIn, WhenSign } from '../tasks/task-signs.tsx'
import { Joined } from '../../design/joined.tsx'

/** A few tasks as lines that lead to them. */
export function TaskLines({
  tasks,
  isWithPeople = false,
}: {
  tasks: readonly Task[]
  isWithPeople?: boolean
}): ReactNode {
  const { id, timezone } = useDesk()
  const today = todayIn(timezone)
  return (
    <Card>
      <ul className="divide-y divide-line">
        {tasks.map((task) => (
          <li key={task.id}>
            <Link
              to="/$workspaceId/tasks/$taskId"
              params={{ workspaceId: id, taskId: task.id }}
              className="grid min-h-14 content-center gap-x-3 gap-y-1 px-4 py-2 hover:bg-sunken sm:flex sm:items-center"
            >
              <span className="grid min-w-0 sm:flex-1">
                <span className="truncate font-medium">{task.title}</span>
                <span className="truncate text-small text-soft">
                  <Joined parts={[task.shortId, !isWithPeople && task.property?.name]} />
                  {isWithPeople && namesOn(task).length > 0 ? (
                    <>
                      {' · '}
                      <Joined parts={namesOn(task)} by=", " />
                    </>
                  ) : null}
                </span>
              </span>
              <span className="flex flex-wrap items-center gap-2 text-small">
                <WhenSign task={task} today={today} />
                <PrioritySign priority={task.priority} />
                <StatusSign status={task.status} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
