import type { Box, Graph } from './diagram-layout.ts'

export interface Line {
  key: string
  path: string
  label: string
  labelX: number
  labelY: number
}

const HEAD = 44
const LANE = 16
const LETTER = 7

/** Straight down to the next one, along the right side to any other. The width is what that takes beside the boxes. */
export function linesOf(edges: Graph['edges'], boxes: readonly Box[], right: number): { lines: Line[]; width: number } {
  const at = new Map(boxes.map((box) => [box.id, box]))
  const lines: Line[] = []
  let lanes = 0
  for (const [key, { from, to, labels }] of merged(edges)) {
    const [a, b] = [at.get(from), at.get(to)]
    if (!a || !b) continue
    const label = labels.join(', ')
    if (isNext(a, b, boxes)) lines.push(down(key, a, b, label))
    else {
      lanes += 1
      lines.push(around(key, a, b, label, right + lanes * LANE))
    }
  }
  const longest = Math.max(0, ...lines.map(({ label }) => label.length))
  return { lines, width: lanes === 0 ? 0 : lanes * LANE + longest * LETTER }
}

/** One way is one line, whatever leads to it. */
function merged(edges: Graph['edges']): Map<string, { from: string; to: string; labels: string[] }> {
  const ways = new Map<string, { from: string; to: string; labels: string[] }>()
  for (const { from, to, label } of edges) {
    const known = ways.get(`${from} ${to}`) ?? { from, to, labels: [] }
    if (label !== undefined) known.labels.push(label)
    ways.set(`${from} ${to}`, known)
  }
  return ways
}

function isNext(a: Box, b: Box, boxes: readonly Box[]): boolean {
  if (b.y <= a.y || a.parent !== b.parent || a.role !== b.role) return false
  return !boxes.some((box) => box.parent === a.parent && box.role === a.role && box.y > a.y && box.y < b.y)
}

function down(key: string, a: Box, b: Box, label: string): Line {
  const [x, y, end] = [a.x + a.width / 2, a.y + a.height, b.y]
  return { key, path: `M${x} ${y}L${b.x + b.width / 2} ${end}`, label, labelX: x + 8, labelY: (y + end) / 2 + 4 }
}

function around(key: string, a: Box, b: Box, label: string, lane: number): Line {
  const [ax, ay] = [a.x + a.width, a.y + Math.min(a.height, HEAD) / 2]
  const [bx, by] = [b.x + b.width, b.y + Math.min(b.height, HEAD) / 2]
  const x = Math.max(lane, ax, bx)
  return { key, path: `M${ax} ${ay}H${x}V${by}H${bx}`, label, labelX: ax + 6, labelY: ay - 6 }
}
