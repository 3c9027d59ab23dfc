import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import type { ArticleDifference } from '../../../../src/modules/knowledge/article-version.schema.ts'
import { Card } from '../../design/card.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { differenceQuery } from './knowledge-queries.ts'
import { shownLines, type ShownLine } from './word-difference.ts'
import { knowledgeWords } from './words/knowledge-words.ts'

/** Lines that stayed are shown around what changed, the rest is left out. */
const AROUND = 2

interface DifferenceProps {
  articleId: string
  from: number
  /** undefined: the text being written. */
  to: number | undefined
}

/** What changed from one text to the other: by sign, by word and by colour. */
export function Difference({ articleId, from, to }: DifferenceProps): ReactNode {
  const words = useWords(knowledgeWords)
  const { data, isPending, error, refetch } = useQuery(differenceQuery(useDesk(), articleId, from, to))
  if (isPending) return <Waiting />
  if (!data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  const isSame = data.changedFields.length === 0 && data.body.every(({ kind }) => kind === 'same')
  if (isSame) return <p className="text-soft">{words.noDifference}</p>
  return (
    <div className="grid gap-3">
      {data.changedFields.length === 0 ? null : (
        <p>
          {words.changedFields}:{' '}
          {data.changedFields.map((field) => words.fields[field as keyof typeof words.fields] ?? field).join(', ')}
        </p>
      )}
      <Lines body={data.body} />
    </div>
  )
}

function Lines({ body }: Pick<ArticleDifference, 'body'>): ReactNode {
  const words = useWords(knowledgeWords)
  const lines = useMemo(() => shownLines(body), [body])
  const near = (at: number): boolean => lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(isChange)
  return (
    <Card className="overflow-hidden">
      <ol aria-label={words.difference} className="text-label">
        {lines.map((line, index) => {
          if (near(index)) {
            // The lines are made anew with every difference.
            // oxlint-disable-next-line react/no-array-index-key
            return <Line key={index} line={line} />
          }
          // One sign for all that is left out in a row.
          return index === 0 || near(index - 1) ? (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="px-4 py-1 text-soft">
              <span aria-hidden>…</span>
              <span className="sr-only">{words.leftOut}</span>
            </li>
          ) : null
        })}
      </ol>
    </Card>
  )
}

function isChange({ kind }: ShownLine): boolean {
  return kind !== 'same'
}

const LOOKS = {
  same: { sign: '', ground: '', word: '' },
  added: {
    sign: '+',
    ground: 'bg-accent-ground text-accent-text',
    word: 'rounded-sm underline decoration-2 font-semibold',
  },
  removed: { sign: '−', ground: 'bg-danger-ground text-danger-text', word: 'rounded-sm line-through font-semibold' },
} as const

function Line({ line }: { line: ShownLine }): ReactNode {
  const words = useWords(knowledgeWords)
  const { sign, ground, word } = LOOKS[line.kind]
  return (
    <li className={`flex gap-3 px-4 py-1 ${ground}`}>
      <span aria-hidden className="w-3 shrink-0 font-mono">
        {sign}
      </span>
      {line.kind === 'same' ? null : <span className="sr-only">{words.lineKinds[line.kind]}: </span>}
      <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">
        {line.words.map(({ kind, text }, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className={kind === 'same' ? '' : word}>
            {text}
          </span>
        ))}
      </span>
    </li>
  )
}
