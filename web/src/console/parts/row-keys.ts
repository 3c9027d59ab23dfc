import { useRef, useState, type RefObject } from 'react'
import { useWords } from '../../language/language.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { shellWords } from '../shell/words/shell-words.ts'

interface RowKeys {
  box: RefObject<HTMLElement | null>
  count: number
  scrollTo(index: number): void
}

/** Moves through rows whose link carries `data-index`, and opens the one where the reader is. */
export function useRowKeys({ box, count, scrollTo }: RowKeys) {
  const { keys } = useWords(shellWords)
  const [current, setCurrent] = useState(-1)
  const wanted = useRef(-1)
  function go(index: number): void {
    if (index < 0 || index >= count) return
    setCurrent(index)
    wanted.current = index
    scrollTo(index)
    // The row is there after the next frame, if it was out of sight. Whoever is further by then must not be taken back.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (wanted.current === index) linkAt(index)?.focus({ preventScroll: true })
      }),
    )
  }
  const linkAt = (index: number): HTMLElement | undefined =>
    box.current?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? undefined
  useKeys(
    {
      j: () => go(current + 1),
      k: () => go(current - 1),
      ArrowDown: () => go(current + 1),
      ArrowUp: () => go(current - 1),
      // For those who are quicker than the focus; else the browser presses what has it.
      Enter: () => linkAt(current)?.click(),
    },
    { j: keys.down, k: keys.up, Enter: keys.openTask },
  )
  return { current, setCurrent }
}
