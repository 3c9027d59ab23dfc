import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useWords } from '../../language/language.tsx'
import { Empty } from '../parts/empty.tsx'
import { LongList } from '../parts/long-list.tsx'
import { usePaged } from '../parts/paged.tsx'
import { useDesk, useRole } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { ArticleRow } from './article-row.tsx'
import { FoundPassages } from './found-passages.tsx'
import { KnowledgeFilterBar } from './knowledge-filter-bar.tsx'
import { parseKnowledge, type KnowledgeFilters } from './knowledge-filters.ts'
import { foundQuery, type ArticleSummary } from './knowledge-queries.ts'
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
  const write = (): void => void navigate({ to: '/$workspaceId/new-article', params: { workspaceId: id } })
  useKeys(may('manager') ? { n: write } : {}, may('manager') ? { n: words.newArticle } : {})
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
  const list = usePaged<ArticleSummary>([desk.id, 'articles', 'list'], `${desk.desk}/articles`, { ...filters })
  const found = useQuery(foundQuery(desk, filters))
  if (filters.q !== undefined && list.items) {
    if (found.data) return <FoundPassages words={filters.q} hits={found.data.items} titles={list.items} />
    return found.isPending ? <Waiting /> : <LoadFailure error={found.error} onRetry={() => void found.refetch()} />
  }
  const { title, text } = Object.keys(filters).length === 0 ? words.none : words.empty
  return (
    <LongList
      label={words.title}
      list={list}
      empty={<Empty icon="book" title={title} text={text} />}
      rowHeight={ROW_HEIGHT}
      className="h-[calc(100dvh-13rem)] border-t border-line bg-surface lg:h-auto"
      onOpen={({ id: articleId }) =>
        void navigate({ to: '/$workspaceId/knowledge/$articleId', params: { workspaceId: desk.id, articleId } })
      }
      renderRow={(article, place) => <ArticleRow article={article} place={place} />}
    />
  )
}
