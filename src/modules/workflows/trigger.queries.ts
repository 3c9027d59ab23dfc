import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, every, insertion, sql } from '#core/sql.ts'
import type { TriggerKind } from './run.schema.ts'
import { TRIGGER_FIELDS, type TriggerQuery, type WorkflowTrigger } from './trigger.schema.ts'

export interface TriggerRow extends Omit<WorkflowTrigger, 'nextFires'> {
  version: number
  countsFrom: string | null
}
const ROW = sql`${columnsOf([...TRIGGER_FIELDS, 'version', 'countsFrom'])}, definition_id as "workflowId"`

interface TriggerWrite extends Partial<Omit<TriggerRow, 'nextAt' | 'countsFrom' | 'oldTokenUntil' | 'workflowId'>> {
  definitionId?: string
  nextAt?: Date | null
  countsFrom?: Date
  tokenHash?: Buffer | null
  oldTokenHash?: Buffer | null
  oldTokenUntil?: Date | null
}

/** As the table has them. */
function columnsFor({ filter, payloadSchema, ...fields }: TriggerWrite): Record<string, unknown> {
  return {
    ...fields,
    ...(filter === undefined ? {} : { filter: filter === null ? null : JSON.stringify(filter) }),
    ...(payloadSchema === undefined
      ? {}
      : { payloadSchema: payloadSchema === null ? null : JSON.stringify(payloadSchema) }),
  }
}

export function insertTrigger(
  { db, workspaceId, now }: TxCtx,
  trigger: TriggerWrite & Required<Pick<TriggerWrite, 'id' | 'definitionId' | 'kind' | 'source'>>,
): Promise<TriggerRow | undefined> {
  const row = { workspaceId, ...columnsFor(trigger), createdAt: now, updatedAt: now }
  return one(db, sql`insert into wf_trigger ${insertion(row)} returning ${ROW}`)
}

export function saveTrigger(
  { db, workspaceId, now }: TxCtx,
  triggerId: string,
  changes: TriggerWrite,
): Promise<TriggerRow | undefined> {
  return one(
    db,
    sql`
    update wf_trigger set ${assignments({ ...columnsFor(changes), updatedAt: now })}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${triggerId} returning ${ROW}`,
  )
}

/** What the active version says. One that it said before stays the one it is, with all that came of it. */
export async function putDocumentTrigger(
  { db, workspaceId, now }: TxCtx,
  trigger: {
    id: string
    definitionId: string
    kind: 'event' | 'schedule'
    eventTypes?: string[]
    cron?: string
    every?: string
    after?: string
    timezone?: string | null
    nextAt: Date | null
    countsFrom: Date
  },
): Promise<void> {
  const row = { workspaceId, source: 'document', ...trigger, createdAt: now, updatedAt: now }
  await run(
    db,
    sql`
    insert into wf_trigger ${insertion(row)} on conflict (workspace_id, id) do update set
      event_types = excluded.event_types, cron = excluded.cron, every = excluded.every, after = excluded.after,
      timezone = excluded.timezone, next_at = excluded.next_at, counts_from = excluded.counts_from, version = wf_trigger.version + 1,
      updated_at = excluded.updated_at`,
  )
}

export async function deleteDocumentTriggers(
  { db, workspaceId }: TxCtx,
  definitionId: string,
  except: readonly string[] = [],
): Promise<void> {
  await run(
    db,
    sql`
    delete from wf_trigger where workspace_id = ${workspaceId} and definition_id = ${definitionId}
      and source = 'document' and id <> all (${[...except]}::uuid[])`,
  )
}

export async function deleteTrigger({ db, workspaceId }: TxCtx, triggerId: string): Promise<void> {
  await run(db, sql`delete from wf_trigger where workspace_id = ${workspaceId} and id = ${triggerId}`)
}

export async function triggerKinds({ db, workspaceId }: Scope, definitionId: string): Promise<TriggerKind[]> {
  const rows = await many<{ kind: TriggerKind }>(
    db,
    sql`
    select distinct kind from wf_trigger where workspace_id = ${workspaceId} and definition_id = ${definitionId}
    order by kind`,
  )
  return rows.map(({ kind }) => kind)
}

/** For lists of workflows by what sets them off. The workflow itself has not changed by it. */
export async function saveTriggerKinds(ctx: TxCtx, definitionId: string): Promise<void> {
  const kinds = await triggerKinds(ctx, definitionId)
  await run(
    ctx.db,
    sql`
    update wf_definition set trigger_kinds = ${kinds}
    where workspace_id = ${ctx.workspaceId} and id = ${definitionId}`,
  )
}

export function listTriggers(
  { db, workspaceId }: Scope,
  definitionId: string,
  query: TriggerQuery,
): Promise<Listed<TriggerRow>> {
  const { kind } = query
  return listed(db, query, {
    columns: ROW,
    from: sql`wf_trigger`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      sql`definition_id = ${definitionId}`,
      kind !== undefined && sql`kind = ${kind}`,
    ]),
    order: sql`created_at desc, id desc`,
  })
}

export async function countTriggers({ db, workspaceId }: Scope, definitionId: string): Promise<number> {
  const row = await one<{ count: number }>(
    db,
    sql`
    select count(*) as count from wf_trigger
    where workspace_id = ${workspaceId} and definition_id = ${definitionId} and source = 'api'`,
  )
  return row?.count ?? 0
}

export function findTrigger(
  { db, workspaceId }: Scope,
  definitionId: string,
  id: string,
): Promise<TriggerRow | undefined> {
  return one(db, sql`select ${ROW} from wf_trigger where ${own(workspaceId, definitionId, id)}`)
}

export function lockTrigger(
  { db, workspaceId }: TxCtx,
  definitionId: string,
  id: string,
): Promise<TriggerRow | undefined> {
  return one(db, sql`select ${ROW} from wf_trigger where ${own(workspaceId, definitionId, id)} for update`)
}

function own(workspaceId: string, definitionId: string, id: string) {
  return sql`workspace_id = ${workspaceId} and definition_id = ${definitionId} and id = ${id}`
}

export async function findTokenHash({ db, workspaceId }: TxCtx, id: string): Promise<Buffer | undefined> {
  const row = await one<{ tokenHash: Buffer }>(
    db,
    sql`select token_hash as "tokenHash" from wf_trigger where workspace_id = ${workspaceId} and id = ${id}`,
  )
  return row?.tokenHash
}
