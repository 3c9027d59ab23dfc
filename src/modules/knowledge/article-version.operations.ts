import { operation } from '#core/operation.ts'
import { Article, ArticlePath } from './article.schema.ts'
import { failures as articleFailures } from './article.service.ts'
import * as schema from './article-version.schema.ts'
import * as versions from './article-version.service.ts'

const { article_not_found } = articleFailures
const { article_version_not_found } = versions.failures
const ITEM = '/workspaces/:workspaceId/articles/:articleId'
const about = { tag: 'Knowledge' }

export const listArticleVersions = operation({
  ...about,
  id: 'listArticleVersions',
  summary: 'List what was published of an article',
  access: { role: 'member' },
  rest: { method: 'GET', path: `${ITEM}/versions` },
  params: ArticlePath,
  query: schema.ArticleVersionQuery,
  reply: schema.ArticleVersionPage,
  errors: [article_not_found],
  run: (ctx, { articleId, ...query }) => versions.listVersions(ctx, articleId, query),
})

export const getArticleVersion = operation({
  ...about,
  id: 'getArticleVersion',
  summary: 'Read a version of an article',
  access: { role: 'member' },
  rest: { method: 'GET', path: `${ITEM}/versions/:versionNumber` },
  params: schema.ArticleVersionPath,
  reply: schema.ArticleVersion,
  errors: [article_not_found, article_version_not_found],
  run: (ctx, { articleId, versionNumber }) => versions.getVersion(ctx, articleId, versionNumber),
})

export const getArticleDifference = operation({
  ...about,
  id: 'getArticleDifference',
  summary: 'Compare two versions, or a version with the text being written',
  access: { role: 'member' },
  rest: { method: 'GET', path: `${ITEM}/difference` },
  params: ArticlePath,
  query: schema.ArticleDifferenceQuery,
  reply: schema.ArticleDifference,
  errors: [article_not_found, article_version_not_found],
  run: (ctx, { articleId, ...pair }) => versions.getDifference(ctx, articleId, pair),
})

export const restoreArticleVersion = operation({
  ...about,
  id: 'restoreArticleVersion',
  summary: 'Make a version the text being written',
  description: 'Readers see it when it is published.',
  access: { role: 'manager' },
  rest: { method: 'POST', path: `${ITEM}/versions/:versionNumber/restore` },
  params: schema.ArticleVersionPath,
  reply: Article,
  versioned: true,
  conditional: true,
  errors: [article_not_found, article_version_not_found],
  run: (ctx, { articleId, versionNumber }) => versions.restoreVersion(ctx, articleId, versionNumber),
})
