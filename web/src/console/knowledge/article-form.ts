import type { Article, ArticleText } from '../../../../src/modules/knowledge/article.schema.ts'

export type ArticleForm = ArticleText

const EMPTY: ArticleForm = {
  title: '',
  body: '',
  category: null,
  tags: [],
  propertyId: null,
  visibility: 'internal',
  language: 'en',
}

/** What of an article is written. */
export function textOf(article: Article | undefined): ArticleForm {
  if (!article) return EMPTY
  const { title, body, category, tags, propertyId, visibility, language } = article
  return { title, body, category, tags, propertyId, visibility, language }
}

/** Tags as they are typed, each once. */
export function tagsIn(text: string): string[] {
  return [...new Set(text.split(',').map((tag) => tag.trim().replace(/^#/, '')))].filter((tag) => tag !== '')
}
