import { difference, type Piece } from './difference.ts'

export type DiffLine = Piece

const PAIRS_MAX = 4_000_000

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
    ...difference(old.slice(start, oldEnd), now.slice(start, nowEnd), PAIRS_MAX),
    ...same(old.slice(oldEnd)),
  ]
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
