import { useKeys, type Keys } from '../shell/keyboard.ts'

/** For the links of a list, so that `j` and `k` find them. */
export const ROW = { 'data-row': '' }

/** Moves the focus through the rows of the page by `j` and `k`; Enter then opens what has it. */
export function useLinkKeys(
  words: { down: string; up: string },
  more: Keys = {},
  names: Record<string, string> = {},
): void {
  useKeys(
    { j: () => go(1), k: () => go(-1), ArrowDown: () => go(1), ArrowUp: () => go(-1), ...more },
    { j: words.down, k: words.up, ...names },
  )
}

function go(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')].filter((row) => row.checkVisibility())
  const current = rows.findIndex((row) => row === document.activeElement)
  // From outside of the list: to its first row.
  const next = current < 0 ? rows[0] : rows[current + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
