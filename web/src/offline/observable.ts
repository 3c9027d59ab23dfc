/** A value that changes, and those who want to know. */
export interface Observable<Value extends object> {
  get(): Value
  change(changes: Partial<Value>): void
  subscribe(listener: () => void): () => void
}

export function observable<Value extends object>(initial: Value): Observable<Value> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    change(changes) {
      value = { ...value, ...changes }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
