import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run, type Db } from '#core/db.ts'
import { columnsOf, insertion, sql, type Sql } from '#core/sql.ts'
import {
  CHANGE_FIELDS,
  type Cutover,
  type MigrationSettings,
  type Owner,
  type OwnershipChange,
} from './ownership.schema.ts'

/** Who has a workflow. */
export interface OwnedRow {
  id: string
  owner: Owner
  epoch: number
  legacyRef: string | null
  migration: MigrationSettings
  migrationVersion: number
  cutover: (Omit<Cutover, 'at'> & { createdBy: object }) | null
  cutoverAt: string | null
  status: string
}
const FIELDS = ['id', 'owner', 'epoch', 'legacyRef', 'migration', 'migrationVersion', 'cutover', 'cutoverAt', 'status']
const COLUMNS = columnsOf(FIELDS)

export function findOwned({ db, workspaceId }: Scope, id: string): Promise<OwnedRow | undefined> {
  return one(db, sql`select ${COLUMNS} from wf_definition where workspace_id = ${workspaceId} and id = ${id}`)
}

/**
 * Holds the owner for the rest of the transaction. Many may hold it to begin a run, one alone to change it: so no run
 * begins for an owner who no longer is. A lock of its own, as that of the row would be written with every run.
 */
export async function holdOwner(
  { db, workspaceId }: TxCtx,
  id: string,
  way: 'shared' | 'alone',
): Promise<OwnedRow | undefined> {
  const [, rows] = await db.together([
    way === 'shared' ? sharing(workspaceId, id) : sql`select pg_advisory_xact_lock(${keyOf(workspaceId, id)})`,
    sql`select ${COLUMNS} from wf_definition where workspace_id = ${workspaceId} and id = ${id}`,
  ])
  return (rows as OwnedRow[])[0]
}

/** The lock of those who begin a run, as a statement to go before others. */
export function sharing(workspaceId: string, id: string): Sql {
  return sql`select pg_advisory_xact_lock_shared(${keyOf(workspaceId, id)})`
}

function keyOf(workspaceId: string, id: string): Sql {
  return sql`hashtextextended(${`wf_owner ${workspaceId} ${id}`}, 0)`
}

/**
 * The same to act for the owner: shared, or alone when a planned change is due, which is to be made first. To ask for
 * the other once one is held would have two wait for each other.
 */
export async function holdToAct(
  { db, workspaceId }: TxCtx,
  id: string,
): Promise<(OwnedRow & { isDue: boolean }) | undefined> {
  const here = sql`workspace_id = ${workspaceId} and id = ${id}`
  const key = keyOf(workspaceId, id)
  const [held, rows] = await db.together([
    sql`
    select is_due as "isDue", case when is_due then pg_advisory_xact_lock(${key})
      else pg_advisory_xact_lock_shared(${key}) end
    from (select exists (select 1 from wf_definition where ${here} and cutover_at <= clock_timestamp()) as is_due
      offset 0) as looked`,
    sql`select ${COLUMNS} from wf_definition where ${here}`,
  ])
  const [{ isDue = false } = {}] = (held ?? []) as { isDue?: boolean }[]
  const [owned] = (rows ?? []) as OwnedRow[]
  return owned && { ...owned, isDue }
}

export async function saveOwner({ db, workspaceId, now }: TxCtx, id: string, owner: Owner): Promise<void> {
  await run(
    db,
    sql`
    update wf_definition set owner = ${owner}, epoch = epoch + 1, migration_version = migration_version + 1,
      version = version + 1, cutover = null, cutover_at = null, updated_at = ${now}
    where workspace_id = ${workspaceId} and id = ${id}`,
  )
}

export async function saveCutover(
  { db, workspaceId }: TxCtx,
  id: string,
  planned: { cutover: object; at: string } | null,
): Promise<void> {
  await run(
    db,
    sql`
    update wf_definition set cutover = ${planned === null ? null : JSON.stringify(planned.cutover)}::jsonb,
      cutover_at = ${planned?.at ?? null}, migration_version = migration_version + 1
    where workspace_id = ${workspaceId} and id = ${id}`,
  )
}

/** Changes of owners whose moment has come, without those that are left alone. */
export function findDueCutovers(
  db: Db,
  count: number,
  leftAlone: readonly string[],
): Promise<{ workspaceId: string; id: string }[]> {
  return many(
    db,
    sql`
    select workspace_id as "workspaceId", id from wf_definition
    where cutover_at is not null and cutover_at <= clock_timestamp() and id <> all (${[...leftAlone]}::uuid[])
    order by cutover_at limit ${count}`,
  )
}

/** What is read of the move is another from now on. */
export async function touchMigration({ db, workspaceId }: TxCtx, id: string): Promise<void> {
  await run(
    db,
    sql`
    update wf_definition set migration_version = migration_version + 1
    where workspace_id = ${workspaceId} and id = ${id}`,
  )
}

export async function insertChange(
  { db, workspaceId, now }: TxCtx,
  definitionId: string,
  change: Omit<OwnershipChange, 'createdAt' | 'createdBy'> & { createdBy: object },
): Promise<void> {
  const json = { figures: JSON.stringify(change.figures), createdBy: JSON.stringify(change.createdBy) }
  const row = { ...change, ...json, workspaceId, definitionId, createdAt: now }
  await run(db, sql`insert into wf_ownership_change ${insertion(row)}`)
}

export function findChanges({ db, workspaceId }: Scope, definitionId: string): Promise<OwnershipChange[]> {
  return many(
    db,
    sql`
    select ${columnsOf(CHANGE_FIELDS)} from wf_ownership_change
    where workspace_id = ${workspaceId} and definition_id = ${definitionId} order by created_at desc, id desc limit 20`,
  )
}

/** False when the event was dealt with before, by whoever had the workflow then. */
export async function insertHandled(
  { db, workspaceId, now }: TxCtx,
  handled: { definitionId: string; runId: string; correlationKey: string; owner: Owner; epoch: number },
): Promise<boolean> {
  const row = { workspaceId, ...handled, createdAt: now }
  const found = await one(
    db,
    sql`insert into wf_handled_event ${insertion(row)} on conflict do nothing returning run_id`,
  )
  return found !== undefined
}

export async function forgetHandled({ db, workspaceId }: TxCtx, definitionId: string, runId: string): Promise<void> {
  await run(
    db,
    sql`
    delete from wf_handled_event
    where workspace_id = ${workspaceId} and definition_id = ${definitionId} and run_id = ${runId}`,
  )
}

export async function isHandledBy(
  { db, workspaceId }: Scope,
  definitionId: string,
  correlationKey: string,
  owner: Owner,
): Promise<boolean> {
  const found = await one(
    db,
    sql`
    select 1 from wf_handled_event
    where workspace_id = ${workspaceId} and definition_id = ${definitionId} and correlation_key = ${correlationKey}
      and owner = ${owner} limit 1`,
  )
  return found !== undefined
}
