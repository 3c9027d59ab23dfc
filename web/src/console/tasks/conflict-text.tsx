import type { ReactNode } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { useLanguage, useWords } from '../../language/language.tsx'
import { PeopleOn } from './task-signs.tsx'
import { tasksWords } from './words/tasks-words.ts'

/** A field of a task as people read it. */
export function useFieldText(): (task: Task, field: string) => ReactNode {
  const words = useWords(tasksWords)
  const { format } = useLanguage()
  return (task, field) => {
    const texts: Record<string, () => ReactNode> = {
      status: () => words.statuses[task.status],
      priority: () => words.priorities[task.priority],
      assign: () => <PeopleOn task={task} />,
      scheduledDate: () => (task.scheduledDate === null ? words.noDate : format.shortDay(task.scheduledDate)),
      scheduledTime: () => (task.scheduledTime === null ? '–' : format.time(task.scheduledTime)),
      departmentId: () => task.department.name,
      propertyId: () => task.property?.name ?? words.noProperty,
    }
    const value = task[field as keyof Task]
    return texts[field]?.() ?? (typeof value === 'string' && value !== '' ? value : '–')
  }
}
