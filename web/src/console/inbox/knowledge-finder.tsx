import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { KnowledgeHit } from '../../../../src/modules/knowledge/search.schema.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Joined } from '../../design/joined.tsx'
import { useWords } from '../../language/language.tsx'
import { MarkedText } from '../parts/marked-text.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { useDesk } from '../shell/console-context.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { plainText } from '../parts/markdown.ts'
import { answersQuery } from './inbox-queries.ts'
import { inboxWords } from './words/inbox-words.ts'

interface KnowledgeFinderProps {
  /** What the other side said last: it is looked for until somebody types something else. */
  asked: string
  propertyId: string | null
  onPut(text: string): void
}

/** What is known, beside what is asked. */
export function KnowledgeFinder({ asked, propertyId, onPut }: KnowledgeFinderProps): ReactNode {
  const words = useWords(inboxWords)
  const desk = useDesk()
  const [typed, setTyped] = useState('')
  const { data } = useQuery({
    ...answersQuery(desk, typed === '' ? asked : typed, propertyId),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">{words.knowledge}</h2>
      <SearchField
        id="knowledge-search"
        label={words.findKnowledge}
        placeholder={words.findKnowledge}
        text={typed}
        isWide
        onSearch={setTyped}
      />
      {data === undefined ? null : (
        <p aria-live="polite" className="text-small text-soft">
          {data.items.length === 0 ? words.nothingKnown : typed === '' ? words.fitsLast : words.fits}
        </p>
      )}
      <ul className="grid gap-2">
        {data?.items.map((hit) => (
          <Hit key={`${hit.articleId} ${hit.passage}`} hit={hit} onPut={() => onPut(plainText(hit.passage))} />
        ))}
      </ul>
    </section>
  )
}

/** One passage. What is for the team only goes into an answer to a guest after a question. */
function Hit({ hit, onPut }: { hit: KnowledgeHit; onPut(): void }): ReactNode {
  const words = useWords(inboxWords)
  const { cancel } = useWords(shellWords)
  const { id: workspaceId } = useDesk()
  const { articleId, title, headingPath, snippet, marks, visibility } = hit
  const isInternal = visibility === 'internal'
  const [isAsking, setAsking] = useState(false)
  function put(): void {
    const isSure = !isInternal || isAsking
    setAsking(!isSure)
    if (isSure) onPut()
  }
  return (
    <li className="grid gap-1.5 rounded-control border border-line bg-surface p-3">
      <Link
        to="/$workspaceId/knowledge/$articleId"
        params={{ workspaceId, articleId }}
        className="flex min-h-11 items-center font-medium text-accent-text underline"
      >
        <Joined parts={[title, ...headingPath.slice(-1)]} by=" › " />
      </Link>
      {isInternal ? (
        <p>
          <Badge tone="warn">{words.internal}</Badge>
        </p>
      ) : null}
      <p className="line-clamp-4 text-small wrap-anywhere text-soft">
        <MarkedText text={snippet} marks={marks} />
      </p>
      <p aria-live="polite" className="text-small font-medium text-warn-text empty:hidden">
        {isAsking ? words.putInAsk : ''}
      </p>
      <div className="flex flex-wrap gap-2">
        {isAsking ? (
          <Button look="quiet" onClick={() => setAsking(false)}>
            {cancel}
          </Button>
        ) : null}
        <Button look={isInternal ? 'secondary' : 'tinted'} onClick={put}>
          {isAsking ? words.putInAnyway : words.putIn}
        </Button>
      </div>
    </li>
  )
}
