import type { Scope, TxCtx, WorkspaceCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'
import type { Rule, Stay } from './stay-rule.rules.ts'
import type { StayRule } from './stay-rule.schema.ts'
import type { TaskStatus } from './task.schema.ts'

export interface RuleRow extends StayRule {
  followedDate: string | null
  followedTime: string | null
  followedPropertyId: string | null
  closedAt: string | null
}

const COLUMNS = sql`task_id as "taskId", reservation_id as "reservationId", anchor, offset_days as "offsetDays",
  time_from as "timeFrom", fixed_time as "fixedTime", follows, followed_date as "followedDate",
  followed_time as "followedTime", followed_property_id as "followedPropertyId", closed_at as "closedAt",
  created_at as "createdAt", updated_at as "updatedAt"`

export function findRule({ db, workspaceId }: Scope, taskId: string): Promise<RuleRow | undefined> {
  return one(
    db,
    sql`select ${COLUMNS} from task_stay_rules where workspace_id = ${workspaceId} and task_id = ${taskId}`,
  )
}

const STAY = sql`r.property_id as "propertyId", r.checkin_date as "checkinDate", r.checkout_date as "checkoutDate",
  coalesce(r.checkin_time, p.checkin_time) as "checkinTime", coalesce(r.checkout_time, p.checkout_time) as "checkoutTime",
  r.deleted_at is not null or r.status = 'CANCELLED' as "isOff"`

/** As it is at this moment. */
export function findStay({ db, workspaceId }: Scope, reservationId: string): Promise<Stay | undefined> {
  return one(
    db,
    sql`
    select ${STAY} from reservations r
    join properties p on p.workspace_id = r.workspace_id and p.id = r.property_id
    where r.workspace_id = ${workspaceId} and r.id = ${reservationId}`,
  )
}

/**
 * As it is until the end of the transaction. A stay that moves while a task is being linked would otherwise look for
 * its tasks before this one is there, and this one would have counted from the old days. So would a home's times.
 */
export function holdStay({ db, workspaceId }: TxCtx, reservationId: string): Promise<Stay | undefined> {
  return one(
    db,
    sql`
    select ${STAY} from reservations r
    join properties p on p.workspace_id = r.workspace_id and p.id = r.property_id
    where r.workspace_id = ${workspaceId} and r.id = ${reservationId} for share of r, p`,
  )
}

export function saveRule(
  { db, workspaceId, now }: TxCtx,
  { taskId, reservationId }: { taskId: string; reservationId: string },
  { anchor, offsetDays, timeFrom, fixedTime, follows, followed }: Rule,
): Promise<RuleRow | undefined> {
  return one(
    db,
    sql`
    insert into task_stay_rules (workspace_id, task_id, reservation_id, anchor, offset_days, time_from, fixed_time, follows,
      followed_date, followed_time, followed_property_id, created_at, updated_at)
    values (${workspaceId}, ${taskId}, ${reservationId}, ${anchor}, ${offsetDays}, ${timeFrom}, ${fixedTime},
      ${[...follows]}::text[], ${followed.scheduledDate}, ${followed.scheduledTime}, ${followed.propertyId}, ${now}, ${now})
    on conflict (workspace_id, task_id) do update set reservation_id = excluded.reservation_id, anchor = excluded.anchor,
      offset_days = excluded.offset_days, time_from = excluded.time_from, fixed_time = excluded.fixed_time,
      follows = excluded.follows, followed_date = excluded.followed_date, followed_time = excluded.followed_time,
      followed_property_id = excluded.followed_property_id, closed_at = null, updated_at = excluded.updated_at
    returning ${COLUMNS}`,
  )
}

/** What the rule has just written, and which fields it will go on with. */
export async function saveFollowed(
  { db, workspaceId, now }: TxCtx,
  taskId: string,
  { follows, followed }: Pick<Rule, 'follows' | 'followed'>,
  closedAt: Date | null,
): Promise<void> {
  await run(
    db,
    sql`
    update task_stay_rules set follows = ${[...follows]}::text[], followed_date = ${followed.scheduledDate},
      followed_time = ${followed.scheduledTime}, followed_property_id = ${followed.propertyId},
      closed_at = ${closedAt}, updated_at = ${now}
    where workspace_id = ${workspaceId} and task_id = ${taskId}`,
  )
}

export async function deleteRule({ db, workspaceId }: TxCtx, taskId: string): Promise<boolean> {
  const deleted = await run(
    db,
    sql`delete from task_stay_rules where workspace_id = ${workspaceId} and task_id = ${taskId} returning 1`,
  )
  return deleted > 0
}

/** How a follower is told: as which event, and which subscriber. */
interface Telling {
  type: string
  subscriber: string
}

/** Hands every task that follows the stay to the subscriber. */
export function tellFollowers(ctx: WorkspaceCtx, reservationId: string, as: Telling): Promise<number> {
  return tell(ctx, sql`s.reservation_id = ${reservationId}`, as)
}

/** Of the stays of a home that are not over and have no time of their own: those that follow one of these times. */
export function tellFollowersOfTimes(
  ctx: WorkspaceCtx,
  propertyId: string,
  times: readonly string[],
  as: Telling,
): Promise<number> {
  const which = sql`r.property_id = ${propertyId} and r.deleted_at is null and r.status <> 'CANCELLED'
    and r.checkout_date >= ${ctx.now}::timestamptz::date - 1 and s.time_from = 'STAY' and case s.anchor
      when 'CHECK_IN' then r.checkin_time is null and 'checkinTime' = any(${[...times]}::text[])
      else r.checkout_time is null and 'checkoutTime' = any(${[...times]}::text[]) end`
  return tell(ctx, which, as)
}

function tell({ db, workspaceId, now, requestId }: WorkspaceCtx, which: Sql, as: Telling): Promise<number> {
  return run(
    db,
    sql`
    insert into outbox (workspace_id, type, payload, subscriber, request_id, created_at)
    select ${workspaceId}, ${as.type}, jsonb_build_object('taskId', s.task_id, 'reservationId', s.reservation_id),
      ${as.subscriber}, ${requestId}, ${now}::timestamptz
    from task_stay_rules s join reservations r on r.workspace_id = s.workspace_id and r.id = s.reservation_id
    where s.workspace_id = ${workspaceId} and ${which}
    order by s.task_id returning outbox.id`,
  )
}

/** The status that a task had until its stay closed it. */
export async function statusBeforeClosing(
  { db, workspaceId }: Scope,
  taskId: string,
  closedAt: string,
): Promise<TaskStatus | undefined> {
  const row = await one<{ status: TaskStatus }>(
    db,
    sql`
    select details ->> 'statusBefore' as status from task_activities
    where workspace_id = ${workspaceId} and task_id = ${taskId} and created_at = ${closedAt}
      and action = 'task.updated' and details ->> 'status' = 'CLOSED'`,
  )
  return row?.status
}
