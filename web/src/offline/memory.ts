import type { Entry } from './store.ts'

/** What the phone would not store: it lives as long as the page does. */
export interface Memory {
  answers: Map<string, { answer: unknown; keptAt: number; settledAt?: number }>
  entries: Map<number, Entry>
  /** Done with, though the phone would not take them out of its store. */
  ended: Set<number>
}

export const memory: Memory = { answers: new Map(), entries: new Map(), ended: new Set() }

/** Below those that the store gives, and below the one of what is not written yet. */
let lastId = -1

export function remember(entry: Omit<Entry, 'id' | 'isUnsaved'>): void {
  lastId -= 1
  memory.entries.set(lastId, { ...entry, id: lastId, isUnsaved: true })
}
