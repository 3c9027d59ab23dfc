import type { Scope, TxCtx } from '#core/context.ts'
import { many, run, type Db } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { ArticleText } from './article.schema.ts'
import type { Passage } from './passage.rules.ts'

export interface PublishedText extends Pick<ArticleText, 'title' | 'propertyId' | 'visibility' | 'language'> {
  articleId: string
  number: number
  /** How PostgreSQL searches the language. */
  config: string
}

/** A passage with the same in plain letters, by which it is found however the accents are typed. */
export interface IndexedPassage extends Passage {
  plainHeading: string
  plainText: string
}

/** Puts these in the place of the passages that the article had. */
export async function replacePassages(
  ctx: TxCtx,
  published: PublishedText,
  passages: readonly IndexedPassage[],
): Promise<void> {
  const { articleId, number, title, propertyId, visibility, language, config } = published
  await deletePassages(ctx, articleId)
  const headings = passages.map(({ headingPath }) => [title, ...headingPath].join('\n'))
  await run(
    ctx.db,
    sql`
    insert into article_passages (workspace_id, article_id, position, number, heading_path, text, language, config,
      property_id, visibility, search_vector)
    select ${ctx.workspaceId}, ${articleId}::uuid, p.position - 1, ${number}::integer,
      array(select jsonb_array_elements_text(p.path::jsonb)), p.text, ${language}, ${config}, ${propertyId}::uuid,
      ${visibility},
      setweight(to_tsvector('simple', p.plain_heading) || to_tsvector(${config}::regconfig, p.heading), 'A')
        || setweight(to_tsvector('simple', p.plain_text) || to_tsvector(${config}::regconfig, p.text), 'C')
    from unnest(${passages.map(({ headingPath }) => JSON.stringify(headingPath))}::text[],
      ${headings}::text[], ${passages.map(({ text }) => text)}::text[],
      ${passages.map(({ plainHeading }) => plainHeading)}::text[],
      ${passages.map(({ plainText }) => plainText)}::text[])
      with ordinality as p (path, heading, text, plain_heading, plain_text, position)`,
  )
}

export async function deletePassages({ db, workspaceId }: TxCtx, articleId: string): Promise<void> {
  await run(db, sql`delete from article_passages where workspace_id = ${workspaceId} and article_id = ${articleId}`)
}

/**
 * Notes the words by which the article is found. In the same order whoever asks, so that two who publish at once do not
 * wait for each other crosswise.
 */
export async function saveWords({ db, workspaceId }: TxCtx, articleId: string): Promise<void> {
  await run(
    db,
    sql`
    insert into knowledge_words (workspace_id, word)
    select ${workspaceId}, word from (
      select distinct unnest(tsvector_to_array(search_vector)) as word from article_passages
      where workspace_id = ${workspaceId} and article_id = ${articleId}) found
    where length(word) between 3 and 40
    order by word on conflict do nothing`,
  )
}

export interface UnembeddedPassage {
  position: number
  number: number
  /** Everything that its meaning depends on. */
  text: string
}

/** Passages of the article that have no direction yet, or one that another model gave. */
export function unembeddedPassages(
  { db, workspaceId }: Scope,
  articleId: string,
  { model, languages, limit }: { model: string; languages: readonly string[]; limit: number },
): Promise<UnembeddedPassage[]> {
  return many(
    db,
    sql`
    select p.position, p.number, concat_ws('. ', v.title, array_to_string(p.heading_path, '. '), p.text) as text
    from article_passages p
    join article_versions v
      on v.workspace_id = p.workspace_id and v.article_id = p.article_id and v.number = p.number
    where p.workspace_id = ${workspaceId} and p.article_id = ${articleId}
      and split_part(p.language, '-', 1) = any(${languages}::text[]) and p.embedding_model is distinct from ${model}
    order by p.position limit ${limit}`,
  )
}

/** A passage that was replaced meanwhile keeps what it has. */
export async function saveEmbeddings(
  { db, workspaceId }: Scope,
  articleId: string,
  model: string,
  embedded: readonly { position: number; number: number; embedding: Buffer }[],
): Promise<void> {
  await run(
    db,
    sql`
    update article_passages p set embedding = e.embedding, embedding_model = ${model}
    from unnest(${embedded.map(({ position }) => position)}::integer[],
      ${embedded.map(({ number }) => number)}::integer[],
      ${embedded.map(({ embedding }) => embedding)}::bytea[]) as e (position, number, embedding)
    where p.workspace_id = ${workspaceId} and p.article_id = ${articleId}
      and p.position = e.position and p.number = e.number`,
  )
}

/** Articles of all workspaces that wait, a few at a time: the routine that asks belongs to none. */
export function unembeddedArticles(
  db: Db,
  { languages, limit }: { languages: readonly string[]; limit: number },
): Promise<{ workspaceId: string; articleId: string }[]> {
  return many(
    db,
    sql`
    select distinct workspace_id as "workspaceId", article_id as "articleId" from article_passages
    where embedding is null and split_part(language, '-', 1) = any(${languages}::text[]) limit ${limit}`,
  )
}
