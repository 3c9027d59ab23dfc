import type { Scope, TxCtx, WorkspaceCtx } from '#core/context.ts'
import { many, one, run, type Db } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, every, insertion, sql } from '#core/sql.ts'
import {
  INTEGRATION_FIELDS,
  type Integration,
  type IntegrationKind,
  type IntegrationQuery,
} from './integration.schema.ts'

export interface IntegrationRow extends Integration {
  version: number
}

/** With its secrets, still sealed. */
export interface SealedIntegration extends IntegrationRow {
  workspaceId: string
  secrets: string
}

const COLUMNS = columnsOf([...INTEGRATION_FIELDS, 'version'])
const SEALED = columnsOf([...INTEGRATION_FIELDS, 'version', 'workspaceId', 'secrets'], 'i')

export function listIntegrations({ db, workspaceId }: Scope, query: IntegrationQuery): Promise<Listed<IntegrationRow>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`integrations`,
    where: every([sql`workspace_id = ${workspaceId}`, query.kind !== undefined && sql`kind = ${query.kind}`]),
    order: sql`created_at desc, id desc`,
  })
}

export function findIntegration({ db, workspaceId }: Scope, id: string): Promise<SealedIntegration | undefined> {
  return one(db, sql`select ${SEALED} from integrations i where workspace_id = ${workspaceId} and id = ${id}`)
}

export function lockIntegration({ db, workspaceId }: TxCtx, id: string): Promise<SealedIntegration | undefined> {
  return one(
    db,
    sql`select ${SEALED} from integrations i where workspace_id = ${workspaceId} and id = ${id} for update`,
  )
}

/** The active ones of a kind, oldest first. */
export function activeOfKind({ db, workspaceId }: Scope, kind: IntegrationKind): Promise<SealedIntegration[]> {
  return many(
    db,
    sql`
    select ${SEALED} from integrations i where workspace_id = ${workspaceId} and kind = ${kind} and status = 'active'
    order by created_at, id`,
  )
}

/** Which of them a delivery is for is decided by its proof; more than so many are not tried. */
const CLAIMANTS_MAX = 50

/** The active ones of any workspace that claim one of these accounts, those that are known to own it first. */
export function claimantsOf(db: Db, kind: IntegrationKind, finders: readonly string[]): Promise<SealedIntegration[]> {
  return many(
    db,
    sql`
    select ${SEALED} from integrations i
    where i.kind = ${kind} and i.status = 'active' and (i.workspace_id, i.id) in (
      select f.workspace_id, f.integration_id from integration_finders f
      where f.kind = ${kind} and f.finder = any(${finders}))
    order by i.is_proven desc, i.created_at, i.id limit ${CLAIMANTS_MAX}`,
  )
}

/** Of all workspaces. */
export function newestOfKind(db: Db, kind: IntegrationKind): Promise<SealedIntegration[]> {
  return many(
    db,
    sql`
    select ${SEALED} from integrations i where i.kind = ${kind} and i.status = 'active'
    order by i.created_at desc limit ${CLAIMANTS_MAX}`,
  )
}

export function insertIntegration(
  { db, workspaceId, now }: TxCtx,
  row: Record<string, unknown>,
): Promise<IntegrationRow | undefined> {
  const fields = insertion({ ...row, workspaceId, createdAt: now, updatedAt: now })
  return one(db, sql`insert into integrations ${fields} returning ${COLUMNS}`)
}

export function saveIntegration(
  { db, workspaceId, now }: TxCtx,
  id: string,
  changes: Record<string, unknown>,
): Promise<IntegrationRow | undefined> {
  return one(
    db,
    sql`
    update integrations set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${id} returning ${COLUMNS}`,
  )
}

/** While its secrets are closed only the accounts are replaced. */
export async function saveFinders(
  { db, workspaceId }: TxCtx,
  { id, kind, areClosed }: { id: string; kind: IntegrationKind; areClosed: boolean },
  finders: readonly string[],
): Promise<void> {
  await run(
    db,
    sql`
    delete from integration_finders
    where workspace_id = ${workspaceId} and integration_id = ${id} and (finder like 'account:%' or not ${areClosed})`,
  )
  if (finders.length === 0) return
  await run(
    db,
    sql`
    insert into integration_finders (workspace_id, integration_id, kind, finder)
    select ${workspaceId}, ${id}::uuid, ${kind}, finder from unnest(${finders}::text[]) as finder`,
  )
}

/** Everybody who claims the account, in whatever workspace; nobody else is told about it meanwhile. */
export async function lockAccount(
  { db }: TxCtx,
  kind: IntegrationKind,
  finder: string,
): Promise<Pick<SealedIntegration, 'id' | 'workspaceId' | 'isProven'>[]> {
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended(${`integration-account:${kind}:${finder}`}, 0))`)
  return many(
    db,
    sql`
    select i.id, i.workspace_id as "workspaceId", i.is_proven as "isProven" from integration_finders f
    join integrations i on i.workspace_id = f.workspace_id and i.id = f.integration_id
    where f.kind = ${kind} and f.finder = ${finder}`,
  )
}

/** Undefined while somebody else renews the token. */
export function claimRefresh(
  { db, workspaceId, now }: WorkspaceCtx,
  id: string,
  until: Date,
): Promise<SealedIntegration | undefined> {
  return one(
    db,
    sql`
    update integrations i set refreshing_until = ${until}
    where workspace_id = ${workspaceId} and id = ${id} and (refreshing_until is null or refreshing_until < ${now})
    returning ${SEALED}`,
  )
}

export async function deleteIntegration({ db, workspaceId }: TxCtx, id: string): Promise<void> {
  await run(db, sql`delete from integrations where workspace_id = ${workspaceId} and id = ${id}`)
}
