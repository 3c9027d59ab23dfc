import { useEffect, useRef, useState, type RefObject } from 'react'

interface Dragging {
  list: RefObject<HTMLUListElement | null>
  /** The key of what is being dragged. */
  dragged: number | undefined
  take(key: number): void
}

/**
 * Moves rows of a list by mouse, pen or finger, one place at a time, as soon as the pointer has passed the middle of
 * the neighbour: rows of different heights do not jump to and fro.
 */
export function useDragging(items: readonly { key: number }[], onMove: (from: number, to: number) => void): Dragging {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<number>()
  useEffect(() => {
    if (dragged === undefined) return undefined
    const from = items.findIndex(({ key }) => key === dragged)
    const middle = (index: number): number | undefined => {
      const box = list.current?.children[index]?.getBoundingClientRect()
      return box && box.top + box.height / 2
    }
    function follow({ clientY }: PointerEvent): void {
      const [above, below] = [middle(from - 1), middle(from + 1)]
      if (below !== undefined && clientY > below) onMove(from, from + 1)
      else if (above !== undefined && clientY < above) onMove(from, from - 1)
    }
    const letGo = (): void => setDragged(undefined)
    // Of the window: the row itself is taken out and put in elsewhere on the way.
    addEventListener('pointermove', follow)
    addEventListener('pointerup', letGo)
    addEventListener('pointercancel', letGo)
    return () => {
      removeEventListener('pointermove', follow)
      removeEventListener('pointerup', letGo)
      removeEventListener('pointercancel', letGo)
    }
  }, [dragged, items, onMove])
  return { list, dragged, take: setDragged }
}
