import type { WorkspaceCtx } from '#core/context.ts'
import { correctionsOf } from '#core/mistyped.ts'
import { plainLetters } from '#core/slug.ts'
import * as passages from './search.queries.ts'
import { fused, markedSnippet, nearest, wordsOf, type Ranked } from './search.rules.ts'
import type { KnowledgeAnswer, KnowledgeQuery } from './search.schema.ts'

/** How many of each kind take part in the ranking. */
const CANDIDATES = 50
const TERMS_MAX = 24
/** Below this a passage has nothing to do with the question, in the measure of the model. */
const SIMILARITY_MIN = 0.35
/** A reader waits no longer for meanings; the words alone are a good answer. */
const EMBED_MILLIS = 3000

/** The passages of published texts that fit best, by words, by words nearly typed, and by meaning. */
export async function searchKnowledge(ctx: WorkspaceCtx, query: KnowledgeQuery): Promise<KnowledgeAnswer> {
  const { q, limit = 8, ...filter } = query
  const { words, typos } = await queriesOf(ctx, q)
  const byMeaning = await foundByMeaning(ctx, q, filter)
  const lists: Ranked[] = [
    { method: 'fulltext', keys: await passages.foundByWords(ctx, words, filter, CANDIDATES) },
    { method: 'typo', keys: typos.length > 0 ? await passages.foundByWords(ctx, typos, filter, CANDIDATES) : [] },
    { method: 'meaning', keys: byMeaning.keys },
  ]
  const hits = fused(lists).slice(0, limit)
  const rows = await passages.readPassages(
    ctx,
    hits.map(({ key }) => key),
    anyOf([...words, ...typos]),
  )
  const rowOf = new Map(rows.map((row) => [row.key, row]))
  const items = hits.flatMap(({ key, score, methods }) => {
    const row = rowOf.get(key)
    // It was published anew between two statements.
    if (!row) return []
    const { key: _key, headline, ...hit } = row
    return [{ ...hit, ...markedSnippet(headline), score, methods }]
  })
  return { items, meaning: byMeaning.state }
}

/** What was typed as queries, one for each word: those that say something, and those meant by unknown ones. */
async function queriesOf(ctx: WorkspaceCtx, q: string): Promise<{ words: string[]; typos: string[] }> {
  const typed = [...new Set(wordsOf(q))].slice(0, TERMS_MAX).map((term) => ({ term, plain: plainLetters(term) }))
  const terms = Map.groupBy(await passages.readTerms(ctx, typed), ({ term }) => term)
  const telling = [...terms].filter(([, readings]) => readings.every(({ query }) => query !== ''))
  // A question of idle words alone still asks for something.
  const asked = telling.length > 0 ? telling : [...terms]
  const words = asked.map(([, readings]) => anyOf(readings.map(({ query }) => query)))
  const unknown = telling.filter(([term, readings]) => term.length >= 4 && !readings.some(({ isKnown }) => isKnown))
  if (unknown.length === 0) return { words: words.filter((query) => query !== ''), typos: [] }
  const similar = await passages.similarWords(
    ctx,
    unknown.map(([term]) => term),
  )
  const meant = similar.flatMap(({ term, words }) => correctionsOf(term, words))
  const corrected = await passages.readTerms(
    ctx,
    meant.map((word) => ({ term: word, plain: word })),
  )
  const typos = corrected.filter(({ config, query }) => config === 'simple' && query !== '').map(({ query }) => query)
  return { words: words.filter((query) => query !== ''), typos }
}

function anyOf(queries: readonly string[]): string {
  return [...new Set(queries.filter((query) => query !== ''))].join(' | ')
}

async function foundByMeaning(
  ctx: WorkspaceCtx,
  q: string,
  filter: Omit<KnowledgeQuery, 'q' | 'limit'>,
): Promise<{ state: KnowledgeAnswer['meaning']; keys: string[] }> {
  const { embedder } = ctx.services
  if (!embedder) return { state: 'off', keys: [] }
  try {
    const [question] = await embedder.embed([q], EMBED_MILLIS)
    const rows = await passages.listEmbeddings(ctx, embedder, filter)
    const known = rows.flatMap(({ key, embedding }) =>
      embedding ? [{ key, embedding: new Int8Array(embedding) }] : [],
    )
    const keys = question ? nearest(question, known, { similarityMin: SIMILARITY_MIN, limit: CANDIDATES }) : []
    return { state: known.length === rows.length ? 'used' : 'partial', keys }
  } catch (error) {
    ctx.log.warn({ err: error }, 'a search goes without meanings: the embedder did not answer')
    return { state: 'failed', keys: [] }
  }
}
