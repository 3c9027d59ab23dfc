import { useRef, useState, type ReactNode } from 'react'
import type { Task, TaskUpdate } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { useWords } from '../../language/language.tsx'
import { useLeavingFocus } from '../parts/focus.ts'
import { useDesk, useRole } from '../shell/console-context.ts'
import { useKeys } from '../shell/keyboard.ts'
import { useAboveFoot } from '../shell/notice-list.tsx'
import { TaskPicker, type PickerKind } from './pickers.tsx'
import { sendChange, sendDrop } from './send-change.ts'
import { wayBack } from './task-changes.ts'
import { useBulk } from './use-bulk.ts'
import { tasksWords } from './words/tasks-words.ts'

const ACTIONS = ['assign', 'status', 'priority', 'due', 'department'] as const satisfies readonly PickerKind[]

interface BulkBarProps {
  tasks: readonly Task[]
  onSettled(changed: readonly Task[], newer: readonly Task[]): void
  onClear(): void
}

/** Changes all selected tasks. Each goes through or is refused for itself, and it is said which. */
export function BulkBar({ tasks, onSettled, onClear }: BulkBarProps): ReactNode {
  const words = useWords(tasksWords)
  const { may } = useRole()
  const [kind, setKind] = useState<PickerKind>()
  const { run, done } = useBulk(tasks, onSettled)
  const { api, open, desk } = useDesk()
  const bar = useRef<HTMLElement>(null)
  useAboveFoot(bar)
  useLeavingFocus(bar)
  const choose = (next: PickerKind) => (): void => {
    if (done === undefined) setKind(next)
  }
  useKeys({ a: choose('assign'), s: choose('status'), p: choose('priority'), d: choose('due') })
  const change = (changes: TaskUpdate): void =>
    void run(
      (task, key) => sendChange({ api, open }, { task, changes }, key),
      ({ task, result }, key) => sendChange({ api, open }, { task: result, changes: wayBack(task, changes) }, key),
    )
  const drop = (): void =>
    void run(
      (task, key) => sendDrop({ api, open }, task, key),
      ({ task }, key) => api.send(`${desk}/tasks/${task.id}/restore`, { method: 'POST', key }),
    )
  return (
    <section
      ref={bar}
      aria-label={words.bulk.label}
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2 shadow-bar lg:px-6"
    >
      <p className="mr-auto font-semibold">
        {done === undefined ? words.bulk.selected(tasks.length) : words.bulk.working(done, tasks.length)}
      </p>
      {ACTIONS.map((action) => (
        <Button key={action} busy={done !== undefined} onClick={choose(action)}>
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
