import { difference, type Piece } from '../parts/difference.ts'

export type WordPart = Piece

/** Beyond this a line is told as replaced. */
const PAIRS_MAX = 250_000

/** What changed from one line to the other, by words. */
export function wordDifference(before: string, after: string): WordPart[] {
  return joined(difference(wordsOf(before), wordsOf(after), PAIRS_MAX))
}

/** Words, the spaces between them, and every other sign by itself. */
function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? []
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
