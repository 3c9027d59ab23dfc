import type { Scope, TxCtx } from '#core/context.ts'
import { one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { actorOf } from '#core/principal.ts'
import { columnsOf, sql } from '#core/sql.ts'
import { TEXT_FIELDS } from './article.schema.ts'
import type { ArticleVersion } from './article-version.schema.ts'

const COLUMNS = sql`
  number, published_at as "publishedAt", json_build_object('kind', published_by_kind, 'id', published_by_id) as "publishedBy",
  ${columnsOf(TEXT_FIELDS)}`

export function listVersions(
  { db, workspaceId }: Scope,
  articleId: string,
  query: { limit?: number; offset?: number },
): Promise<Listed<ArticleVersion>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`article_versions`,
    where: sql`workspace_id = ${workspaceId} and article_id = ${articleId}`,
    order: sql`number desc`,
  })
}

export function findVersion(
  { db, workspaceId }: Scope,
  articleId: string,
  number: number,
): Promise<ArticleVersion | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from article_versions
    where workspace_id = ${workspaceId} and article_id = ${articleId} and number = ${number}`,
  )
}

/** Keeps the text being written as the next version. The article is locked, so the numbers have no gaps. */
export async function insertVersion({ db, workspaceId, now, principal }: TxCtx, articleId: string): Promise<number> {
  const { kind, actorId } = actorOf(principal)
  const row = await one<{ number: number }>(
    db,
    sql`
    insert into article_versions (workspace_id, article_id, number, title, body, category, tags, property_id, visibility,
      language, published_by_kind, published_by_id, published_at)
    select workspace_id, id,
      1 + coalesce((select max(number) from article_versions v where v.workspace_id = a.workspace_id and v.article_id = a.id), 0),
      title, body, category, tags, property_id, visibility, language, ${kind}, ${actorId}::uuid, ${now}
    from articles a where workspace_id = ${workspaceId} and id = ${articleId}
    returning number`,
  )
  if (!row) throw new Error('an article that is locked is not there')
  return row.number
}
