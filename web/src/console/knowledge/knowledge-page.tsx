import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Message } from '../../design/message.tsx'
import { useWords } from '../../language/language.tsx'
import { LongList } from '../parts/long-list.tsx'
import { useDesk, useRole } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { ArticleRow } from './article-row.tsx'
import { FoundPassages } from './found-passages.tsx'
import { KnowledgeFilterBar } from './knowledge-filter-bar.tsx'
import { parseKnowledge, type KnowledgeFilters } from './knowledge-filters.ts'
import { articlesQuery, foundQuery } from './knowledge-queries.ts'
import { knowledgeWords } from './words/knowledge-words.ts'

const route = getRouteApi('/$workspaceId/frame/knowledge')
const ROW_HEIGHT = 76

/** What the house knows: all articles, and what is found in them. */
export function KnowledgePage(): ReactNode {
  const words = useWords(knowledgeWords)
  const { id } = useDesk()
  const { may } = useRole()
  const navigate = useNavigate()
  const filters = parseKnowledge(route.useSearch())
  const set = (changes: Record<string, unknown>): void =>
    void navigate({
      to: '/$workspaceId/knowledge',
      params: { workspaceId: id },
      search: parseKnowledge({ ...filters, ...changes }),
      replace: true,
    })
  useKeys(
    {
      '/': () => document.getElementById('article-search')?.focus(),
      ...(may('manager') && {
        n: () => void navigate({ to: '/$workspaceId/new-article', params: { workspaceId: id } }),
      }),
    },
    { '/': words.keys.search, ...(may('manager') && { n: words.newArticle }) },
  )
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          may('manager') ? (
            <Link
              to="/$workspaceId/new-article"
              params={{ workspaceId: id }}
              className={buttonClass({ look: 'primary' })}
            >
              <Icon name="plus" className="size-5" />
              {words.newArticle}
            </Link>
          ) : null
        }
      />
      <KnowledgeFilterBar filters={filters} onChange={set} />
      <Articles key={JSON.stringify(filters)} filters={filters} />
    </>
  )
}

function Articles({ filters }: { filters: KnowledgeFilters }): ReactNode {
  const desk = useDesk()
  const words = useWords(knowledgeWords)
  const navigate = useNavigate()
  const list = useInfiniteQuery(articlesQuery(desk, filters))
  const found = useQuery(foundQuery(desk, filters))
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = list
  if (list.isPending || (filters.q !== undefined && found.isPending)) return <Waiting />
  if (!data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  const items = [...new Map(data.pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()]
  if (filters.q !== undefined) {
    return <FoundPassages words={filters.q} hits={found.data?.items ?? []} titles={items} />
  }
  if (items.length === 0) {
    const { title, text } = Object.keys(filters).length === 0 ? words.none : words.empty
    return <Message icon="book" title={title} text={text} />
  }
  return (
    <LongList
      label={words.title}
      items={items}
      total={data.pages[0]?.pagination.total ?? items.length}
      rowHeight={ROW_HEIGHT}
      className="h-[calc(100dvh-13rem)] border-t border-line bg-surface lg:h-auto"
      onMore={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
      onOpen={({ id: articleId }) =>
        void navigate({ to: '/$workspaceId/knowledge/$articleId', params: { workspaceId: desk.id, articleId } })
      }
      renderRow={(article, place) => <ArticleRow article={article} place={place} />}
    />
  )
}
