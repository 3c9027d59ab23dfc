import type { ReactNode } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { closeConflict, useConflict } from './conflict.ts'
import { peopleOn } from './task-signs.tsx'
import { tasksWords } from './words/tasks-words.ts'

/** Two people have changed the same thing: what it is now, what it was to be, and the choice. */
export function ConflictSheet(): ReactNode {
  const words = useWords(tasksWords)
  const conflict = useConflict()
  const textOf = useFieldText()
  if (!conflict) return null
  const { problem, mine, takeMine } = conflict
  const { current, fields } = problem
  const labels: Record<string, string> = { ...words.fields, ...words.conflict.fields }
  const keep = (): void => closeConflict(conflict)
  return (
    <Sheet title={words.conflict.title(current.shortId)} isOpen onClose={keep}>
      <p className="text-label text-soft">{words.conflict.text}</p>
      <dl className="grid max-h-[50dvh] gap-4 overflow-y-auto">
        {fields.map((field) => (
          <div key={field} className="grid gap-1 text-label">
            <dt className="font-semibold">{labels[field] ?? field}</dt>
            <dd className="rounded-control bg-sunken px-3 py-2 whitespace-pre-line">
              <span className="block text-small text-soft">{words.conflict.theirs}</span>
              {textOf(current, field)}
            </dd>
            <dd className="rounded-control bg-accent-ground px-3 py-2 whitespace-pre-line text-accent-text">
              <span className="block text-small">{words.conflict.mine}</span>
              {textOf(mine, field)}
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={keep}>
          {words.conflict.keep}
        </Button>
        <Button
          onClick={() => {
            keep()
            takeMine()
          }}
        >
          {words.conflict.takeMine}
        </Button>
      </div>
    </Sheet>
  )
}

/** A field of a task as people read it. */
function useFieldText(): (task: Task, field: string) => string {
  const words = useWords(tasksWords)
  const { format } = useLanguage()
  return (task, field) => {
    const texts: Record<string, () => string> = {
      status: () => words.statuses[task.status],
      priority: () => words.priorities[task.priority],
      assign: () => peopleOn(task) || words.nobody,
      scheduledDate: () => (task.scheduledDate === null ? words.noDate : format.shortDay(task.scheduledDate)),
      scheduledTime: () => (task.scheduledTime === null ? '–' : format.time(task.scheduledTime)),
      departmentId: () => task.department.name,
      propertyId: () => task.property?.name ?? words.noProperty,
    }
    const value = task[field as keyof Task]
    return texts[field]?.() ?? (typeof value === 'string' && value !== '' ? value : '–')
  }
}
