import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { KnowledgeHit } from '../../../../src/modules/knowledge/search.schema.ts'
import { Badge } from '../../design/badge.tsx'
import { Card, Section } from '../../design/card.tsx'
import { Joined } from '../../design/joined.tsx'
import { useWords } from '../../language/language.tsx'
import { Empty } from '../parts/empty.tsx'
import { MarkedText } from '../parts/marked-text.tsx'
import { useDesk } from '../shell/console-context.ts'
import { ArticleSigns } from './article-row.tsx'
import type { ArticleSummary } from './knowledge-queries.ts'
import { knowledgeWords } from './words/knowledge-words.ts'

interface FoundPassagesProps {
  words: string
  hits: readonly KnowledgeHit[]
  /** Those whose title has the words: drafts and withdrawn ones too, which the search does not know. */
  titles: readonly ArticleSummary[]
}

/** What a search has found: passages of published texts first, then titles. */
export function FoundPassages({ hits, titles }: FoundPassagesProps): ReactNode {
  const words = useWords(knowledgeWords)
  const { id: workspaceId } = useDesk()
  const known = new Set(hits.map(({ articleId }) => articleId))
  const others = titles.filter(({ id }) => !known.has(id))
  if (hits.length + others.length === 0) {
    return <Empty icon="search" title={words.notFound.title} text={words.notFound.text} />
  }
  return (
    <div className="relative grid content-start gap-6 px-4 pb-16 lg:overflow-y-auto lg:px-6">
      {hits.length === 0 ? null : (
        <Section title={words.passages} aside={<p className="text-soft">{hits.length}</p>}>
          <ul className="grid gap-2">
            {hits.map((hit) => (
              <li key={`${hit.articleId} ${hit.passage}`}>
                <Hit hit={hit} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {others.length === 0 ? null : (
        <Section title={words.titles}>
          <ul className="grid gap-2">
            {others.map((article) => (
              <li key={article.id}>
                <Card>
                  <Link
                    to="/$workspaceId/knowledge/$articleId"
                    params={{ workspaceId, articleId: article.id }}
                    className="flex min-h-14 flex-wrap items-center gap-2 rounded-card px-4 py-2 hover:bg-sunken"
                  >
                    <span className="min-w-0 flex-1 font-medium wrap-anywhere">{article.title}</span>
                    <ArticleSigns article={article} />
                  </Link>
                </Card>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}

function Hit({ hit }: { hit: KnowledgeHit }): ReactNode {
  const words = useWords(knowledgeWords)
  const { id: workspaceId } = useDesk()
  const { articleId, title, headingPath, snippet, marks, visibility, methods } = hit
  return (
    <Card>
      <Link
        to="/$workspaceId/knowledge/$articleId"
        params={{ workspaceId, articleId }}
        className="grid gap-1 rounded-card p-4 hover:bg-sunken"
      >
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-semibold wrap-anywhere">{title}</span>
          {headingPath.length > 0 ? (
            <span className="text-small text-soft">
              › <Joined parts={headingPath} by=" › " />
            </span>
          ) : null}
          {visibility === 'guest' ? <Badge tone="good">{words.visibilities.guest}</Badge> : null}
        </span>
        <span className="wrap-anywhere text-soft">
          <MarkedText text={snippet} marks={marks} />
        </span>
        <span className="text-small text-soft">{methods.map((method) => words.methods[method]).join(' · ')}</span>
      </Link>
    </Card>
  )
}
