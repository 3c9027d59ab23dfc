/** For what takes long to make and is not used in every process: made when it is asked for, once. */
export function atFirstUse<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
