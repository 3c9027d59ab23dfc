import type { Scope } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'

export type DirectoryKind = 'properties' | 'people'

/** The provider's ids under these names, in their order, and how old the directory is. */
export function findEntries(
  { db, workspaceId }: Scope,
  connectionId: string,
  kind: DirectoryKind,
  names: readonly string[],
): Promise<{ remoteIds: (string | null)[]; ageSeconds: number } | undefined> {
  return one(
    db,
    sql`
    select array(select entries ->> n.name from unnest(${[...names]}::text[]) with ordinality as n (name, place)
        order by n.place) as "remoteIds",
      extract(epoch from clock_timestamp() - listed_at)::float8 as "ageSeconds"
    from connection_directories
    where workspace_id = ${workspaceId} and connection_id = ${connectionId} and kind = ${kind}`,
  )
}

export async function saveDirectory(
  { db, workspaceId }: Scope,
  connectionId: string,
  kind: DirectoryKind,
  entries: ReadonlyMap<string, string>,
): Promise<void> {
  const json = JSON.stringify(Object.fromEntries(entries))
  await run(
    db,
    sql`
    insert into connection_directories (workspace_id, connection_id, kind, entries, listed_at)
    values (${workspaceId}, ${connectionId}, ${kind}, ${json}::jsonb, clock_timestamp())
    on conflict (workspace_id, connection_id, kind)
      do update set entries = excluded.entries, listed_at = excluded.listed_at`,
  )
}
