import { memo, type ReactNode } from 'react'
import type { Colour, ColouredLine } from './yaml-colours.ts'

const COLOURS: Record<Colour, string> = {
  key: 'text-accent-text',
  text: 'text-info-text',
  value: 'text-warn-text',
  mark: 'text-soft',
  comment: 'text-soft italic',
  plain: '',
}

/** The text and the field above it must break their lines at the same places. */
export const CODE_TEXT =
  'font-mono text-[1rem] leading-[1.6] break-words whitespace-pre-wrap [font-variant-ligatures:none] [tab-size:2] sm:text-[0.875rem]'

/** What is written, as it looks. The field above it is what is read out and typed in. */
export function CodeLines({
  lines,
  wrong,
}: {
  lines: readonly ColouredLine[]
  /** Lines with a problem, from 1. */
  wrong: ReadonlySet<number>
}): ReactNode {
  return (
    <div aria-hidden="true" className={`py-3 [grid-area:1/1] ${CODE_TEXT}`}>
      {lines.map((line, index) => (
        // What stands in a line is all that it is.
        // oxlint-disable-next-line react/no-array-index-key
        <Line key={index} line={line} number={index + 1} isWrong={wrong.has(index + 1)} />
      ))}
    </div>
  )
}

const Line = memo(function Line({
  line,
  number,
  isWrong,
}: {
  line: ColouredLine
  number: number
  isWrong: boolean
}): ReactNode {
  return (
    <div data-line={number} className="relative min-h-[1.6em] pr-3 pl-14">
      <span
        className={`absolute left-0 w-10 text-right select-none ${isWrong ? 'font-semibold text-danger-text' : 'text-soft'}`}
      >
        {number}
      </span>
      {isWrong ? (
        <span className="absolute top-[0.5em] left-11 size-[0.6em] rounded-full bg-danger-text" data-wrong="" />
      ) : null}
      <span
        data-text=""
        className={isWrong ? 'underline decoration-danger-text decoration-dotted underline-offset-4' : ''}
      >
        {line.map(({ colour, text }, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className={COLOURS[colour]}>
            {text}
          </span>
        ))}
      </span>
    </div>
  )
})

/** Where a place of the text is on the screen, or its line when that is empty. */
export function placeOf(root: Element, text: string, at: number): DOMRect | undefined {
  const before = text.slice(0, at)
  const line = root.querySelector(`[data-line="${before.split('\n').length}"]`)
  const written = line?.querySelector('[data-text]')
  if (!line || !written) return undefined
  let left = at - (before.lastIndexOf('\n') + 1)
  const walker = document.createTreeWalker(written, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node.textContent ?? ''
    if (left <= length) {
      const range = document.createRange()
      range.setStart(node, left)
      range.collapse(true)
      return range.getBoundingClientRect()
    }
    left -= length
  }
  return written.getBoundingClientRect()
}
