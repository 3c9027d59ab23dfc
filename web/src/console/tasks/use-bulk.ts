import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { useAnnounce } from '../../design/announce.tsx'
import { useWords } from '../../language/language.tsx'
import { newKey } from '../../offline/new-key.ts'
import { Conflict } from '../parts/send-versioned.ts'
import { partsWords } from '../parts/words/parts-words.ts'
import { useDesk } from '../shell/console-context.ts'
import { useNotices } from '../shell/notice-list.tsx'
import { isPassing, SignedOut } from '../shell/problem.ts'
import { reasonOf } from '../shell/refusal.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { tasksWords } from './words/tasks-words.ts'

const AT_ONCE = 4
const TRIES_MAX = 3
/** How often those who hear the page are told how far it is, at most; few tasks are done before that. */
const TOLD_TIMES = 4
const TOLD_TASKS_MIN = 10

type Send<Item, Result> = (item: Item, key: string) => Promise<Result>
interface Changed<Result> {
  task: Task
  result: Result
}

/** Changes many tasks, a few at a time. Each goes through or is refused for itself, and all of it can be taken back. */
export function useBulk(tasks: readonly Task[], onSettled: (changed: readonly Task[], newer: readonly Task[]) => void) {
  const client = useQueryClient()
  const notices = useNotices()
  const announce = useAnnounce()
  const words = useWords(tasksWords)
  const parts = useWords(partsWords)
  const shell = useWords(shellWords)
  const { id } = useDesk()
  const [done, setDone] = useState<number>()
  const reason = (error: unknown): string => (error instanceof Conflict ? parts.conflict.text : reasonOf(error, shell))

  /** Tries each; answers what went through. */
  async function each<Item, Result>(
    list: readonly Item[],
    shortIdOf: (item: Item) => string,
    send: Send<Item, Result>,
  ): Promise<{ item: Item; result: Result }[]> {
    const waiting = [...list]
    const changed: { item: Item; result: Result }[] = []
    const reasons = new Set<string>()
    let isOfSession = true
    const total = list.length
    const part = Math.max(TOLD_TASKS_MIN, Math.ceil(total / TOLD_TIMES))
    let count = 0
    function tell(): void {
      setDone(count)
      // The notice tells the end.
      if (total >= TOLD_TASKS_MIN && count < total && count % part === 0) announce(words.bulk.working(count, total))
    }
    tell()
    async function work(): Promise<void> {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        try {
          changed.push({ item, result: await persistently(send, item) })
        } catch (error) {
          reasons.add(`${shortIdOf(item)}: ${reason(error)}`)
          isOfSession &&= error instanceof SignedOut
        }
        count += 1
        tell()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    setDone(undefined)
    void client.invalidateQueries({ queryKey: [id] })
    if (reasons.size > 0) {
      const text = `${words.bulk.refused(reasons.size)} ${[...reasons].slice(0, 3).join(' ')}`
      notices.say({ tone: 'danger', text, isOfSession })
    }
    return changed
  }
  async function run<Result>(send: Send<Task, Result>, back: Send<Changed<Result>, unknown>): Promise<void> {
    const newer: Task[] = []
    const changed = await each(
      tasks,
      ({ shortId }) => shortId,
      (task, key) =>
        send(task, key).catch((error: unknown) => {
          if (error instanceof Conflict) newer.push(error.current.value)
          throw error
        }),
    )
    if (changed.length > 0) tellChanged(changed, back)
    // Those that were refused stay selected: the notice names only some of them.
    onSettled(
      changed.map(({ item }) => item),
      newer,
    )
  }
  function tellChanged<Result>(
    changed: readonly { item: Task; result: Result }[],
    back: Send<Changed<Result>, unknown>,
  ): void {
    const toUndo = changed.map(({ item, result }) => ({ task: item, result }))
    const undo = async (): Promise<void> => {
      const undone = await each(toUndo, ({ task }) => task.shortId, back)
      if (undone.length > 0) notices.say({ tone: 'plain', text: words.bulk.takenBack(undone.length) })
    }
    notices.say({ tone: 'plain', text: words.bulk.changed(changed.length), undo: () => void undo() })
  }
  return { run, done }
}

async function persistently<Item, Result>(send: Send<Item, Result>, item: Item): Promise<Result> {
  const key = newKey()
  for (let tries = 1; ; tries++) {
    try {
      return await send(item, key)
    } catch (error) {
      if (tries === TRIES_MAX || !isPassing(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 500 * tries))
    }
  }
}
