import { isDeepStrictEqual } from 'node:util'
import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { defineFailures, fail } from '#core/errors.ts'
import type { Listed } from '#core/paging.ts'
import { TEXT_FIELDS, type Article, type ArticleText } from './article.schema.ts'
import { getArticle, lockedArticle, saveText, trace } from './article.service.ts'
import * as versions from './article-version.queries.ts'
import type { ArticleDifference, ArticleVersion } from './article-version.schema.ts'
import { differenceOf } from './difference.rules.ts'

export const failures = defineFailures({
  article_version_not_found: { status: 404, text: 'The article has no such version.' },
})

export async function listVersions(
  ctx: WorkspaceCtx,
  articleId: string,
  query: { limit?: number; offset?: number },
): Promise<Listed<ArticleVersion>> {
  await getArticle(ctx, articleId)
  return versions.listVersions(ctx, articleId, query)
}

export async function getVersion(ctx: WorkspaceCtx, articleId: string, number: number): Promise<ArticleVersion> {
  await getArticle(ctx, articleId)
  return (await versions.findVersion(ctx, articleId, number)) ?? fail(failures.article_version_not_found)
}

export async function getDifference(
  ctx: WorkspaceCtx,
  articleId: string,
  { from, to }: { from: number; to?: number },
): Promise<ArticleDifference> {
  const before: ArticleText = await getVersion(ctx, articleId, from)
  const after: ArticleText =
    to === undefined ? await getArticle(ctx, articleId, 'draft') : await getVersion(ctx, articleId, to)
  const fields = TEXT_FIELDS.filter((field) => field !== 'body') as (keyof ArticleText)[]
  return {
    from,
    to: to ?? null,
    changedFields: fields.filter((field) => !isDeepStrictEqual(before[field], after[field])),
    body: differenceOf(before.body, after.body),
  }
}

/** Makes an old text the one being written; readers see it when it is published. */
export function restoreVersion(
  ctx: WorkspaceCtx,
  articleId: string,
  number: number,
): Promise<Article & { version: number }> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockedArticle(ctx, articleId)
    const { number: _number, publishedAt: _at, publishedBy: _by, ...text } = await getVersion(ctx, before.id, number)
    await saveText(ctx, { ...before, ...text }, text)
    await trace(ctx, 'article.version_restored', before.id, { number })
    return getArticle(ctx, before.id, 'draft')
  })
}
