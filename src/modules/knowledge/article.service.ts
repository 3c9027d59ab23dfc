import { isDeepStrictEqual } from 'node:util'
import { assertVersion, inTransaction, type OutsideCtx, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { refusingTaken } from '#core/db-failures.ts'
import { coreFailures, defineFailures, fail, failAt } from '#core/errors.ts'
import { assertReadOnly } from '#core/patch.ts'
import { freeSlug, slugOf } from '#core/slug.ts'
import { recordChange } from '#modules/identity/audit.service.ts'
import { isPropertyHere } from '#modules/properties/property.service.ts'
import * as articles from './article.queries.ts'
import {
  ARTICLE_FIXED,
  TEXT_FIELDS,
  type Article,
  type ArticleCreate,
  type ArticleDraft,
  type ArticleUpdate,
} from './article.schema.ts'
import { deletePassages } from './passage.queries.ts'
import { headingsOf } from './passage.rules.ts'

type ArticleRow = articles.ArticleRow
type VersionedArticle = Article & { version: number }

export const failures = defineFailures({
  article_not_found: { status: 404, text: 'No such article in this workspace.' },
  article_unpublished: { status: 404, text: 'The article was never published.' },
  article_slug_taken: { status: 409, text: 'Another article of this workspace has this slug.' },
  article_property_unknown: { status: 422, text: 'propertyId names no property of this workspace.' },
  article_draft_incomplete: { status: 422, text: 'A new article needs a title and a body.' },
})

const TAKEN = { articles_slug: { failure: failures.article_slug_taken, field: 'slug' } }

/** The published text where there is one, unless the other is asked for. */
export async function getArticle(
  ctx: WorkspaceCtx,
  articleId: string,
  text?: 'published' | 'draft',
): Promise<VersionedArticle> {
  const published = text === 'draft' ? undefined : await articles.findPublished(ctx, articleId)
  if (published) return withSections(published)
  const draft = (await articles.findDraft(ctx, articleId)) ?? fail(failures.article_not_found)
  return text === 'published' ? fail(failures.article_unpublished) : withSections(draft)
}

/** Reads an article as somebody outside, if it is published for them. */
export async function readPublished(ctx: OutsideCtx, articleId: string): Promise<VersionedArticle> {
  return withSections((await articles.findPublishedFor(ctx, articleId)) ?? fail(failures.article_not_found))
}

/** What was just written, for who wrote it. */
async function draftOf(ctx: TxCtx, articleId: string): Promise<VersionedArticle> {
  return withSections((await articles.findDraft(ctx, articleId)) ?? fail(failures.article_not_found))
}

export function createArticle(ctx: WorkspaceCtx, input: ArticleCreate): Promise<VersionedArticle> {
  return inTransaction(ctx, async (ctx) => {
    await assertProperty(ctx, input.propertyId)
    const unsaid = { category: null, tags: [], propertyId: null, visibility: 'internal' as const, language: 'en' }
    const slug = input.slug ?? (await newSlug(ctx, input.title))
    const id = newId()
    const article = { id, status: 'draft' as const, hasDraft: true, ...unsaid, ...input, slug }
    await refusingTaken(articles.insertArticle(ctx, article), TAKEN)
    await trace(ctx, 'article.created', id, { title: input.title, slug })
    return draftOf(ctx, id)
  })
}

/** Changes the text being written; readers see it when it is published. */
export function updateArticle(ctx: WorkspaceCtx, articleId: string, changes: ArticleUpdate): Promise<VersionedArticle> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockedArticle(ctx, articleId)
    assertReadOnly(before, changes, ARTICLE_FIXED)
    const { id: _id, status: _status, publishedVersion: _published, hasDraft: _draft, ...others } = changes
    const { createdAt: _created, updatedAt: _updated, source: _source, sourceUrl: _url, ...fields } = others
    if (fields.propertyId !== before.propertyId) await assertProperty(ctx, fields.propertyId)
    const changed = Object.entries(fields).filter(
      ([field, value]) => !isDeepStrictEqual(value, before[field as keyof ArticleRow]),
    )
    if (changed.length === 0) return withSections(before)
    const after = { ...before, ...fields }
    await saveText(ctx, after, Object.fromEntries(changed))
    await trace(ctx, 'article.updated', before.id, { changed: changed.map(([field]) => field) })
    return draftOf(ctx, before.id)
  })
}

/** One door for whoever writes without looking first: a new article, or the draft of one that is there. */
export async function saveDraft(ctx: WorkspaceCtx, draft: ArticleDraft): Promise<VersionedArticle> {
  const { articleId, expectedVersion, ...fields } = draft
  if (articleId !== undefined) {
    return updateArticle(
      expectedVersion === undefined ? ctx : { ...ctx, ifMatch: [expectedVersion] },
      articleId,
      fields,
    )
  }
  const { title, body } = fields
  if (expectedVersion !== undefined) fail(coreFailures.precondition_failed)
  if (title !== undefined && body !== undefined) return createArticle(ctx, { ...fields, title, body })
  const field = title === undefined ? 'title' : 'body'
  const { text: message } = failures.article_draft_incomplete
  return fail(failures.article_draft_incomplete, { errors: [{ pointer: `/${field}`, code: 'required', message }] })
}

/** Takes the published text again. */
export function discardDraft(ctx: WorkspaceCtx, articleId: string): Promise<VersionedArticle> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockedArticle(ctx, articleId)
    const published = (await articles.findPublished(ctx, before.id)) ?? fail(failures.article_unpublished)
    if (!before.hasDraft) return withSections(before)
    await articles.saveArticle(ctx, before.id, { ...textOf(published), hasDraft: false })
    await trace(ctx, 'article.draft_discarded', before.id, {})
    return draftOf(ctx, before.id)
  })
}

export function deleteArticle(
  ctx: WorkspaceCtx,
  articleId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const { id, title } = await lockedArticle(ctx, articleId)
    await articles.softDeleteArticle(ctx, id)
    await deletePassages(ctx, id)
    await trace(ctx, 'article.deleted', id, { title })
    return { id, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

/** With the text being written, at the version that the caller knows. */
export async function lockedArticle(ctx: TxCtx, articleId: string): Promise<ArticleRow> {
  const article = (await articles.lockArticle(ctx, articleId)) ?? fail(failures.article_not_found)
  assertVersion(ctx, article.version)
  return article
}

/** There is a draft exactly when the text differs from what readers see. */
export async function saveText(ctx: TxCtx, after: ArticleRow, changes: Partial<ArticleRow>): Promise<void> {
  const published = await articles.findPublished(ctx, after.id)
  const hasDraft = !published || !isDeepStrictEqual(textOf(published), textOf(after))
  await refusingTaken(articles.saveArticle(ctx, after.id, { ...changes, hasDraft }), TAKEN)
}

function textOf(article: ArticleRow): Partial<ArticleRow> {
  return Object.fromEntries(TEXT_FIELDS.map((field) => [field, article[field as keyof ArticleRow]]))
}

export function withSections(article: ArticleRow): VersionedArticle {
  return { ...article, sections: headingsOf(article.body) }
}

export function trace(ctx: TxCtx, action: string, articleId: string, details: object): Promise<void> {
  const event = { articleId, ...details }
  return recordChange(ctx, { action, targetKind: 'article', targetId: articleId, details, event })
}

async function newSlug(ctx: TxCtx, title: string): Promise<string> {
  await articles.lockSlugs(ctx)
  const slug = slugOf(title, 'article')
  return freeSlug(slug, await articles.takenSlugs(ctx, slug))
}

async function assertProperty(ctx: TxCtx, propertyId: string | null | undefined): Promise<void> {
  if (typeof propertyId !== 'string' || (await isPropertyHere(ctx, propertyId))) return
  failAt(failures.article_property_unknown, 'propertyId')
}
