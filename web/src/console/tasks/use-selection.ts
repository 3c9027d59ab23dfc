import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { useNotices } from '../shell/notice-list.tsx'
import { useRefusal } from '../shell/refusal.ts'
import type { Filters } from './filters.ts'
import { PAGE_SIZE, taskPage } from './task-queries.ts'
import { tasksWords } from './words/tasks-words.ts'

/** Each selected task is changed by a request of its own. */
export const SELECTED_MAX = 500
const NONE: ReadonlyMap<string, Task> = new Map()

/** A task of the list, and how it was pressed. */
export interface Pressed {
  task: Task
  index: number
  isOn: boolean
  /** With all between it and the one before. */
  isRange: boolean
}

export interface Selection {
  tasks: ReadonlyMap<string, Task>
  /** Before the first one, that there is none need not be said. */
  hasBegun: boolean
  press(pressed: Pressed): Promise<void>
  /** All that the filters show, in sight or not; as many as can be changed at once. */
  all(total: number): Promise<void>
  /** These are changed; the others stay, as they are now if somebody else was quicker. */
  settle(changed: readonly Task[], newer: readonly Task[]): void
  clear(): void
}

/** Tasks selected one by one, from one to another, or all of the list. */
export function useSelection(filters: Filters): Selection {
  const client = useQueryClient()
  const notices = useNotices()
  const words = useWords(tasksWords)
  const tell = useRefusal()
  const { id, api, desk, open } = useDesk()
  const [tasks, setTasks] = useState<ReadonlyMap<string, Task>>()
  const last = useRef<{ id: string; index: number }>(undefined)
  // What is still being asked for is not selected any more when something else was chosen meanwhile.
  const turn = useRef(0)
  const set = useCallback((changed: readonly Task[], isOn: boolean) => {
    setTasks((before) => {
      const next = new Map(before)
      for (const task of changed) {
        if (isOn) next.set(task.id, task)
        else next.delete(task.id)
      }
      return next
    })
  }, [])
  const gather = useCallback(
    async (from: number, to: number): Promise<readonly Task[] | undefined> => {
      const mine = ++turn.current
      const first = Math.floor(from / PAGE_SIZE)
      const numbers = Array.from({ length: Math.floor(to / PAGE_SIZE) - first + 1 }, (_, index) => first + index)
      try {
        const pages = await Promise.all(
          numbers.map((page) => client.fetchQuery(taskPage({ id, api, desk, open }, filters, page))),
        )
        if (mine !== turn.current) return undefined
        return pages.flatMap(({ items }) => items).slice(from - first * PAGE_SIZE, to - first * PAGE_SIZE + 1)
      } catch (error) {
        if (mine === turn.current) tell(error)
        return undefined
      }
    },
    [client, id, api, desk, open, filters, tell],
  )
  const press = useCallback(
    async ({ task, index, isOn, isRange }: Pressed): Promise<void> => {
      const before = last.current
      last.current = { id: task.id, index }
      if (!isRange || !before) {
        set([task], isOn)
        return
      }
      const [from, to] = [Math.min(before.index, index), Math.max(before.index, index)]
      if (to - from >= SELECTED_MAX) {
        last.current = before
        notices.say({ tone: 'plain', text: words.bulk.tooMany(SELECTED_MAX) })
        return
      }
      const found = await gather(from, to)
      // Where others have moved the rows meanwhile, nobody meant those that lie between now.
      const ends = [found?.at(0)?.id, found?.at(-1)?.id]
      if (found) set(ends.includes(before.id) && ends.includes(task.id) ? found : [task], isOn)
    },
    [gather, set, notices, words],
  )
  const settle = useCallback(
    (changed: readonly Task[], newer: readonly Task[]) => {
      last.current = undefined
      set(newer, true)
      set(changed, false)
    },
    [set],
  )
  const clear = useCallback(() => {
    turn.current++
    last.current = undefined
    setTasks((before) => before && NONE)
  }, [])
  const all = useCallback(
    async (total: number): Promise<void> => {
      const found = await gather(0, Math.min(total, SELECTED_MAX) - 1)
      if (found) set(found, true)
    },
    [gather, set],
  )
  return { tasks: tasks ?? NONE, hasBegun: tasks !== undefined, press, all, settle, clear }
}
