export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

const CELLS_MAX = 4_000_000

/** What lines of one text are not in the other, with as many the same as there can be. */
export function lineDifference(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++
  let [oldEnd, nowEnd] = [old.length, now.length]
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) {
    oldEnd--
    nowEnd--
  }
  const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: 'same', text }))
  return [
    ...same(old.slice(0, start)),
    ...middle(old.slice(start, oldEnd), now.slice(start, nowEnd)),
    ...same(old.slice(oldEnd)),
  ]
}

function middle(old: readonly string[], now: readonly string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: 'removed', text })
  const added = (text: string): DiffLine => ({ kind: 'added', text })
  // Two texts that have nothing to do with each other: a table of them would be larger than they are worth.
  if (old.length * now.length > CELLS_MAX) return [...old.map(removed), ...now.map(added)]
  const width = now.length + 1
  const common = new Uint32Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const [below, beside] = [common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0]
      common[i * width + j] = old[i] === now[j] ? (common[(i + 1) * width + j + 1] ?? 0) + 1 : Math.max(below, beside)
    }
  }
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [left, right] = [old[i], now[j]]
    if (left !== undefined && left === right) {
      lines.push({ kind: 'same', text: left })
      i++
      j++
    } else if (
      right === undefined ||
      (left !== undefined && (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
    ) {
      lines.push(removed(left ?? ''))
      i++
    } else {
      lines.push(added(right))
      j++
    }
  }
  return lines
}

export type DiffPart = { kind: 'lines'; lines: DiffLine[] } | { kind: 'fold'; count: number }

/** What changed with some lines around it; long stretches that are the same are left out. */
export function foldedDifference(lines: readonly DiffLine[], around: number): DiffPart[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== 'same'),
  )
  const parts: DiffPart[] = []
  for (const [at, line] of lines.entries()) {
    const last = parts.at(-1)
    if (isNear[at]) {
      if (last?.kind === 'lines') last.lines.push(line)
      else parts.push({ kind: 'lines', lines: [line] })
    } else if (last?.kind === 'fold') last.count += 1
    else parts.push({ kind: 'fold', count: 1 })
  }
  return parts
}
