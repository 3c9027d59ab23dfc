import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run, type Db } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { Concurrency } from './definition.schema.ts'

export async function findConcurrency(
  { db, workspaceId }: Scope,
  definitionId: string,
): Promise<Concurrency | undefined> {
  const row = await one<{ concurrency: Concurrency | null }>(
    db,
    sql`select concurrency from wf_definition where workspace_id = ${workspaceId} and id = ${definitionId}`,
  )
  return row?.concurrency ?? undefined
}

/** Runs that count together. */
export interface TurnGroup {
  workspaceId: string
  definitionId: string
  key: string
}

/** Nobody else decides about these for the rest of the transaction. */
export async function lockTurns({ db }: TxCtx, { workspaceId, definitionId, key }: TurnGroup): Promise<void> {
  await one(
    db,
    sql`select pg_advisory_xact_lock(hashtextextended(${`turn ${workspaceId} ${definitionId} ${key}`}, 0)) is null as done`,
  )
}

const OPEN = sql`state in ('pending', 'running', 'waiting', 'suspended') and concurrency_key is not null`

/** Those under way and those that wait, oldest first. */
export function openTurns(
  { db }: TxCtx,
  { workspaceId, definitionId, key }: TurnGroup,
): Promise<{ id: string; isWaiting: boolean }[]> {
  return many(
    db,
    sql`
    select id, is_queued and state = 'pending' as "isWaiting" from wf_run
    where workspace_id = ${workspaceId} and definition_id = ${definitionId} and concurrency_key = ${key} and ${OPEN}
      and not (state = 'pending' and not is_queued and due_at > clock_timestamp())
    order by created_at, id`,
  )
}

export async function letGo({ db, workspaceId }: TxCtx, runIds: readonly string[]): Promise<void> {
  await run(
    db,
    sql`
    update wf_run set is_queued = false, due_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = any (${[...runIds]}::uuid[]) and is_queued and state = 'pending'`,
  )
}

/** Those of which some wait; any of them, so that those which cannot go on keep nobody from it. */
export function waitingGroups(db: Db, count: number): Promise<TurnGroup[]> {
  return many(
    db,
    sql`
    select * from (
      select distinct workspace_id as "workspaceId", definition_id as "definitionId", concurrency_key as key from wf_run
      where is_queued and state = 'pending' and ${OPEN}) g
    order by random() limit ${count}`,
  )
}
