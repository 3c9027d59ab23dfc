/** For what takes long to make and is not used in every process: made when it is asked for, once. */
export function atFirstUse<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** The same for each of many: made when it is asked for by this one, and kept as long as this one is. */
export function atFirstUseOf<K extends object, T>(make: (of: K) => T): (of: K) => T {
  const known = new WeakMap<K, T>()
  return (of) => {
    const found = known.get(of)
    if (found !== undefined) return found
    const made = make(of)
    known.set(of, made)
    return made
  }
}
