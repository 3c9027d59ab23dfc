import type { ConnectionSettings, RemoteDepartment } from '#modules/connections/connection.schema.ts'
import type { TaskSnapshot } from '#modules/tasks/task-snapshot.schema.ts'
import { CLOSED_STATUSES } from '#modules/tasks/task.schema.ts'
import type { WantedTask } from './wanted-task.schema.ts'

const PRIORITIES: Record<TaskSnapshot['priority'], WantedTask['priority']> = {
  URGENT: 'urgent',
  HIGH: 'high',
  NORMAL: 'normal',
  LOW: 'low',
  LOWEST: 'low',
  WATCH: 'watch',
}

/** Work that nobody has agreed to yet, or that was turned down, is not given to field teams. */
const HELD_BACK: readonly string[] = ['DRAFT', 'DRAFTED', 'PENDING_APPROVAL', 'REQUEST_REJECTED']

/** What the name of a department says about the work it does. */
const NAMED: readonly [RegExp, RemoteDepartment][] = [
  [/clean|housekeep|laundry|linen|turnover/i, 'housekeeping'],
  [/inspect|quality/i, 'inspection'],
  [/safety|security/i, 'safety'],
  [/maint|repair|handy|technic|pool|garden/i, 'maintenance'],
]

/** Undefined for office departments that nobody has mapped: they do not work in the field. */
export function departmentOf(
  department: TaskSnapshot['department'],
  { departments, defaultDepartment }: ConnectionSettings,
): RemoteDepartment | undefined {
  const mapped = departments.find(({ departmentId }) => departmentId.toLowerCase() === department.id)
  if (mapped) return mapped.remoteDepartment
  if (department.kind === 'office') return undefined
  return NAMED.find(([words]) => words.test(department.name))?.[1] ?? defaultDepartment
}

/** Why a task that the provider does not have is not sent; undefined when it is. */
export function reasonToHoldBack({ status }: Pick<TaskSnapshot, 'status'>): string | undefined {
  return HELD_BACK.includes(status) ? `A task that is ${status} is not sent to the provider.` : undefined
}

export function isOver({ status }: Pick<TaskSnapshot, 'status'>): boolean {
  return CLOSED_STATUSES.includes(status)
}

interface Surroundings {
  department: RemoteDepartment
  assigneeIds: string[]
  /** Where people find the task here; it also tells the task from all others. */
  link: string
}

export function wantedTask(task: TaskSnapshot, { department, assigneeIds, link }: Surroundings): WantedTask {
  return {
    name: task.title,
    department,
    priority: PRIORITIES[task.priority],
    description: descriptionOf(task, link),
    date: task.scheduledDate,
    time: task.scheduledTime === null ? null : `${task.scheduledTime}:00`.slice(0, 8),
    assigneeIds: [...assigneeIds],
  }
}

/** The provider has no checklists of single tasks, so what is done and what is not stands in the text. */
function descriptionOf({ description, checklist, shortId }: TaskSnapshot, link: string): string {
  const items = checklist.map(({ title, completedAt }) => `[${completedAt === null ? ' ' : 'x'}] ${title}`)
  const parts = [description?.trim(), items.length > 0 && ['Checklist', ...items].join('\n'), `${shortId}: ${link}`]
  return parts.filter((part) => typeof part === 'string' && part !== '').join('\n\n')
}
