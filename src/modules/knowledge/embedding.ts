import type { WorkspaceCtx } from '#core/context.ts'
import { withEach } from '#core/each.ts'
import type { Embedder } from '#core/embedder.ts'
import type { Routine, Subscriber } from '#core/jobs.ts'
import { saveEmbeddings, unembeddedArticles, unembeddedPassages } from './passage.queries.ts'
import { packed } from './search.rules.ts'

/** Saved together, so that a process that dies has lost little work. */
const BATCH = 8
const EMBED_MILLIS = 60_000
const ARTICLES_AT_ONCE = 20

/** Works out what a published text means, away from the request. The same event again finds nothing left to do. */
export const embedPublished: Subscriber = {
  name: 'knowledge-embedding',
  on: ['article.published'],
  async handle(ctx, { payload }) {
    const { embedder } = ctx.services
    if (embedder && typeof payload['articleId'] === 'string') await embedArticle(ctx, embedder, payload['articleId'])
  },
}

/** What was published while there was no embedder. */
export const embedMissed: Routine = {
  name: 'knowledge-embedding-missed',
  cron: '*/10 * * * *',
  async run(ctx) {
    const { embedder } = ctx.services
    if (!embedder) return
    const waiting = await unembeddedArticles(ctx.db, { languages: embedder.languages, limit: ARTICLES_AT_ONCE })
    let failures = 0
    await withEach(
      waiting,
      ({ workspaceId, articleId }) => embedArticle({ ...ctx, workspaceId }, embedder, articleId),
      (error, article) => {
        failures += 1
        ctx.log.error({ err: error, ...article }, 'an article could not be embedded')
      },
    )
    const articles = waiting.length - failures
    if (articles > 0) ctx.log.info({ articles }, 'embeddings made that were missing')
  },
}

async function embedArticle(ctx: WorkspaceCtx, embedder: Embedder, articleId: string): Promise<void> {
  for (;;) {
    const passages = await unembeddedPassages(ctx, articleId, { ...embedder, limit: BATCH })
    if (passages.length === 0) return
    const vectors = await embedder.embed(
      passages.map(({ text }) => text),
      EMBED_MILLIS,
    )
    const embedded = passages.map(({ position, number }, index) => ({
      position,
      number,
      embedding: packed(vectors[index] ?? new Float32Array()),
    }))
    await saveEmbeddings(ctx, articleId, embedder.model, embedded)
  }
}
