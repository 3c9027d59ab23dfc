import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run, type Db, type Tx } from '#core/db.ts'
import { columnsOf, sql } from '#core/sql.ts'
import type { WorkflowRoute } from './definition.schema.ts'

/** A trigger as those see it who act on it. */
export interface ActingTrigger {
  workspaceId: string
  id: string
  definitionId: string
  kind: 'event' | 'schedule' | 'webhook' | 'chat' | 'manual'
  source: 'document' | 'api'
}
const ACTING = ['workspaceId', 'id', 'definitionId', 'kind', 'source'] as const

export interface EventTrigger extends ActingTrigger {
  eventTypes: string[] | null
  filter: Record<string, unknown> | null
  channels: string[] | null
  phrase: string | null
}
const OF_EVENTS = columnsOf([...ACTING, 'eventTypes', 'filter', 'channels', 'phrase'], 't')

/** The triggers that an event of this type may set off, of workflows that are on. */
export function eventTriggers({ db, workspaceId }: Scope, type: string, isMessage: boolean): Promise<EventTrigger[]> {
  return many(
    db,
    sql`
    select ${OF_EVENTS} from wf_trigger t
    join wf_definition d on d.workspace_id = t.workspace_id and d.id = t.definition_id
    where t.workspace_id = ${workspaceId} and t.kind in ('event', 'chat') and t.is_enabled and d.status = 'active'
      and ((t.kind = 'event' and t.event_types && ${[type, '*']}) or (t.kind = 'chat' and ${isMessage}))
    order by t.created_at, t.id`,
  )
}

export interface DueTrigger extends ActingTrigger {
  cron: string | null
  every: string | null
  after: string | null
  timezone: string | null
  missed: 'latest' | 'all' | 'skip'
  nextAt: string
}
const OF_CLOCK = columnsOf([...ACTING, 'cron', 'every', 'after', 'timezone', 'missed', 'nextAt'])

/** Schedules whose moment has come, held by this transaction. */
export function lockDueTriggers(db: Tx, count: number): Promise<DueTrigger[]> {
  return many(
    db,
    sql`
    select ${OF_CLOCK} from wf_trigger where next_at is not null and is_enabled and next_at <= clock_timestamp()
    order by next_at limit ${count} for update skip locked`,
  )
}

export async function saveNextAt({ db, workspaceId }: Scope, triggerId: string, nextAt: Date | null): Promise<void> {
  await run(
    db,
    sql`update wf_trigger set next_at = ${nextAt} where workspace_id = ${workspaceId} and id = ${triggerId}`,
  )
}

/** The last run that a trigger has started. */
export function findLastRun(
  { db, workspaceId }: TxCtx,
  triggerId: string,
): Promise<{ endedAt: string | null } | undefined> {
  return one(
    db,
    sql`
    select ended_at as "endedAt" from wf_run where workspace_id = ${workspaceId} and trigger_id = ${triggerId}
    order by created_at desc limit 1`,
  )
}

export interface WebhookTrigger extends ActingTrigger {
  payloadSchema: Record<string, unknown> | null
  eventIdPointer: string | null
  owner: string
  routes: WorkflowRoute[]
}

/** Whoever has the token has no other credential: the workspace comes from here. */
export function findByToken(db: Db, tokenHash: Buffer, now: Date): Promise<WebhookTrigger | undefined> {
  return one(
    db,
    sql`
    select ${columnsOf([...ACTING, 'payloadSchema', 'eventIdPointer'], 't')}, d.owner, d.routes
    from wf_trigger t join wf_definition d on d.workspace_id = t.workspace_id and d.id = t.definition_id
    where (t.token_hash = ${tokenHash} or (t.old_token_hash = ${tokenHash} and t.old_token_until > ${now}))
      and t.is_enabled and d.status = 'active' and d.routes is not null`,
  )
}

/** What people have to give to start it; undefined when nobody said so. */
export function findManualTrigger(
  { db, workspaceId }: Scope,
  definitionId: string,
): Promise<{ id: string; payloadSchema: Record<string, unknown> | null } | undefined> {
  return one(
    db,
    sql`
    select id, payload_schema as "payloadSchema" from wf_trigger
    where workspace_id = ${workspaceId} and definition_id = ${definitionId} and kind = 'manual' and is_enabled
    order by created_at, id limit 1`,
  )
}
