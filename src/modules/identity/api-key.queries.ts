import type { Scope, TxCtx } from '#core/context.ts'
import { one, run, type Db } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import type { KeyPrincipal, Role } from '#core/principal.ts'
import { sql } from '#core/sql.ts'
import type { ApiKey } from './api-key.schema.ts'

export interface ApiKeyRow extends ApiKey {
  version: number
}

const COLUMNS = sql`
  id, workspace_id as "workspaceId", name, integration_type as "integrationType", scopes, prefix,
  last_four as "lastFour", created_by_user_id as "createdBy", created_at as "createdAt", updated_at as "updatedAt",
  expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt", version`

export function listKeys(
  { db, workspaceId }: Scope,
  query: { limit?: number; offset?: number },
): Promise<Listed<ApiKeyRow>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`api_keys`,
    where: sql`workspace_id = ${workspaceId}`,
    order: sql`created_at desc, id desc`,
  })
}

export function findKey({ db, workspaceId }: Scope, keyId: string): Promise<ApiKeyRow | undefined> {
  return one(db, sql`select ${COLUMNS} from api_keys where workspace_id = ${workspaceId} and id = ${keyId}`)
}

export function lockKey({ db, workspaceId }: TxCtx, keyId: string): Promise<ApiKeyRow | undefined> {
  return one(db, sql`select ${COLUMNS} from api_keys where workspace_id = ${workspaceId} and id = ${keyId} for update`)
}

export async function insertKey(
  { db, workspaceId, now }: TxCtx,
  key: Pick<ApiKey, 'id' | 'name' | 'integrationType' | 'scopes' | 'prefix' | 'lastFour' | 'createdBy' | 'expiresAt'>,
  hash: Buffer,
): Promise<ApiKeyRow | undefined> {
  return one(
    db,
    sql`
    insert into api_keys (workspace_id, id, name, integration_type, scopes, hash, prefix, last_four,
      created_by_user_id, created_at, updated_at, expires_at)
    values (${workspaceId}, ${key.id}, ${key.name}, ${key.integrationType}, ${key.scopes}, ${hash}, ${key.prefix},
      ${key.lastFour}, ${key.createdBy}, ${now}, ${now}, ${key.expiresAt})
    returning ${COLUMNS}`,
  )
}

export async function saveKey({ db, workspaceId, now }: TxCtx, key: ApiKeyRow): Promise<ApiKeyRow | undefined> {
  return one(
    db,
    sql`
    update api_keys set name = ${key.name}, scopes = ${key.scopes}, expires_at = ${key.expiresAt},
      revoked_at = ${key.revokedAt}, updated_at = ${now}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${key.id}
    returning ${COLUMNS}`,
  )
}

/** Who a key is, wherever it belongs: the one look-up that starts from a secret and not from a workspace. */
export async function findPrincipal(
  db: Db,
  hash: Buffer,
): Promise<(KeyPrincipal & { expiresAt: string | null }) | undefined> {
  const row = await one<KeyRow>(
    db,
    sql`
    select k.id as "keyId", k.name, k.workspace_id as "workspaceId", k.integration_type as "integrationType", k.scopes,
      k.expires_at as "expiresAt", m.id as "membershipId", m.user_id as "userId", m.role
    from api_keys k
    left join memberships m on k.integration_type = 'tool-client' and m.workspace_id = k.workspace_id
      and m.user_id = k.created_by_user_id and m.ended_at is null
      and exists (select from users u where u.id = m.user_id and u.disabled_at is null)
    where k.hash = ${hash} and k.revoked_at is null`,
  )
  if (!row || (row.integrationType === 'tool-client' && !row.membershipId)) return undefined
  const { membershipId, userId, role, scopes, ...key } = row
  const membership = membershipId && userId && role ? { membershipId, userId, role } : undefined
  return { ...key, kind: 'key', scopes: new Set(scopes), membership }
}

interface KeyRow extends Omit<KeyPrincipal, 'kind' | 'scopes' | 'membership'> {
  scopes: string[]
  expiresAt: string | null
  membershipId: string | null
  userId: string | null
  role: Role | null
}

export async function noteKeyUse(db: Db, uses: ReadonlyMap<string, Date>): Promise<void> {
  await run(
    db,
    sql`
    update api_keys k set last_used_at = greatest(k.last_used_at, u.at)
    from unnest(${[...uses.keys()]}::uuid[], ${[...uses.values()]}::timestamptz[]) as u (id, at) where k.id = u.id`,
  )
}
