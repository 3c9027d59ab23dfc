import type { Scope, TxCtx } from '#core/context.ts'
import { many, run, type Tx } from '#core/db.ts'
import { insertion, sql } from '#core/sql.ts'
import type { TriggerKind } from './run.schema.ts'

interface NewTrigger {
  id: string
  definitionId: string
  kind: 'event' | 'schedule'
  source: 'document' | 'api'
  eventTypes?: string[]
  cron?: string
  timezone?: string
  nextAt: Date | null
}

export async function insertTrigger({ db, workspaceId, now }: TxCtx, trigger: NewTrigger): Promise<void> {
  const row = { workspaceId, ...trigger, createdAt: now, updatedAt: now }
  await run(db, sql`insert into wf_trigger ${insertion(row)}`)
}

export async function deleteDocumentTriggers({ db, workspaceId }: TxCtx, definitionId: string): Promise<void> {
  await run(
    db,
    sql`
    delete from wf_trigger
    where workspace_id = ${workspaceId} and definition_id = ${definitionId} and source = 'document'`,
  )
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

/** The triggers that an event of this type may set off, of workflows that are on. */
export function eventTriggers(
  { db, workspaceId }: Scope,
  type: string,
): Promise<{ id: string; definitionId: string }[]> {
  return many(
    db,
    sql`
    select t.id, t.definition_id as "definitionId" from wf_trigger t
    join wf_definition d on d.workspace_id = t.workspace_id and d.id = t.definition_id
    where t.workspace_id = ${workspaceId} and t.kind = 'event' and t.is_enabled and d.status = 'active'
      and t.event_types && ${[type, '*']}`,
  )
}

export interface DueTrigger {
  workspaceId: string
  id: string
  definitionId: string
  cron: string
  timezone: string | null
  missed: 'latest' | 'all' | 'skip'
  nextAt: string
}

/** Schedules whose moment has come, held by this transaction. */
export function lockDueTriggers(db: Tx, count: number): Promise<DueTrigger[]> {
  return many(
    db,
    sql`
    select workspace_id as "workspaceId", id, definition_id as "definitionId", cron, timezone, missed,
      next_at as "nextAt"
    from wf_trigger where next_at is not null and is_enabled and next_at <= clock_timestamp()
    order by next_at limit ${count} for update skip locked`,
  )
}

export async function saveNextAt({ db, workspaceId }: Scope, triggerId: string, nextAt: Date | null): Promise<void> {
  await run(
    db,
    sql`update wf_trigger set next_at = ${nextAt} where workspace_id = ${workspaceId} and id = ${triggerId}`,
  )
}
