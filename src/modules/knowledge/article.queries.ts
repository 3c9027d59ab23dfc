import type { OutsideCtx, Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, containing, every, insertion, sql, type Sql } from '#core/sql.ts'
import { forReader } from './outside-reader.queries.ts'
import { TEXT_FIELDS, type Article, type ArticleQuery } from './article.schema.ts'

/** Without the sections, which the body tells. */
export type ArticleRow = Omit<Article, 'sections'> & { version: number }

/** What is written of one whose text is kept elsewhere. */
type Stored = ArticleRow & { externalId: string }

const FIXED = columnsOf(
  ['id', 'slug', 'status', 'publishedVersion', 'hasDraft', 'source', 'sourceUrl', 'createdAt', 'updatedAt', 'version'],
  'a',
)
const DRAFT = sql`${FIXED}, 'draft' as shows, ${columnsOf(TEXT_FIELDS, 'a')}`
const PUBLISHED = sql`${FIXED}, 'published' as shows, ${columnsOf(TEXT_FIELDS, 'v')}`
const VERSION = sql`article_versions v
  on v.workspace_id = a.workspace_id and v.article_id = a.id and v.number = a.published_version`

/** What readers see: the published text, or the draft of an article that was never published. Bodies are long. */
const OUTLINE = TEXT_FIELDS.filter((field) => field !== 'body')
const SEEN = sql`(
  select a.workspace_id, ${FIXED}, 'published' as shows, ${columnsOf(OUTLINE, 'v')}
  from articles a join ${VERSION} where a.deleted_at is null
  union all
  select a.workspace_id, ${FIXED}, 'draft', ${columnsOf(OUTLINE, 'a')}
  from articles a where a.deleted_at is null and a.published_version is null) s`

export function listArticles(
  { db, workspaceId }: Scope,
  query: ArticleQuery,
): Promise<Listed<Omit<ArticleRow, 'body'>>> {
  const { status, visibility, category, tag, propertyId, hasDraft, q } = query
  return listed(db, query, {
    columns: sql`s.*`,
    from: SEEN,
    where: every([
      sql`s.workspace_id = ${workspaceId}`,
      status !== undefined && sql`s.status = ${status}`,
      visibility !== undefined && sql`s.visibility = ${visibility}`,
      category !== undefined && sql`s.category = ${category}`,
      tag !== undefined && sql`${tag} = any(s.tags)`,
      propertyId !== undefined && sql`s."propertyId" = ${propertyId}`,
      hasDraft !== undefined && sql`s."hasDraft" = ${hasDraft}`,
      q !== undefined && sql`search_letters(lower(s.title)) like ${containing(q)}`,
    ]),
    order: sql`s."createdAt" desc, s.id desc`,
  })
}

export function findDraft({ db, workspaceId }: Scope, articleId: string): Promise<ArticleRow | undefined> {
  return one(db, sql`select ${DRAFT} from articles a where ${is(workspaceId, articleId)}`)
}

export function findPublished({ db, workspaceId }: Scope, articleId: string): Promise<ArticleRow | undefined> {
  return one(db, sql`select ${PUBLISHED} from articles a join ${VERSION} where ${is(workspaceId, articleId)}`)
}

/** The same for somebody outside: only what is published for them. */
export function findPublishedFor(ctx: OutsideCtx, articleId: string): Promise<ArticleRow | undefined> {
  const { db, workspaceId } = ctx
  const theirs = every([forReader(ctx, 'v')])
  return one(
    db,
    sql`select ${PUBLISHED} from articles a join ${VERSION} where ${is(workspaceId, articleId)} and a.status = 'published' and ${theirs}`,
  )
}

/** With the text being written. */
export function lockArticle({ db, workspaceId }: TxCtx, articleId: string): Promise<ArticleRow | undefined> {
  return one(db, sql`select ${DRAFT} from articles a where ${is(workspaceId, articleId)} for update`)
}

/** By what its source calls it. */
export function lockSourced(
  { db, workspaceId }: TxCtx,
  source: string,
  externalId: string,
): Promise<ArticleRow | undefined> {
  return one(
    db,
    sql`
    select ${DRAFT} from articles a where a.workspace_id = ${workspaceId} and a.source = ${source}
      and a.external_id = ${externalId} and a.deleted_at is null for update`,
  )
}

function is(workspaceId: string, articleId: string): Sql {
  return sql`a.workspace_id = ${workspaceId} and a.id = ${articleId} and a.deleted_at is null`
}

/** Slugs are given to one new article at a time; nothing else waits. */
export async function lockSlugs({ db, workspaceId }: TxCtx): Promise<void> {
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${`article-slugs ${workspaceId}`}, 0))`)
}

export async function takenSlugs({ db, workspaceId }: Scope, stem: string): Promise<Set<string>> {
  const rows = await many<{ slug: string }>(
    db,
    sql`
    select slug from articles where workspace_id = ${workspaceId} and deleted_at is null and starts_with(slug, ${stem})`,
  )
  return new Set(rows.map(({ slug }) => slug))
}

export async function insertArticle({ db, workspaceId, now }: TxCtx, article: Partial<ArticleRow>): Promise<void> {
  await run(db, sql`insert into articles ${insertion({ ...article, workspaceId, createdAt: now, updatedAt: now })}`)
}

export async function saveArticle(
  { db, workspaceId, now }: TxCtx,
  articleId: string,
  changes: Partial<Stored>,
): Promise<void> {
  await run(
    db,
    sql`
    update articles set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${articleId}`,
  )
}

export async function softDeleteArticle({ db, workspaceId, now }: TxCtx, articleId: string): Promise<void> {
  await run(
    db,
    sql`
    update articles set deleted_at = ${now}, updated_at = ${now}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${articleId}`,
  )
}
