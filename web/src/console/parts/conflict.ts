import { useSyncExternalStore } from 'react'
import { observable } from '../../offline/observable.ts'

/** A choice that somebody has to make. */
export interface OpenConflict {
  title: string
  fields: readonly { label: string; theirs: string; mine: string }[]
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
