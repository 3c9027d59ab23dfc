import type { TxCtx } from '#core/context.ts'
import { cleanLines, oneLine, shortened } from '#core/plain-text.ts'
import { shortId } from '#core/short-id.ts'
import * as articles from './article.queries.ts'
import { createArticle, updateArticle } from './article.service.ts'
import { archiveArticle, publishArticle } from './publishing.service.ts'

/** A text that is kept elsewhere, and whose article follows it. */
export interface Sourced {
  source: string
  externalId: string
  url: string | null
  title: string
  /** Markdown. */
  body: string
  category: string
}

const TITLE_LENGTH_MAX = 200
const BODY_LENGTH_MAX = 100_000

/** The article of a text elsewhere as that text is now, published. */
export async function keepSourced(ctx: TxCtx, sourced: Sourced): Promise<'created' | 'changed' | 'unchanged'> {
  const { source, url } = sourced
  const externalId = shortId(sourced.externalId)
  const title = shortened(oneLine(sourced.title), TITLE_LENGTH_MAX) || 'Untitled'
  const body = shortened(cleanLines(sourced.body), BODY_LENGTH_MAX)
  const known = await articles.lockSourced(ctx, source, externalId)
  if (!known) {
    const { id } = await createArticle(ctx, { title, body, category: sourced.category })
    await articles.saveArticle(ctx, id, { source, externalId, sourceUrl: url })
    await publishArticle(ctx, id)
    return 'created'
  }
  const { hasDraft } = await updateArticle(ctx, known.id, { title, body })
  if (url !== known.sourceUrl) await articles.saveArticle(ctx, known.id, { sourceUrl: url })
  if (!hasDraft && known.status === 'published') return 'unchanged'
  await publishArticle(ctx, known.id)
  return 'changed'
}

/** Its text is gone elsewhere, so no search finds it here. Answers whether there was one. */
export async function withdrawSourced(ctx: TxCtx, source: string, externalId: string): Promise<boolean> {
  const known = await articles.lockSourced(ctx, source, shortId(externalId))
  if (known?.status !== 'published') return false
  await archiveArticle(ctx, known.id)
  return true
}
