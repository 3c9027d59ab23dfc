import { useSyncExternalStore, type ReactNode } from 'react'
import { observable } from '../../offline/observable.ts'
import type { Problem } from '../shell/problem.ts'
import type { Tagged } from '../shell/request.ts'
import { Conflict } from './send-versioned.ts'

/** A choice that somebody has to make. */
export interface OpenConflict {
  title: string
  fields: readonly { label: string; theirs: ReactNode; mine: ReactNode }[]
  takeMine(): void
}

const store = observable<{ open: readonly OpenConflict[] }>({ open: [] })

interface Both {
  title: string
  labels: Readonly<Record<string, string>>
  theirs(field: string): ReactNode
  mine(field: string): ReactNode
  takeMine(): void
}

/** Shows what two have changed at once, field by field; false when something else was refused. */
export function conflictOf<Thing>(problem: Problem, bothOf: (current: Tagged<Thing>) => Both): boolean {
  if (!(problem instanceof Conflict)) return false
  const { labels, theirs, mine, ...rest } = bothOf(problem.current)
  const fields = problem.fields.map((field) => ({
    label: labels[field] ?? field,
    theirs: theirs(field),
    mine: mine(field),
  }))
  store.change({ open: [...store.get().open, { ...rest, fields }] })
  return true
}

export function closeConflict(conflict: OpenConflict): void {
  store.change({ open: store.get().open.filter((each) => each !== conflict) })
}

export function useConflict(): OpenConflict | undefined {
  return useSyncExternalStore(store.subscribe, () => store.get().open[0])
}
