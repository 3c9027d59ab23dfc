import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { plainLetters } from '#core/slug.ts'
import * as articles from './article.queries.ts'
import type { Article } from './article.schema.ts'
import { failures as articleFailures, getArticle, lockedArticle, trace, withSections } from './article.service.ts'
import { insertVersion } from './article-version.queries.ts'
import { deletePassages, replacePassages, saveWords } from './passage.queries.ts'
import { passagesOf, searchConfigOf } from './passage.rules.ts'

const PASSAGES_MAX = 1000

export const failures = defineFailures({
  article_too_divided: {
    status: 422,
    text: `An article can have ${PASSAGES_MAX} sections at most. Make several articles of it.`,
  },
})

/** Makes the text being written the one that readers see and a search finds. Without a change there is nothing to do. */
export function publishArticle(ctx: WorkspaceCtx, articleId: string): Promise<Article & { version: number }> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockedArticle(ctx, articleId)
    if (before.status === 'published' && !before.hasDraft) return withSections({ ...before, shows: 'published' })
    const number = (before.hasDraft ? undefined : before.publishedVersion) ?? (await insertVersion(ctx, before.id))
    await articles.saveArticle(ctx, before.id, { status: 'published', publishedVersion: number, hasDraft: false })
    await indexText(ctx, before, number)
    await trace(ctx, 'article.published', before.id, { number, title: before.title })
    return getArticle(ctx, before.id, 'published')
  })
}

/** Readers who have the address still see it; no search finds it. */
export function archiveArticle(ctx: WorkspaceCtx, articleId: string): Promise<Article & { version: number }> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockedArticle(ctx, articleId)
    if (before.status === 'draft') fail(articleFailures.article_unpublished)
    if (before.status === 'archived') return getArticle(ctx, before.id)
    await articles.saveArticle(ctx, before.id, { status: 'archived' })
    await deletePassages(ctx, before.id)
    await trace(ctx, 'article.archived', before.id, { title: before.title })
    return getArticle(ctx, before.id)
  })
}

/** Found by its words at once; by its meaning when a subscriber has worked it out. */
async function indexText(ctx: TxCtx, article: articles.ArticleRow, number: number): Promise<void> {
  const { id: articleId, title, propertyId, visibility, language } = article
  const passages = passagesOf(article).map(({ headingPath, text }) => ({
    headingPath,
    text,
    plainHeading: plainLetters([title, ...headingPath].join('\n')),
    plainText: plainLetters(text),
  }))
  if (passages.length > PASSAGES_MAX) fail(failures.article_too_divided)
  const config = searchConfigOf(language)
  await replacePassages(ctx, { articleId, number, title, propertyId, visibility, language, config }, passages)
  await saveWords(ctx, articleId)
}
