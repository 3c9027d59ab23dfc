import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Card, Section } from '../../design/card.tsx'
import { Icon } from '../../design/icon.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { dependenciesQuery, subtasksQuery } from './task-queries.ts'
import { StatusSign } from './task-signs.tsx'
import { tasksWords } from './words/tasks-words.ts'

/** The parts of the task, and the tasks that it waits for. */
export function Subtasks({ task }: { task: Task }): ReactNode {
  const words = useWords(tasksWords)
  const desk = useDesk()
  const parts = useQuery(subtasksQuery(desk, task.id)).data?.items ?? []
  const waits = useQuery(dependenciesQuery(desk, task.id)).data?.items ?? []
  return (
    <>
      <Section title={words.subtasks}>
        <TaskLinks tasks={parts} />
        <div>
          <Link
            to="/$workspaceId/new-task"
            params={{ workspaceId: desk.id }}
            search={{ parentTaskId: task.id }}
            className="inline-flex min-h-12 items-center gap-2 rounded-control border border-line bg-surface px-4 font-semibold hover:bg-sunken"
          >
            <Icon name="plus" className="size-5" />
            {words.newSubtask}
          </Link>
        </div>
      </Section>
      {waits.length === 0 ? null : (
        <Section title={words.waitsFor}>
          <TaskLinks tasks={waits} />
        </Section>
      )}
    </>
  )
}

function TaskLinks({ tasks }: { tasks: readonly Pick<Task, 'id' | 'shortId' | 'title' | 'status'>[] }): ReactNode {
  const { id } = useDesk()
  if (tasks.length === 0) return null
  return (
    <Card>
      <ul className="divide-y divide-line">
        {tasks.map((task) => (
          <li key={task.id}>
            <Link
              to="/$workspaceId/tasks/$taskId"
              params={{ workspaceId: id, taskId: task.id }}
              className="flex min-h-12 items-center gap-3 px-4 hover:bg-sunken"
            >
              <span className="font-mono text-small text-soft">{task.shortId}</span>
              <span className="min-w-0 flex-1 truncate">{task.title}</span>
              <StatusSign status={task.status} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
