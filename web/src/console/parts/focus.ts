import { useEffect, useRef, type RefObject } from 'react'

/** For the field that a page or a form was opened for. */
export function useFocusHere<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}
