import { decimalsOf } from '#core/money.ts'
import type { Blocker, ChecklistItem } from './task-part.schema.ts'
import { CLOSED_STATUSES, type Task, type TaskStatus, type TaskUpdate } from './task.schema.ts'

interface TaskRef {
  id: string
  title: string
}

/** Everything that can stand in the way of a completion. */
export interface CompletionState {
  checklist: readonly Pick<
    ChecklistItem,
    'id' | 'title' | 'required' | 'blocksCompletion' | 'completedAt' | 'actionUrl'
  >[]
  openTasks: readonly TaskRef[]
  holds: readonly (TaskRef & { actionUrl: string | null })[]
  rules: readonly { id: string; requires: 'summary' | 'photo' | 'cost' }[]
  hasPhoto: boolean
  hasCostItems: boolean
}

/** Said in an event about work that was over before: who was on it need not hear that it is off, or moved. */
export function overBefore(status: string): { wasOver?: true } {
  return CLOSED_STATUSES.includes(status) ? { wasOver: true } : {}
}

/** The one place that knows when a task may be completed. */
export function completionBlockers(
  state: CompletionState,
  { summary, cost }: Pick<Task, 'summary' | 'cost'>,
): Blocker[] {
  const pending = state.checklist.filter((item) => item.required && item.blocksCompletion && item.completedAt === null)
  const present = {
    summary: Boolean(summary?.trim()),
    photo: state.hasPhoto,
    cost: cost !== null || state.hasCostItems,
  }
  const unmet = state.rules.filter(({ requires }) => !present[requires])
  return [
    ...pending.map(({ id, title, actionUrl }) => blocker('checklist_item', id, title, actionUrl)),
    ...state.openTasks.map(({ id, title }) => blocker('task', id, title, null)),
    ...state.holds.map(({ id, title, actionUrl }) => blocker('workflow_rule', id, title, actionUrl)),
    ...unmet.map(({ id, requires }) => ({
      ...blocker('workflow_rule', id, `A ${requires} is required.`, null),
      requires,
    })),
  ]
}

function blocker(kind: Blocker['kind'], id: string, title: string, actionUrl: string | null): Blocker {
  return actionUrl === null ? { kind, id, title } : { kind, id, title, actionUrl }
}

/** A task with a date is SCHEDULED, one without is OPEN, until somebody says otherwise. */
export function statusOfNew(scheduledDate: string | null | undefined): TaskStatus {
  return scheduledDate ? 'SCHEDULED' : 'OPEN'
}

type Changeable = Pick<Task, 'status' | 'scheduledDate' | 'startedAt' | 'completedAt'>

/** The status and times after a change: what the request names anew wins, the rest follows from it. */
export function progressAfter(
  before: Changeable,
  changes: Partial<Changeable>,
  now: string,
): Omit<Changeable, 'scheduledDate'> {
  const status = statusAfter(before, changes)
  const begins = status === 'IN_PROGRESS' && before.status !== 'IN_PROGRESS'
  const { startedAt = begins ? (before.startedAt ?? now) : before.startedAt } = changes
  const { completedAt = before.status === 'COMPLETED' ? before.completedAt : now } = changes
  return { status, startedAt, completedAt: status === 'COMPLETED' ? (completedAt ?? now) : null }
}

function statusAfter(before: Changeable, changes: Partial<Changeable>): TaskStatus {
  if (changes.status !== undefined) return changes.status
  const follows = before.status === 'OPEN' || before.status === 'SCHEDULED'
  return follows && changes.scheduledDate !== undefined ? statusOfNew(changes.scheduledDate) : before.status
}

/** Why well-formed values cannot be applied: the field and a sentence. */
export function inapplicable(
  after: Pick<Task, 'status' | 'startedAt' | 'completedAt' | 'cost' | 'costCurrency'>,
  changes: TaskUpdate,
  decimals: number,
): { field: string; message: string } | undefined {
  if (changes.completedAt && after.status !== 'COMPLETED') {
    return { field: 'completedAt', message: 'completedAt goes with the status COMPLETED.' }
  }
  if (changes.completedAt === null && after.status === 'COMPLETED') {
    return {
      field: 'completedAt',
      message: 'A completed task has a completedAt. Send another time, or another status.',
    }
  }
  if (after.startedAt && after.completedAt && Date.parse(after.completedAt) < Date.parse(after.startedAt)) {
    const field = changes.completedAt ? 'completedAt' : changes.startedAt ? 'startedAt' : 'status'
    return { field, message: 'completedAt must not lie before startedAt.' }
  }
  if (decimalsOf(after.cost) > decimals) {
    const field = changes.cost === undefined && changes.costCurrency !== undefined ? 'costCurrency' : 'cost'
    return { field, message: `cost has more than the ${decimals} decimals of ${after.costCurrency}.` }
  }
  return undefined
}
