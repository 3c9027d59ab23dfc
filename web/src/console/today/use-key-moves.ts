import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import type { Person } from '../../../../src/modules/workforce/person.schema.ts'
import { useAnnounce } from '../../design/announce.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { primaryOf } from '../tasks/assignment.ts'
import { minutesOf, STEP_MINUTES, timeAt } from './hours.ts'
import { moved, timeOf, type Place } from './move.ts'
import { todayWords } from './words/today-words.ts'

/** Several presses are one change: it is sent when nobody has pressed for so long. */
const PAUSE_MILLIS = 700
const FIRST_TIME = '09:00'

interface Parts {
  tasks: readonly Task[]
  people: readonly Person[]
  /** The rows from above to below. */
  order: readonly (string | undefined)[]
  onMove(task: Task, place: Place): void
}

interface Moving {
  task: Task
  personId: string | null
  time: string | null
}

/** Shift and the arrows carry a task to another hour or person; Escape leaves it where it was. */
export function useKeyMoves({ tasks, people, order, onMove }: Parts) {
  const words = useWords(todayWords)
  const { format } = useLanguage()
  const announce = useAnnounce()
  const [moving, setMoving] = useState<Moving>()
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; send(): void }>(undefined)
  // It goes to another row, where it is made anew: the focus goes with it.
  useEffect(() => {
    if (moving) document.querySelector<HTMLElement>(`a[data-task="${moving.task.id}"]`)?.focus()
  }, [moving])
  // Whoever leaves the page has still moved it.
  useEffect(() => () => waiting.current?.send(), [])

  function stop(): void {
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
    setMoving(undefined)
  }
  function carry(next: Moving): void {
    // Whoever takes up another has put this one down.
    if (moving && moving.task.id !== next.task.id) waiting.current?.send()
    clearTimeout(waiting.current?.timer)
    setMoving(next)
    const send = (): void => {
      stop()
      onMove(next.task, { personId: next.personId, time: next.time })
    }
    waiting.current = { send, timer: setTimeout(send, PAUSE_MILLIS) }
    const name = people.find(({ id }) => id === next.personId)?.name ?? words.nobody
    announce(`${name}, ${next.time === null ? words.anyTime : format.time(next.time)}`)
  }
  const keysOf =
    (task: Task) =>
    (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && moving) {
        event.preventDefault()
        return stop()
      }
      if (!event.shiftKey) return
      const from =
        moving?.task.id === task.id ? moving : { task, personId: primaryOf(task) ?? null, time: timeOf(task) }
      const next = stepped(from, event.key, order)
      if (!next) return
      event.preventDefault()
      carry(next)
    }
  const change = moving && moved(moving.task, moving, people)
  return {
    keysOf,
    tasks: change ? tasks.map((task) => (task.id === moving.task.id ? { ...task, ...change.face } : task)) : tasks,
  }
}

function stepped(from: Moving, key: string, order: Parts['order']): Moving | undefined {
  const sideways: Record<string, number> = { ArrowLeft: -STEP_MINUTES, ArrowRight: STEP_MINUTES }
  const upward: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }
  const [minutes, rows] = [sideways[key], upward[key]]
  if (minutes !== undefined) {
    return { ...from, time: from.time === null ? FIRST_TIME : timeAt(minutesOf(from.time) + minutes) }
  }
  if (rows === undefined) return undefined
  const row = order.indexOf(from.personId ?? undefined) + rows
  if (row < 0 || row >= order.length) return from
  return { ...from, personId: order[row] ?? null }
}
