import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, type Db, type Tx } from '#core/db.ts'
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
  countsFrom: string | null
  missed: 'latest' | 'all' | 'skip'
  nextAt: string
}
const OF_CLOCK = columnsOf([...ACTING, 'cron', 'every', 'after', 'timezone', 'countsFrom', 'missed', 'nextAt'])

const IS_DUE = sql`next_at is not null and is_enabled and next_at <= clock_timestamp()`

/** Schedules whose moment has come, of all workspaces, without those that are left alone. */
export function findDueTriggers(
  db: Db,
  count: number,
  leftAlone: readonly string[],
): Promise<Pick<DueTrigger, 'workspaceId' | 'id'>[]> {
  return many(
    db,
    sql`
    select workspace_id as "workspaceId", id from wf_trigger
    where ${IS_DUE} and id <> all (${[...leftAlone]}::uuid[]) order by next_at limit ${count}`,
  )
}

/** One of them, held by this transaction; nothing when somebody else has it or has fired it. Locks are waited for so long. */
export async function lockDueTrigger(
  db: Tx,
  { workspaceId, id }: Pick<DueTrigger, 'workspaceId' | 'id'>,
  lockMillisMax: number,
): Promise<DueTrigger | undefined> {
  const [, rows] = await db.together([
    sql`select set_config('lock_timeout', ${String(lockMillisMax)}, true)`,
    sql`
    select ${OF_CLOCK} from wf_trigger where workspace_id = ${workspaceId} and id = ${id} and ${IS_DUE}
    for update skip locked`,
  ])
  return (rows as DueTrigger[])[0]
}

/** The last statement for a schedule that was fired. */
export async function saveNextAt({ db, workspaceId }: TxCtx, triggerId: string, nextAt: Date | null): Promise<void> {
  await db.last(
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
