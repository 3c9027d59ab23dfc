import { useMemo, type ReactNode } from 'react'
import { ScrollBox } from './scroll-box.tsx'
import { foldedDifference, lineDifference, type DiffLine } from './line-difference.ts'

const LOOKS = {
  same: 'text-soft',
  added: 'bg-accent-ground text-accent-text',
  removed: 'bg-danger-ground text-danger-text',
} as const
const AROUND = 3
const SIGNS = { same: ' ', added: '+', removed: '−' } as const

interface DifferenceViewProps {
  before: string
  after: string
  label: string
  /** For those who listen: what a line that is new or gone is called. */
  words: { added: string; removed: string; same(count: number): string }
}

/** Two texts in one: what is gone, what is new, and what is around it. */
export function DifferenceView({ before, after, label, words }: DifferenceViewProps): ReactNode {
  const parts = useMemo(() => foldedDifference(lineDifference(before, after), AROUND), [before, after])
  return (
    <ScrollBox
      label={label}
      className="max-h-[28rem] rounded-card border border-line bg-surface py-2 font-mono text-small"
    >
      <div className="w-max min-w-full">
        {parts.map((part, at) =>
          part.kind === 'fold' ? (
            // Lines have no other name than their place.
            // oxlint-disable-next-line react/no-array-index-key
            <p key={at} className="bg-sunken px-4 py-1 font-sans text-soft">
              {words.same(part.count)}
            </p>
          ) : (
            // oxlint-disable-next-line react/no-array-index-key
            part.lines.map((line, index) => <Line key={`${at} ${index}`} line={line} words={words} />)
          ),
        )}
      </div>
    </ScrollBox>
  )
}

function Line({ line, words }: { line: DiffLine; words: DifferenceViewProps['words'] }): ReactNode {
  const { kind, text } = line
  return (
    <p className={`px-4 whitespace-pre ${LOOKS[kind]}`}>
      <span aria-hidden="true" className="mr-3 select-none">
        {SIGNS[kind]}
      </span>
      {kind === 'same' ? null : <span className="sr-only">{words[kind]}: </span>}
      {text}
    </p>
  )
}
