import type { ReactNode } from 'react'

interface MarkedTextProps {
  text: string
  /** In the order of the text, by its UTF-16 units. */
  marks: readonly { from: number; to: number }[]
}

/** A text with the words that were found in it. */
export function MarkedText({ text, marks }: MarkedTextProps): ReactNode {
  const parts: ReactNode[] = []
  let at = 0
  for (const { from, to } of marks) {
    parts.push(
      text.slice(at, from),
      <mark key={from} className="rounded-sm bg-warn-ground text-warn-text">
        {text.slice(from, to)}
      </mark>,
    )
    at = to
  }
  return [...parts, text.slice(at)]
}
