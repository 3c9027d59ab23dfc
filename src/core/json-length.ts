/**
 * Whether its JSON surely has more characters. Found without writing it: a value that holds another many times, which
 * holds another many times, is small until it is written.
 */
export function isLongerThan(value: unknown, characters: number): boolean {
  try {
    return room(value, characters) < 0
  } catch (error) {
    // Too deep to be looked through is too long for whoever asks.
    if (error instanceof RangeError) return true
    throw error
  }
}

/** How many characters its JSON has at least, found the same way: for one that is known to be of a size to be written. */
export function lengthAtLeast(value: unknown): number {
  return Number.MAX_SAFE_INTEGER - room(value, Number.MAX_SAFE_INTEGER)
}

/** What is left of so many characters after a value, at best. */
function room(value: unknown, left: number): number {
  if (typeof value === 'string') return left - value.length - 2
  if (typeof value !== 'object' || value === null) return left - 1
  if (Array.isArray(value)) {
    let rest = left - 1
    for (let at = 0; at < value.length && rest >= 0; at++) rest = room(value[at] ?? null, rest) - 1
    return rest
  }
  let rest = left - 1
  for (const name of Object.keys(value)) {
    if (rest < 0) break
    rest = room((value as Record<string, unknown>)[name] ?? null, rest - name.length - 3) - 1
  }
  return rest
}
