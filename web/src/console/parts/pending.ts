import { useSyncExternalStore } from 'react'

/** What was written here and has not arrived yet. */
export interface Pending {
  id: string
  text: string
  createdAt: string
  /** What stood last where it belongs when it was written. */
  after: string | undefined
}

const NONE: readonly Pending[] = []
const lists = new Map<string, readonly Pending[]>()
const listeners = new Set<() => void>()

function change(place: string, list: readonly Pending[]): void {
  lists.set(place, list)
  for (const listener of listeners) listener()
}

/**
 * Beside what the server answers and not in it: whatever is heard of the place meanwhile takes nothing of it away. In the
 * order in which it was written.
 */
export const pending = {
  /** Answers how it is taken back. */
  begin(place: string, written: Pending): () => void {
    change(place, [...(lists.get(place) ?? NONE), written])
    return () => pending.end(place, written.id)
  },
  end(place: string, id: string): void {
    change(
      place,
      (lists.get(place) ?? NONE).filter((each) => each.id !== id),
    )
  },
  /** Nobody hears of any of them any more. */
  clear(): void {
    lists.clear()
    for (const listener of listeners) listener()
  },
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What stands at the end of the place; `mine` is what this person has there, oldest first. */
export function usePending(
  place: string,
  there: readonly { id: string }[],
  mine: readonly { id: string; text: string }[],
): Pending[] {
  const list = useSyncExternalStore(subscribe, () => lists.get(place) ?? NONE)
  return stillMissing(list, there, mine)
}

/** Those that are not there: news of one can be faster than the answer to it. */
export function stillMissing(
  list: readonly Pending[],
  there: readonly { id: string }[],
  mine: readonly { id: string; text: string }[],
): Pending[] {
  const taken = new Set<string>()
  const placeOf = new Map(there.map(({ id }, index) => [id, index]))
  return list.filter(({ text, after }) => {
    const last = after === undefined ? -1 : (placeOf.get(after) ?? there.length)
    const found = mine.find((each) => each.text === text && !taken.has(each.id) && (placeOf.get(each.id) ?? -1) > last)
    if (found) taken.add(found.id)
    return !found
  })
}
