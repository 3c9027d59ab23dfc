import { linesOf, type Line } from './diagram-lines.ts'

interface GraphNode {
  id: string
  name: string
  kind: string
  detail?: string
  parent?: string
  role?: string
}

export interface Graph {
  nodes: readonly GraphNode[]
  edges: readonly { from: string; to: string; label?: string }[]
}

export interface Box extends GraphNode {
  x: number
  y: number
  width: number
  height: number
  isGroup: boolean
}

export interface Drawing {
  width: number
  height: number
  boxes: Box[]
  lines: Line[]
}

const BOX = { width: 168, height: 48 }
const DOT = 28
const GAP = 30
const PAD = 14
const HEAD = 44
const MARGIN = 12

/** Tasks below each other in their order, tasks within a task inside of it, branches side by side. */
export function drawingOf({ nodes, edges }: Graph): Drawing {
  const boxes: Box[] = []
  const isOf = (parent: string | undefined) => (node: GraphNode) => node.parent === parent
  const size = stack(nodes.filter(isOf(undefined)), { x: MARGIN, y: MARGIN })
  const { lines, width } = linesOf(edges, boxes, size.width + MARGIN)
  return { width: size.width + 2 * MARGIN + width, height: size.height + 2 * MARGIN, boxes, lines }

  function stack(list: readonly GraphNode[], place: { x: number; y: number }): { width: number; height: number } {
    let [width, y] = [0, place.y]
    const placed: Box[][] = []
    for (const node of list) {
      const first = boxes.length
      const box = put(node, { x: place.x, y })
      placed.push(boxes.slice(first))
      width = Math.max(width, box.width)
      y += box.height + GAP
    }
    // Everything in the middle of its list.
    for (const group of placed) {
      const shift = (width - (group[0]?.width ?? 0)) / 2
      for (const box of group) box.x += shift
    }
    return { width, height: Math.max(0, y - place.y - GAP) }
  }

  function put(node: GraphNode, { x, y }: { x: number; y: number }): Box {
    const children = nodes.filter(isOf(node.id))
    const isEnd = node.kind === 'start' || node.kind === 'end'
    const own = isEnd ? { width: DOT, height: DOT } : BOX
    const box: Box = { ...node, x, y, ...own, isGroup: children.length > 0 }
    boxes.push(box)
    if (children.length === 0) return box
    let [width, bottom] = [BOX.width - 2 * PAD, y + HEAD]
    for (const role of new Set(children.map(({ role }) => role))) {
      const list = children.filter((child) => child.role === role)
      const inner = { x: x + PAD, y: bottom }
      const size = role === 'fork/branches' ? beside(list, inner) : stack(list, inner)
      width = Math.max(width, size.width)
      bottom += size.height + (role === 'try' ? GAP : PAD)
    }
    Object.assign(box, { width: width + 2 * PAD, height: bottom - y })
    return box
  }

  function beside(list: readonly GraphNode[], place: { x: number; y: number }): { width: number; height: number } {
    let [x, height] = [place.x, 0]
    for (const node of list) {
      const box = put(node, { x, y: place.y })
      x += box.width + PAD
      height = Math.max(height, box.height)
    }
    return { width: x - place.x - PAD, height }
  }
}
