import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge } from '../../design/badge.tsx'
import { Joined } from '../../design/joined.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import type { RowPlace } from '../parts/long-list.tsx'
import { useDesk } from '../shell/console-context.ts'
import type { ArticleSummary } from './knowledge-queries.ts'
import { knowledgeWords } from './words/knowledge-words.ts'

/** One article in the list: what it is called, where it belongs, and how it stands. */
export function ArticleRow({ article, place }: { article: ArticleSummary; place: RowPlace }): ReactNode {
  const { id: workspaceId, timezone } = useDesk()
  const { format } = useLanguage()
  const { id, title, category, tags, updatedAt } = article
  return (
    <Link
      to="/$workspaceId/knowledge/$articleId"
      params={{ workspaceId, articleId: id }}
      data-index={place.index}
      onFocus={place.onFocus}
      className={`flex h-full items-center gap-4 border-b border-line px-4 outline-offset-[-3px] lg:px-6 ${place.isCurrent ? 'bg-sunken' : 'hover:bg-sunken'}`}
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="truncate font-medium">{title}</span>
        <span className="truncate text-small text-soft">
          <Joined parts={[category, ...tags.map((tag) => `#${tag}`)]} />
        </span>
      </span>
      <span className="flex shrink-0 flex-wrap justify-end gap-1.5 max-sm:max-w-32">
        <ArticleSigns article={article} />
      </span>
      <time dateTime={updatedAt} className="hidden w-20 shrink-0 text-right text-small text-soft sm:block">
        {format.recentAt(updatedAt, timezone)}
      </time>
    </Link>
  )
}

type Signed = Pick<ArticleSummary, 'status' | 'hasDraft' | 'visibility' | 'source'>

/** Only what stands out: most articles are published and for the team. */
export function ArticleSigns({ article: { status, hasDraft, visibility, source } }: { article: Signed }): ReactNode {
  const words = useWords(knowledgeWords)
  return (
    <>
      {source === null ? null : <Badge tone="info">{sourceName(source)}</Badge>}
      {visibility === 'guest' ? <Badge tone="good">{words.visibilities.guest}</Badge> : null}
      {status === 'published' ? null : (
        <Badge tone={status === 'draft' ? 'warn' : 'plain'}>{words.statuses[status]}</Badge>
      )}
      {status !== 'draft' && hasDraft ? <Badge tone="warn">{words.changedSince}</Badge> : null}
    </>
  )
}

/** `code-host` as people would write it. */
export function sourceName(source: string): string {
  const name = source.replaceAll(/[-_]/g, ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}
