import type { WorkspaceCtx } from '#core/context.ts'
import { createArticle, updateArticle } from '#modules/knowledge/article.service.ts'
import { publishArticle } from '#modules/knowledge/publishing.service.ts'
import { ARTICLES } from './knowledge.ts'

/** Articles that are published, one with its next text already begun. */
export async function seedKnowledge(
  ctx: WorkspaceCtx,
  propertyIds: ReadonlyMap<string, string>,
  personOf: (fullName: string) => WorkspaceCtx['principal'],
): Promise<void> {
  let lastId: string | undefined
  for (const { property, by, ...article } of ARTICLES) {
    const writing = { ...ctx, principal: personOf(by) }
    const propertyId = property === undefined ? null : (propertyIds.get(property) ?? null)
    const { id } = await createArticle(writing, { ...article, propertyId })
    await publishArticle(writing, id)
    lastId = id
  }
  if (lastId !== undefined) await updateArticle(ctx, lastId, { tags: ['proprietários', 'faturação', 'rascunho'] })
}
