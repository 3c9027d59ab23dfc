import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import type { Person } from '../../../../src/modules/workforce/person.schema.ts'
import { primaryOf } from '../tasks/assignment.ts'

export interface Column {
  /** What a task that is put here is given to; undefined for nobody and nowhere. */
  id: string | undefined
  name: string
  tasks: readonly Task[]
}

/** The work of a day in columns: by who does it, or by where it is. What nobody has comes first. */
export function columnsOf(tasks: readonly Task[], by: 'person' | 'property', none: string): Column[] {
  const columns = new Map<string, { id: string | undefined; name: string; tasks: Task[] }>()
  for (const task of tasks) {
    const id = by === 'person' ? primaryOf(task) : (task.propertyId ?? undefined)
    const name = (by === 'person' ? nameOn(task, id) : task.property?.name) ?? none
    const column = columns.get(id ?? '') ?? { id, name, tasks: [] }
    column.tasks.push(task)
    columns.set(id ?? '', column)
  }
  return [...columns.values()]
    .map((column) => ({ ...column, tasks: column.tasks.toSorted(byTime) }))
    .toSorted(
      (one, other) =>
        Number(one.id !== undefined) - Number(other.id !== undefined) || one.name.localeCompare(other.name),
    )
}

/** Nobody first, then who has work, then the other members: work can be put to them too. */
export function rowsOf(tasks: readonly Task[], people: readonly Person[], none: string): Column[] {
  const busy = columnsOf(tasks, 'person', none)
  const nobody = busy.find(({ id }) => id === undefined) ?? { id: undefined, name: none, tasks: [] }
  const names = new Set(busy.map(({ id }) => id))
  const free = people.filter(({ id, kind }) => kind === 'user' && !names.has(id))
  return [
    nobody,
    ...busy.filter(({ id }) => id !== undefined),
    ...free.map(({ id, name }) => ({ id, name, tasks: [] })),
  ]
}

function nameOn({ assignees }: Task, id: string | undefined): string | undefined {
  return assignees?.find(({ userId, vendorOrgId }) => (userId ?? vendorOrgId ?? undefined) === id)?.name
}

function byTime(one: Task, other: Task): number {
  return (
    (one.scheduledTime ?? '99').localeCompare(other.scheduledTime ?? '99') || one.shortId.localeCompare(other.shortId)
  )
}

/** The planned work, as far as somebody has estimated it. */
export function minutesOn(tasks: readonly Task[]): number {
  return tasks.reduce((sum, { estimatedDurationMinutes }) => sum + (estimatedDurationMinutes ?? 0), 0)
}
