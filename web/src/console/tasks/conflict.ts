import { useSyncExternalStore } from 'react'
import type { Task, TaskUpdate } from '../../../../src/modules/tasks/task.schema.ts'
import { observable } from '../../offline/observable.ts'
import { Problem } from '../shell/problem.ts'
import { primaryOf } from './assignment.ts'

/** Somebody else has changed the same fields since. */
export class Conflict extends Problem {
  readonly current: Task
  readonly fields: readonly string[]

  constructor(problem: Problem, current: Task, fields: readonly string[]) {
    super(problem.status, { code: problem.code, detail: problem.message })
    this.current = current
    this.fields = fields
  }
}

/** A choice that somebody has to make. */
export interface OpenConflict {
  problem: Conflict
  /** The task as it was to be. */
  mine: Task
  takeMine(): void
}

const store = observable<{ open: readonly OpenConflict[] }>({ open: [] })

export function openConflict(conflict: OpenConflict): void {
  store.change({ open: [...store.get().open, conflict] })
}

export function closeConflict(conflict: OpenConflict): void {
  store.change({ open: store.get().open.filter((each) => each !== conflict) })
}

export function useConflict(): OpenConflict | undefined {
  return useSyncExternalStore(store.subscribe, () => store.get().open[0])
}

/** Who is on it is one thing, by whichever name it is changed. */
const WHO = new Set(['primaryUserId', 'primaryVendorOrgId'])

/** The fields of the change that are neither as they were seen nor as they shall be. */
export function conflictsIn(seen: Task, current: Task, changes: TaskUpdate): string[] {
  const taken = Object.keys(changes).filter((field) => {
    const now = valueOf(current, field)
    return now !== valueOf(seen, field) && now !== wantedOf(changes, field)
  })
  return [...new Set(taken.map((field) => (WHO.has(field) ? 'assign' : field)))]
}

function valueOf(task: Task, field: string): string {
  if (WHO.has(field)) return primaryOf(task) ?? ''
  return plain(field, task[field as keyof Task])
}

function wantedOf(changes: TaskUpdate, field: string): string {
  if (WHO.has(field)) return changes.primaryUserId ?? changes.primaryVendorOrgId ?? ''
  return plain(field, changes[field as keyof TaskUpdate])
}

function plain(field: string, value: unknown): string {
  // The same minute is written with and without its seconds.
  if (field === 'scheduledTime' && typeof value === 'string') return value.slice(0, 5)
  return JSON.stringify(value ?? null)
}
