/** Lines that stayed, came or went, in the order of the text. */
export interface DifferencePart {
  kind: 'same' | 'added' | 'removed'
  lines: string[]
}

/** Beyond this the middle is told as replaced: nobody reads such a difference line by line. */
const CELLS_MAX = 4_000_000

/** What changed from one text to the other, by lines. */
export function differenceOf(before: string, after: string): DifferencePart[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const head = commonLength(old, now)
  const tail = commonLength(old.slice(head).toReversed(), now.slice(head).toReversed())
  const middle = changesOf(old.slice(head, old.length - tail), now.slice(head, now.length - tail))
  const parts: DifferencePart[] = [
    { kind: 'same', lines: old.slice(0, head) },
    ...middle,
    { kind: 'same', lines: old.slice(old.length - tail) },
  ]
  return parts.filter(({ lines }) => lines.length > 0)
}

function commonLength(left: readonly string[], right: readonly string[]): number {
  const index = left.findIndex((line, at) => line !== right[at])
  return index === -1 ? left.length : index
}

/** By the longest common subsequence. */
function changesOf(old: readonly string[], now: readonly string[]): DifferencePart[] {
  const width = now.length + 1
  if ((old.length + 1) * width > CELLS_MAX) {
    return [
      { kind: 'removed', lines: [...old] },
      { kind: 'added', lines: [...now] },
    ]
  }
  const lengths = commonTable(old, now, width)
  const parts: DifferencePart[] = []
  const note = (kind: DifferencePart['kind'], line: string) => {
    const last = parts.at(-1)
    if (last?.kind === kind) last.lines.push(line)
    else parts.push({ kind, lines: [line] })
  }
  let [row, column] = [0, 0]
  while (row < old.length || column < now.length) {
    const [oldLine, newLine] = [old[row], now[column]]
    if (oldLine !== undefined && oldLine === newLine) {
      note('same', oldLine)
      row++
      column++
    } else if (
      newLine === undefined ||
      (oldLine !== undefined && (lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0))
    ) {
      note('removed', oldLine ?? '')
      row++
    } else {
      note('added', newLine)
      column++
    }
  }
  return parts
}

/** How many lines the rests have in common, from each pair of lines on. */
function commonTable(old: readonly string[], now: readonly string[], width: number): Uint16Array {
  const lengths = new Uint16Array((old.length + 1) * width)
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = now.length - 1; column >= 0; column--) {
      const at = row * width + column
      lengths[at] =
        old[row] === now[column]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0)
    }
  }
  return lengths
}
