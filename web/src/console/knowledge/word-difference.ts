export interface WordPart {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Beyond this a line is told as replaced: nobody reads such a difference word by word. */
const CELLS_MAX = 250_000

/** What changed from one line to the other, by words. */
export function wordDifference(before: string, after: string): WordPart[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  if (old.length * now.length > CELLS_MAX) return joined([...all('removed', old), ...all('added', now)])
  const lengths = commonLengths(old, now)
  const parts: WordPart[] = []
  let [row, column] = [0, 0]
  while (row < old.length || column < now.length) {
    const [left, right] = [old[row], now[column]]
    if (left !== undefined && left === right) {
      parts.push({ kind: 'same', text: left })
      row++
      column++
    } else if (
      right === undefined ||
      (left !== undefined && at(lengths, row + 1, column) >= at(lengths, row, column + 1))
    ) {
      parts.push({ kind: 'removed', text: left ?? '' })
      row++
    } else {
      parts.push({ kind: 'added', text: right })
      column++
    }
  }
  return joined(parts)
}

/** Words, the spaces between them, and every other sign by itself. */
function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? []
}

/** How many words the rests have in common, from each pair on. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => Array.from({ length: now.length + 1 }, () => 0))
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = now.length - 1; column >= 0; column--) {
      const line = lengths[row]
      if (!line) continue
      line[column] =
        old[row] === now[column]
          ? at(lengths, row + 1, column + 1) + 1
          : Math.max(at(lengths, row + 1, column), at(lengths, row, column + 1))
    }
  }
  return lengths
}

function at(lengths: readonly (readonly number[])[], row: number, column: number): number {
  return lengths[row]?.[column] ?? 0
}

function all(kind: WordPart['kind'], words: readonly string[]): WordPart[] {
  return words.map((text) => ({ kind, text }))
}

/** Neighbours of one kind are one part. */
function joined(parts: readonly WordPart[]): WordPart[] {
  const whole: WordPart[] = []
  for (const { kind, text } of parts) {
    const last = whole.at(-1)
    if (last?.kind === kind) last.text += text
    else whole.push({ kind, text })
  }
  return whole
}

interface LinePart {
  kind: 'same' | 'added' | 'removed'
  lines: readonly string[]
}

export interface ShownLine {
  kind: 'same' | 'added' | 'removed'
  words: WordPart[]
}

/** The lines of a difference; a line that took the place of another says which of its words are new. */
export function shownLines(parts: readonly LinePart[]): ShownLine[] {
  return parts.flatMap((part, index): ShownLine[] => {
    const other = part.kind === 'removed' ? parts[index + 1] : parts[index - 1]
    const isPaired =
      (part.kind === 'removed' && other?.kind === 'added') || (part.kind === 'added' && other?.kind === 'removed')
    return part.lines.map((line, place) => {
      const pair = isPaired ? other?.lines[place] : undefined
      if (part.kind === 'same' || pair === undefined) return { kind: part.kind, words: [{ kind: 'same', text: line }] }
      const words = part.kind === 'removed' ? wordDifference(line, pair) : wordDifference(pair, line)
      return { kind: part.kind, words: words.filter(({ kind }) => kind === 'same' || kind === part.kind) }
    })
  })
}
