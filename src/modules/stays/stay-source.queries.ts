import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { sql } from '#core/sql.ts'

export interface SourceRow {
  propertyId: string
  remoteId: string | null
  /** Sealed. */
  feedUrl: string | null
  closedAreStays: boolean
  etag: string | null
  createdAt: string
  updatedAt: string
}

const COLUMNS = sql`property_id as "propertyId", remote_id as "remoteId", feed_url as "feedUrl",
  closed_are_stays as "closedAreStays", etag, created_at as "createdAt", updated_at as "updatedAt"`

export function listSources(
  { db, workspaceId }: Scope,
  systemId: string,
  query: { limit?: number; offset?: number },
): Promise<Listed<SourceRow>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`property_system_sources`,
    where: sql`workspace_id = ${workspaceId} and property_system_id = ${systemId}`,
    order: sql`created_at desc, property_id desc`,
  })
}

export interface PolledSource extends SourceRow {
  propertyName: string
  /** Zone of the property. */
  timezone: string
  emptyAt: string | null
}

/** All of them, with what a poll needs of each property. A property that was deleted is not asked about. */
export function sourcesOf({ db, workspaceId }: Scope, systemId: string): Promise<PolledSource[]> {
  return many(
    db,
    sql`
    select s.property_id as "propertyId", s.remote_id as "remoteId", s.feed_url as "feedUrl",
      s.closed_are_stays as "closedAreStays", s.etag, s.created_at as "createdAt", s.updated_at as "updatedAt",
      s.empty_at as "emptyAt", p.name as "propertyName", coalesce(p.timezone, w.timezone) as timezone
    from property_system_sources s
    join properties p on p.workspace_id = s.workspace_id and p.id = s.property_id and p.deleted_at is null
    join workspaces w on w.id = s.workspace_id
    where s.workspace_id = ${workspaceId} and s.property_system_id = ${systemId} order by s.property_id`,
  )
}

export function saveSource(
  { db, workspaceId, now }: TxCtx,
  systemId: string,
  source: Pick<SourceRow, 'propertyId' | 'remoteId' | 'feedUrl' | 'closedAreStays'> & { feedHash: Buffer | null },
): Promise<SourceRow | undefined> {
  const { propertyId, remoteId, feedUrl, feedHash, closedAreStays } = source
  return one(
    db,
    sql`
    insert into property_system_sources (workspace_id, property_system_id, property_id, remote_id, feed_url, feed_hash,
      closed_are_stays, created_at, updated_at)
    values (${workspaceId}, ${systemId}, ${propertyId}, ${remoteId}, ${feedUrl}, ${feedHash}, ${closedAreStays}, ${now}, ${now})
    on conflict (workspace_id, property_system_id, property_id) do update set remote_id = excluded.remote_id,
      feed_url = excluded.feed_url, feed_hash = excluded.feed_hash, closed_are_stays = excluded.closed_are_stays,
      etag = null, empty_at = null, updated_at = excluded.updated_at
    returning ${COLUMNS}`,
  )
}

/** What a poll has seen of a source. */
export async function saveSeen(
  { db, workspaceId }: TxCtx,
  systemId: string,
  propertyId: string,
  { etag, emptyAt }: { etag: string | null; emptyAt: Date | null },
): Promise<void> {
  await run(
    db,
    sql`
    update property_system_sources set etag = ${etag}, empty_at = ${emptyAt}
    where workspace_id = ${workspaceId} and property_system_id = ${systemId} and property_id = ${propertyId}`,
  )
}

/** Answers whether there was one. */
export async function deleteSource({ db, workspaceId }: TxCtx, systemId: string, propertyId: string): Promise<boolean> {
  const deleted = await run(
    db,
    sql`
    delete from property_system_sources
    where workspace_id = ${workspaceId} and property_system_id = ${systemId} and property_id = ${propertyId} returning 1`,
  )
  return deleted > 0
}
