/** The known words that a mistyped one can have been, the nearest first. */
export function correctionsOf(typed: string, known: readonly string[]): string[] {
  const mistakesMax = typed.length < 6 ? 1 : 2
  const isBegun = (word: string): boolean => typed.length >= 4 && word.startsWith(typed)
  return known
    .filter((word) => isBegun(word) || Math.abs(word.length - typed.length) <= mistakesMax)
    .map((word) => ({ word, mistakes: mistakesBetween(typed, word) }))
    .filter(({ word, mistakes }) => mistakes <= mistakesMax || isBegun(word))
    .toSorted((left, right) => left.mistakes - right.mistakes)
    .slice(0, 3)
    .map(({ word }) => word)
}

/** Letters left out, added, replaced, or two that changed places, each counted once. */
export function mistakesBetween(left: string, right: string): number {
  const [from, to] = [Array.from(left), Array.from(right)]
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= from.length; row++) {
    const line = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      line.push(
        Math.min(
          (rows[row - 1]?.[column] ?? 0) + 1,
          (line[column - 1] ?? 0) + 1,
          (rows[row - 1]?.[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (rows[row - 2]?.[column - 2] ?? 0) + 1 : Infinity,
        ),
      )
    }
    rows.push(line)
  }
  return rows.at(-1)?.at(-1) ?? 0
}

/** Names are one word in camelCase, in snake_case and in capitals. */
const plain = (name: string): string => name.replaceAll(/[_\s-]/g, '').toLowerCase()

/** A long name is no slip of the finger, and to compare it would take time that whoever sends it does not pay for. */
const COMPARED_CHARACTERS_MAX = 50

/** Of a shorter name every other short one is a single mistake away. */
const PLAIN_LETTERS_MIN = 3

/** A question to add to a refusal, when one of the known names can have been meant. */
export function didYouMean(typed: unknown, known: readonly string[]): string {
  if (typeof typed !== 'string' || typed.length > COMPARED_CHARACTERS_MAX) return ''
  const asked = plain(typed)
  if (asked.length < PLAIN_LETTERS_MIN) return ''
  const [nearest] = correctionsOf(asked, known.map(plain))
  const meant = nearest === undefined ? undefined : known.find((name) => plain(name) === nearest)
  return meant === undefined ? '' : ` Did you mean ${meant}?`
}
