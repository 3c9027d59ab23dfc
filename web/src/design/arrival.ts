import { useEffect, useRef, type RefObject } from 'react'

/**
 * For what takes the place of something that had the focus: screen readers and keyboards go on from here. Whoever has
 * moved on to somewhere else stays there.
 */
export function useArrival<Element extends HTMLElement>(takesFocus = true): RefObject<Element | null> {
  const element = useRef<Element>(null)
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (takesFocus && isLost) element.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return element
}
