import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { useWords } from '../../language/language.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { dayAfter, type PickerKind } from '../tasks/pickers.tsx'
import type { Place } from './move.ts'
import { todayWords } from './words/today-words.ts'

interface Parts {
  tasks: readonly Task[]
  onAct(kind: PickerKind, task: Task): void
  onMove(task: Task, place: Place): void
}

/** The keys of a task act on the one that has the focus, however the day is looked at. */
export function useTodayKeys({ tasks, onAct, onMove }: Parts): void {
  const words = useWords(todayWords)
  const elements = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-task]')]
  const here = (): number =>
    elements().findIndex((element) => element === document.activeElement?.closest('[data-task]'))
  const withTask = (act: (task: Task) => void) => (): void => {
    const id = document.activeElement?.closest<HTMLElement>('[data-task]')?.dataset.task
    const task = tasks.find((each) => each.id === id)
    if (task) act(task)
  }
  const go = (steps: number) => (): void => {
    const element = elements()[Math.max(0, here() + steps)]
    const target = element?.matches('a') ? element : element?.querySelector<HTMLElement>('a')
    target?.focus()
  }
  const toDay = (days: number) =>
    withTask((task) => task.scheduledDate && onMove(task, { date: dayAfter(task.scheduledDate, days) }))
  useKeys(
    {
      j: go(1),
      k: go(-1),
      a: withTask((task) => onAct('assign', task)),
      s: withTask((task) => onAct('status', task)),
      p: withTask((task) => onAct('priority', task)),
      d: withTask((task) => onAct('due', task)),
      '[': toDay(-1),
      ']': toDay(1),
    },
    { 'Shift ← →': words.keys.hour, 'Shift ↑ ↓': words.keys.person, '[': words.keys.before, ']': words.keys.after },
  )
}
