import { operation } from '#core/operation.ts'
import { Deleted, WorkspacePath } from '#core/schema.ts'
import { listArticles as list } from './article.queries.ts'
import * as schema from './article.schema.ts'
import * as articles from './article.service.ts'
import * as publishing from './publishing.service.ts'

const { article_not_found, article_unpublished, article_slug_taken, article_property_unknown } = articles.failures
const LIST = '/workspaces/:workspaceId/articles'
const ITEM = `${LIST}/:articleId`
const about = { tag: 'Knowledge' }

export const listArticles = operation({
  ...about,
  id: 'listArticles',
  summary: 'List articles',
  description: 'With what readers see: the published text, or the draft of an article that was never published.',
  access: { role: 'member' },
  rest: { method: 'GET', path: LIST },
  params: WorkspacePath,
  query: schema.ArticleQuery,
  reply: schema.ArticlePage,
  run: (ctx, query) => list(ctx, query),
})

export const getArticle = operation({
  ...about,
  id: 'getArticle',
  summary: 'Read an article',
  access: { role: 'member' },
  rest: { method: 'GET', path: ITEM },
  params: schema.ArticlePath,
  query: schema.ArticleTextQuery,
  reply: schema.Article,
  versioned: true,
  errors: [article_not_found, article_unpublished],
  run: (ctx, { articleId, text }) => articles.getArticle(ctx, articleId, text),
})

export const createArticle = operation({
  ...about,
  id: 'createArticle',
  summary: 'Begin an article',
  description: 'A draft; readers see it when it is published.',
  access: { role: 'manager' },
  rest: { method: 'POST', path: LIST },
  params: WorkspacePath,
  body: schema.ArticleCreate,
  reply: schema.Article,
  status: 201,
  versioned: true,
  errors: [article_slug_taken, article_property_unknown],
  run: (ctx, input) => articles.createArticle(ctx, input),
})

export const updateArticle = operation({
  ...about,
  id: 'updateArticle',
  summary: 'Change the text being written',
  description: 'Readers see it when it is published. Answers the draft.',
  access: { role: 'manager' },
  rest: { method: 'PATCH', path: ITEM },
  params: schema.ArticlePath,
  body: schema.ArticleUpdate,
  reply: schema.Article,
  versioned: true,
  errors: [article_not_found, article_slug_taken, article_property_unknown],
  run: (ctx, { articleId, ...changes }) => articles.updateArticle(ctx, articleId, changes),
})

export const saveArticleDraft = operation({
  ...about,
  id: 'saveArticleDraft',
  summary: 'Save a draft: of a new article or of one that is there',
  description: 'Publishes nothing.',
  access: { role: 'manager' },
  rest: { method: 'POST', path: '/workspaces/:workspaceId/article-drafts' },
  params: WorkspacePath,
  body: schema.ArticleDraft,
  reply: schema.SavedDraft,
  versioned: true,
  conditional: true,
  errors: [article_not_found, article_property_unknown, articles.failures.article_draft_incomplete],
  run: (ctx, draft) => articles.saveDraft(ctx, draft),
})

export const discardArticleDraft = operation({
  ...about,
  id: 'discardArticleDraft',
  summary: 'Drop the text being written for the published one',
  access: { role: 'manager' },
  rest: { method: 'POST', path: `${ITEM}/discard-draft` },
  params: schema.ArticlePath,
  reply: schema.Article,
  versioned: true,
  conditional: true,
  errors: [article_not_found, article_unpublished],
  run: (ctx, { articleId }) => articles.discardDraft(ctx, articleId),
})

export const publishArticle = operation({
  ...about,
  id: 'publishArticle',
  summary: 'Publish the text being written',
  description: 'As the next version. Without a change nothing happens; an archived article is found again.',
  access: { role: 'manager' },
  rest: { method: 'POST', path: `${ITEM}/publish` },
  params: schema.ArticlePath,
  reply: schema.Article,
  versioned: true,
  conditional: true,
  errors: [article_not_found, publishing.failures.article_too_divided],
  run: (ctx, { articleId }) => publishing.publishArticle(ctx, articleId),
})

export const archiveArticle = operation({
  ...about,
  id: 'archiveArticle',
  summary: 'Archive an article',
  description: 'No search finds it any more.',
  access: { role: 'manager' },
  rest: { method: 'POST', path: `${ITEM}/archive` },
  params: schema.ArticlePath,
  reply: schema.Article,
  versioned: true,
  conditional: true,
  errors: [article_not_found, article_unpublished],
  run: (ctx, { articleId }) => publishing.archiveArticle(ctx, articleId),
})

export const deleteArticle = operation({
  ...about,
  id: 'deleteArticle',
  summary: 'Delete an article',
  access: { role: 'manager' },
  rest: { method: 'DELETE', path: ITEM },
  params: schema.ArticlePath,
  reply: Deleted,
  conditional: true,
  errors: [article_not_found],
  run: (ctx, { articleId }) => articles.deleteArticle(ctx, articleId),
})
