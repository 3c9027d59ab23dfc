import { queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { ArticleDifference, ArticleVersionPage } from '../../../../src/modules/knowledge/article-version.schema.ts'
import type { Article, ArticlePage } from '../../../../src/modules/knowledge/article.schema.ts'
import type { KnowledgeAnswer } from '../../../../src/modules/knowledge/search.schema.ts'
import type { Desk } from '../shell/console-context.ts'
import type { KnowledgeFilters } from './knowledge-filters.ts'

const FOUND_MAX = 20

export type ArticleSummary = Static<typeof ArticlePage>['items'][number]
export type VersionSummary = Static<typeof ArticleVersionPage>['items'][number]

type Asker = Pick<Desk, 'id' | 'api' | 'desk'>

/** By words, by words nearly typed and by meaning. */
export function foundQuery({ id, api, desk }: Asker, { q = '', visibility }: KnowledgeFilters) {
  return queryOptions({
    queryKey: [id, 'articles', 'search', q, visibility],
    queryFn: ({ signal }) =>
      api.read<KnowledgeAnswer>(
        `${desk}/knowledge/search`,
        { q, limit: FOUND_MAX, ...(visibility && { visibility }) },
        signal,
      ),
    enabled: q !== '',
  })
}

export interface OpenArticle {
  article: Article
  /** What a change has to name, so that it overwrites nobody else's. */
  version: number
}

export function articleQuery({ id, api, desk }: Asker, articleId: string, text?: 'draft') {
  return queryOptions({
    queryKey: [id, 'article', articleId, text ?? 'read'],
    async queryFn({ signal }): Promise<OpenArticle> {
      const path = `${desk}/articles/${articleId}${text === undefined ? '' : `?text=${text}`}`
      const response = await api.open(path, {}, signal)
      return { article: await response.json(), version: versionIn(response.headers.get('etag')) }
    },
    // Whoever writes begins with what is there now, never with what was there the last time.
    ...(text === 'draft' && { gcTime: 0 }),
  })
}

/** `"7.abc"`: the version stands before the hash. */
function versionIn(etag: string | null): number {
  return Number(/^"(\d+)\./.exec(etag ?? '')?.[1] ?? 0)
}

export function versionsQuery({ id, api, desk }: Asker, articleId: string) {
  return queryOptions({
    queryKey: [id, 'article', articleId, 'versions'],
    queryFn: ({ signal }) =>
      api.read<Static<typeof ArticleVersionPage>>(`${desk}/articles/${articleId}/versions`, { limit: 100 }, signal),
  })
}

export function differenceQuery({ id, api, desk }: Asker, articleId: string, from: number, to: number | undefined) {
  return queryOptions({
    queryKey: [id, 'article', articleId, 'difference', from, to],
    queryFn: ({ signal }) =>
      api.read<ArticleDifference>(`${desk}/articles/${articleId}/difference`, { from, to }, signal),
  })
}
