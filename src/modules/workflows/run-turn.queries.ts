import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run, type Db } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'
import type { Concurrency } from './pace.schema.ts'

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

// The last word leaves out those that were suspended before their turn came; the others are as the index has them.
const UNDER_WAY = sql`concurrency_key is not null and not (is_queued and state = 'pending')
      and state in ('pending', 'running', 'waiting', 'suspended') and not is_queued`
const WAITING = sql`is_queued and state = 'pending'`

function inGroup({ workspaceId, definitionId, key }: TurnGroup): Sql {
  return sql`workspace_id = ${workspaceId} and definition_id = ${definitionId} and concurrency_key = ${key}`
}

async function idsOf({ db }: TxCtx, query: Sql): Promise<string[]> {
  return (await many<{ id: string }>(db, query)).map(({ id }) => id)
}

/** Of those under way, so many at most. */
export function takingTurns(ctx: TxCtx, group: TurnGroup, countMax: number): Promise<string[]> {
  return idsOf(ctx, sql`select id from wf_run where ${inGroup(group)} and ${UNDER_WAY} limit ${countMax}`)
}

/** Of those that wait by now, so many at most, the first that came first. */
export function waitingTurns(ctx: TxCtx, group: TurnGroup, countMax: number): Promise<string[]> {
  return idsOf(
    ctx,
    sql`
    select id from wf_run where ${inGroup(group)} and ${WAITING} and queued_from <= clock_timestamp()
    order by queued_from, id limit ${countMax}`,
  )
}

/** Those that are tried again go on where they stand. */
export async function letGo({ db, workspaceId }: TxCtx, runIds: readonly string[]): Promise<void> {
  await run(
    db,
    sql`
    update wf_run set is_queued = false, due_at = clock_timestamp(),
      state = case when started_at is null then 'pending' else 'running' end
    where workspace_id = ${workspaceId} and id = any (${[...runIds]}::uuid[]) and ${WAITING}`,
  )
}

const FIRST: TurnGroup = { workspaceId: '', definitionId: '00000000-0000-0000-0000-000000000000', key: '' }
const GROUP = sql`workspace_id, definition_id, concurrency_key`

/**
 * Groups of which some wait by now, so many behind this one in the order of the index: from group to group, without a
 * look at those who wait in between.
 */
export function waitingGroups(
  db: Db,
  count: number,
  after: TurnGroup = FIRST,
): Promise<(TurnGroup & { isDue: boolean })[]> {
  return many(
    db,
    sql`
    with recursive groups as (
      (select ${GROUP}, queued_from from wf_run
        where ${WAITING} and (${GROUP}) > (${after.workspaceId}::text, ${after.definitionId}::uuid, ${after.key}::text)
        order by ${GROUP}, queued_from limit 1)
      union all
      select next.* from groups g cross join lateral (
        select ${GROUP}, queued_from from wf_run
        where ${WAITING} and (${GROUP}) > (g.workspace_id, g.definition_id, g.concurrency_key)
        order by ${GROUP}, queued_from limit 1) next)
    select workspace_id as "workspaceId", definition_id as "definitionId", concurrency_key as key,
      queued_from <= clock_timestamp() as "isDue"
    from groups limit ${count}`,
  )
}
