import { OUTSIDE } from '#core/audience.ts'
import { outsideOperation } from '#core/outside-operation.ts'
import { closed, Uuid } from '#core/schema.ts'
import { Article } from './article.schema.ts'
import { failures, readPublished } from './article.service.ts'
import { KnowledgeAnswer, KnowledgeQuery } from './search.schema.ts'
import { searchKnowledge as search } from './search.service.ts'

const about = { outside: OUTSIDE } as const

export const searchPublished = outsideOperation({
  ...about,
  id: 'searchPublished',
  summary: 'Search what is published for guests',
  query: KnowledgeQuery,
  reply: KnowledgeAnswer,
  // The reader cannot choose the visibility.
  run: (ctx, query) => search(ctx, { ...query, visibility: 'guest' }),
})

export const getPublished = outsideOperation({
  ...about,
  id: 'getPublished',
  summary: 'Read what is published for guests',
  params: closed({ articleId: Uuid }),
  reply: Article,
  errors: [failures.article_not_found],
  run: (ctx, { articleId }) => readPublished(ctx, articleId),
})
