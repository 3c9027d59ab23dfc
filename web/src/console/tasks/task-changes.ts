import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Task, TaskUpdate } from '../../../../src/modules/tasks/task.schema.ts'
import { useWords } from '../../language/language.tsx'
import { conflictOf } from '../parts/conflict.ts'
import { Conflict } from '../parts/send-versioned.ts'
import { useDesk } from '../shell/console-context.ts'
import type { Problem } from '../shell/problem.ts'
import { change, useChange } from '../shell/use-change.ts'
import { othersOn } from './assignment.ts'
import { useFieldText } from './conflict-text.tsx'
import { sendChange } from './send-change.ts'
import { withFace, type Face, type FaceOf } from './task-face.ts'
import { underWay, withUnderWay } from './under-way.ts'
import { tasksWords } from './words/tasks-words.ts'

export interface TaskChange {
  task: Task
  changes: TaskUpdate
  /** What it looks like at once, where that is not the change itself. */
  face?: Face
  isUndo?: boolean
}

/** Shows the face of a task wherever it is shown. */
export function showTask(client: QueryClient, workspaceId: string, taskId: string, face: Face | FaceOf): void {
  const show = (data: unknown): unknown => withUnderWay(withFace(data, taskId, face))
  // An answer that is on its way knows nothing of this yet.
  void client.cancelQueries({ queryKey: [workspaceId, 'task', taskId, 'whole'] })
  for (const name of ['tasks', 'work-orders', 'task']) client.setQueriesData({ queryKey: [workspaceId, name] }, show)
}

/** The one way the console changes a task. */
export function useTaskChange(onRefused?: (problem: Problem, input: TaskChange) => boolean) {
  const client = useQueryClient()
  const { id, api, open } = useDesk()
  const words = useWords(tasksWords)
  const textOf = useFieldText()
  const labels: Record<string, string> = { ...words.fields, ...words.changedFields }
  const mutation = useChange<TaskChange, Task>({
    line: ({ task }) => `task ${task.id}`,
    show(input) {
      const { task, changes, face = faceOf(changes) } = input
      underWay.begin(input, task.id, face)
      const before = Object.fromEntries(Object.keys(face).map((field) => [field, task[field as keyof Task]]))
      showTask(client, id, task.id, face)
      return () => {
        underWay.end(input)
        showTask(client, id, task.id, before)
      }
    },
    send: (input, key) => sendChange({ api, open }, input, key),
    onDone(result, input) {
      underWay.end(input)
      showTask(client, id, result.id, result)
      void client.invalidateQueries({ queryKey: [id, 'task', result.id] })
      void client.invalidateQueries({ queryKey: [id, 'tasks'] })
    },
    said: (result, { isUndo }) => (isUndo ? words.takenBack(result.shortId) : words.changed(result.shortId)),
    undo: (result, { task, changes, isUndo }) =>
      isUndo ? undefined : () => mutate({ task: result, changes: wayBack(task, changes), isUndo: true }),
    onRefused(problem, input) {
      const isConflict = conflictOf<Task>(problem, ({ value: current }) => {
        showTask(client, id, current.id, current)
        const mine = { ...input.task, ...(input.face ?? faceOf(input.changes)) }
        return {
          title: current.shortId,
          labels,
          theirs: (field) => textOf(current, field),
          mine: (field) => textOf(mine, field),
          takeMine: () => mutate({ ...input, task: current }),
        }
      })
      return isConflict || (onRefused?.(problem, input) ?? false)
    },
  })
  /** A conflict asks by itself what is to become of it; any other failure is told. */
  const mutate = (input: TaskChange, onFailed?: (error: unknown) => void): void =>
    void mutation.mutateAsync(change(input)).catch((error: unknown) => {
      if (!(error instanceof Conflict)) onFailed?.(error)
    })
  return mutate
}

/** The fields of a task that look the way they are sent. */
function faceOf({
  primaryUserId: _user,
  primaryVendorOrgId: _vendor,
  secondaryAssigneeIds: _others,
  ...rest
}: TaskUpdate): Face {
  return rest as Face
}

/** What makes the task as it was. */
export function wayBack(before: Task, changes: TaskUpdate): TaskUpdate {
  const primary = before.assignees?.find(({ role }) => role === 'PRIMARY')
  const people: Record<string, string | string[] | null> = {
    primaryUserId: primary?.userId ?? null,
    primaryVendorOrgId: primary?.vendorOrgId ?? null,
    secondaryAssigneeIds: othersOn(before),
  }
  const entries = Object.keys(changes).map((field) => [
    field,
    field in people ? people[field] : before[field as keyof Task],
  ])
  return Object.fromEntries(entries) as TaskUpdate
}
