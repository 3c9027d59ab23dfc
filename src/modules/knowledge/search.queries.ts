import { many } from '#core/db.ts'
import { every, limiting, sql, type Sql } from '#core/sql.ts'
import { forReader, type Reader } from './outside-reader.queries.ts'
import { MARKS, type KnowledgeHit, type KnowledgeQuery } from './search.schema.ts'

type Filter = Pick<KnowledgeQuery, 'propertyId' | 'visibility' | 'language'>

/** A typed word as each language of the workspace reads it. */
export interface TermReading {
  term: string
  config: string
  /** As a query; empty for a word that says nothing in that language. */
  query: string
  isKnown: boolean
}

/** No limit needed: typed words only become search terms, which nobody sees. The results are limited. */
const WORDS_ONLY = limiting(sql``)

/** `plain` is the word without accents, as it stands in the index of plain words. */
export function readTerms(
  { db, workspaceId }: Reader,
  terms: readonly { term: string; plain: string }[],
): Promise<TermReading[]> {
  return many(
    db,
    sql`
    select t.plain as term, c.config, plainto_tsquery(c.config::regconfig, r.read)::text as query,
      exists (select from knowledge_words w where w.workspace_id = ${workspaceId}
        and w.word = any(tsvector_to_array(to_tsvector(c.config::regconfig, r.read)))) as "isKnown"
    from unnest(${terms.map(({ term }) => term)}::text[], ${terms.map(({ plain }) => plain)}::text[]) as t (term, plain)
    ${WORDS_ONLY}
    cross join (
      select 'simple' as config union
      select config from article_passages where workspace_id = ${workspaceId}) c
    cross join lateral (select case c.config when 'simple' then t.plain else t.term end as read) r`,
  )
}

/** Words of the workspace that have enough in common with a typed one to have been meant. */
export function similarWords(
  { db, workspaceId }: Reader,
  terms: readonly string[],
): Promise<{ term: string; words: string[] }[]> {
  return many(
    db,
    sql`
    select t.term, array(
      select w.word from knowledge_words w
      where w.workspace_id = ${workspaceId} and length(w.word) between length(t.term) - 2 and length(t.term) + 6
        and (similarity(w.word, t.term) > 0.2 or starts_with(w.word, t.term))
      order by similarity(w.word, t.term) desc, w.word limit 20) as words
    from unnest(${terms}::text[]) as t (term) ${WORDS_ONLY}`,
  )
}

/** Of D, C, B and A. The title stands over every passage of its article, so it says little more than the text does. */
const WEIGHTS = [0.1, 0.6, 0.8, 1]

/**
 * The passages that have any of the words, a query each. A word counts for more the fewer passages have it: PostgreSQL
 * ranks by how often and where a word stands, and does not know which words are rare.
 */
export async function foundByWords(
  scope: Reader,
  queries: readonly string[],
  filter: Filter,
  limit: number,
): Promise<string[]> {
  const rows = await many<{ key: string }>(
    scope.db,
    sql`
    with matches as (
      select p.article_id, p.position, w.query, ts_rank(${WEIGHTS}::real[], p.search_vector, w.query::tsquery, 1) as rank
      from unnest(${queries}::text[]) as w (query)
      join article_passages p on ${inside(scope, filter)} and p.search_vector @@ w.query::tsquery),
    words as (
      select query, ln(1 + (select count(*) from article_passages p where ${inside(scope, filter)})::float8 / count(*)) as rarity
      from matches group by query)
    select m.article_id || ':' || m.position as key from matches m join words using (query)
    group by m.article_id, m.position
    order by sum(m.rank * words.rarity) desc, m.article_id, m.position limit ${limit}`,
  )
  return rows.map(({ key }) => key)
}

export interface EmbeddedRow {
  key: string
  /** Null: not worked out yet. */
  embedding: Buffer | null
}

/** The passages in these languages, with what this model made of them. */
export function listEmbeddings(
  scope: Reader,
  { model, languages }: { model: string; languages: readonly string[] },
  filter: Filter,
): Promise<EmbeddedRow[]> {
  return many(
    scope.db,
    sql`
    select p.article_id || ':' || p.position as key, case when p.embedding_model = ${model} then p.embedding end as embedding
    from article_passages p
    where ${inside(scope, filter)} and split_part(p.language, '-', 1) = any(${languages}::text[])`,
  )
}

function inside(reader: Reader, { propertyId, visibility, language }: Filter): Sql {
  return every([
    sql`p.workspace_id = ${reader.workspaceId}`,
    forReader(reader, 'p'),
    propertyId !== undefined && sql`(p.property_id is null or p.property_id = ${propertyId})`,
    visibility !== undefined && sql`p.visibility = ${visibility}`,
    language !== undefined && sql`p.language = ${language}`,
  ])
}

type HitRow = Omit<KnowledgeHit, 'score' | 'methods' | 'snippet' | 'marks'> & { key: string; headline: string }

/** What is answered of these passages. */
export function readPassages(reader: Reader, keys: readonly string[], query: string): Promise<HitRow[]> {
  const { db, workspaceId } = reader
  const options = `StartSel=${MARKS.start}, StopSel=${MARKS.end}, MaxWords=40, MinWords=20, HighlightAll=false`
  return many(
    db,
    sql`
    select p.article_id || ':' || p.position as key, p.article_id as "articleId", p.number as version, a.slug, v.title,
      p.heading_path as "headingPath", p.text as passage, p.property_id as "propertyId", p.visibility, p.language,
      ts_headline(p.config::regconfig, p.text, ${query}::tsquery, ${options}) as headline
    from unnest(${keys}::text[]) as k (key)
    join article_passages p on p.workspace_id = ${workspaceId} and ${every([forReader(reader, 'p')])}
      and p.article_id = split_part(k.key, ':', 1)::uuid and p.position = split_part(k.key, ':', 2)::integer
    join articles a on a.workspace_id = p.workspace_id and a.id = p.article_id
    join article_versions v on v.workspace_id = p.workspace_id and v.article_id = p.article_id and v.number = p.number`,
  )
}
