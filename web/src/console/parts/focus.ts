import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** For the field that a page or a form was opened for. */
export function useFocusHere<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}

/** Where one was before something came over the page or took its place; where that has gone, at the page's beginning. */
export function goOnFrom(element: Element | null): void {
  if (element instanceof HTMLElement && element !== document.body && element.isConnected) element.focus()
  if (isLost()) document.getElementById('main')?.focus({ preventScroll: true })
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** For what goes by itself while one is in it: the keyboard goes on at the beginning of the page. */
export function useLeavingFocus(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const here = element.current
    return () => {
      if (isLost() || here?.contains(document.activeElement)) queueMicrotask(() => goOnFrom(null))
    }
  }, [element])
}
