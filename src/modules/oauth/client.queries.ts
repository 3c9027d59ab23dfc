import { one, run, type Db } from '#core/db.ts'
import { insertion, sql } from '#core/sql.ts'

export interface Client {
  id: string
  name: string
  redirectUris: string[]
  secretHash: Buffer | null
  staleAt: string | null
}

/** Programs belong to no workspace, so these take the connection alone. */
export function findClient(db: Db, id: string): Promise<Client | undefined> {
  return one(
    db,
    sql`
    select id, name, redirect_uris as "redirectUris", secret_hash as "secretHash", stale_at as "staleAt"
    from oauth_clients where id = ${id}`,
  )
}

export async function insertClient(
  db: Db,
  client: { id: string; name: string; redirectUris: string[]; secretHash: Buffer | null; now: Date },
): Promise<void> {
  const { now, ...row } = client
  await run(db, sql`insert into oauth_clients ${insertion({ ...row, createdAt: now })}`)
}

/** What the document says now takes the place of what it said before. */
export async function saveDocument(
  db: Db,
  client: { id: string; name: string; redirectUris: string[]; staleAt: Date; now: Date },
): Promise<void> {
  const { now, ...row } = client
  await run(
    db,
    sql`
    insert into oauth_clients ${insertion({ ...row, createdAt: now })}
    on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris, stale_at = excluded.stale_at`,
  )
}
