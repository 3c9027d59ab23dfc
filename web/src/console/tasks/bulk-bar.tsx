import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Task, TaskUpdate } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { useWords } from '../../language/language.tsx'
import { newKey } from '../../offline/new-key.ts'
import { useDesk, useRole } from '../shell/console-context.ts'
import { useNotices } from '../shell/notice-list.tsx'
import { isPassing } from '../shell/problem.ts'
import { reasonOf } from '../shell/use-change.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { TaskPicker, type PickerKind } from './pickers.tsx'
import { tasksWords } from './words/tasks-words.ts'

const AT_ONCE = 4
const TRIES_MAX = 3
const ACTIONS = ['assign', 'status', 'priority', 'due', 'department'] as const satisfies readonly PickerKind[]

/** Changes all selected tasks. Each goes through or is refused for itself, and it is said which. */
export function BulkBar({ tasks, onClear }: { tasks: readonly Task[]; onClear(): void }): ReactNode {
  const words = useWords(tasksWords)
  const { may } = useRole()
  const [kind, setKind] = useState<PickerKind>()
  const { run, done } = useBulk(tasks, onClear)
  const { api, open, desk } = useDesk()
  const change = (changes: TaskUpdate): void =>
    void run((task, key) => api.send(`${open}/tasks/${task.id}`, { method: 'PATCH', body: changes, key }))
  const drop = (): void =>
    void run(
      (task, key) => api.send(`${open}/tasks/${task.id}`, { method: 'DELETE', key }),
      (task, key) => api.send(`${desk}/tasks/${task.id}/restore`, { method: 'POST', key }),
    )
  return (
    <section
      aria-label={words.bulk.label}
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2 shadow-bar lg:px-6"
    >
      <p aria-live="polite" className="mr-auto font-semibold">
        {done === undefined ? words.bulk.selected(tasks.length) : words.bulk.working(done, tasks.length)}
      </p>
      {ACTIONS.map((action) => (
        <Button key={action} busy={done !== undefined} onClick={() => setKind(action)}>
          {words.fields[action]}
        </Button>
      ))}
      {may('manager') ? (
        <Button look="danger" icon="trash" busy={done !== undefined} onClick={drop}>
          {words.drop}
        </Button>
      ) : null}
      <Button look="quiet" onClick={onClear}>
        {words.bulk.clear}
      </Button>
      {kind ? <TaskPicker kind={kind} onChange={change} onClose={() => setKind(undefined)} /> : null}
    </section>
  )
}

type Send = (task: Task, key: string) => Promise<unknown>

function useBulk(tasks: readonly Task[], onClear: () => void) {
  const client = useQueryClient()
  const notices = useNotices()
  const words = useWords(tasksWords)
  const shell = useWords(shellWords)
  const { id } = useDesk()
  const [done, setDone] = useState<number>()

  /** Tries each, a few at a time; answers those that went through. */
  async function each(list: readonly Task[], send: Send): Promise<Task[]> {
    const waiting = [...list]
    const changed: Task[] = []
    const reasons = new Set<string>()
    setDone(0)
    async function work(): Promise<void> {
      for (let task = waiting.shift(); task; task = waiting.shift()) {
        try {
          await persistently(send, task)
          changed.push(task)
        } catch (error) {
          reasons.add(`${task.shortId}: ${reasonOf(error, shell.unreachable)}`)
        }
        setDone((before) => (before ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    setDone(undefined)
    void client.invalidateQueries({ queryKey: [id] })
    if (reasons.size > 0) {
      const text = `${words.bulk.refused(reasons.size)} ${[...reasons].slice(0, 3).join(' ')}`
      notices.say({ tone: 'danger', text })
    }
    return changed
  }
  async function run(send: Send, back?: Send): Promise<void> {
    const changed = await each(tasks, send)
    if (changed.length === 0) return
    notices.say({
      tone: 'plain',
      text: words.bulk.changed(changed.length),
      ...(back ? { undo: () => void each(changed, back) } : {}),
    })
    onClear()
  }
  return { run, done }
}

async function persistently(send: Send, task: Task): Promise<void> {
  const key = newKey()
  for (let tries = 1; ; tries++) {
    try {
      await send(task, key)
      return
    } catch (error) {
      if (tries === TRIES_MAX || !isPassing(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 500 * tries))
    }
  }
}
