export interface Piece {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/**
 * What of one row of texts is not in the other, with as many the same as there can be. Above so many pairs all of it is
 * told as replaced: nobody reads such a difference, and a table of it would be larger than it is worth.
 */
export function difference(old: readonly string[], now: readonly string[], pairsMax: number): Piece[] {
  const removed = (text: string): Piece => ({ kind: 'removed', text })
  const added = (text: string): Piece => ({ kind: 'added', text })
  if (old.length * now.length > pairsMax) return [...old.map(removed), ...now.map(added)]
  const width = now.length + 1
  const common = new Uint32Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const [below, beside] = [common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0]
      common[i * width + j] = old[i] === now[j] ? (common[(i + 1) * width + j + 1] ?? 0) + 1 : Math.max(below, beside)
    }
  }
  const lines: Piece[] = []
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
