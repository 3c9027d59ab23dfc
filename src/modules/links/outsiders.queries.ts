import type { Scope } from '#core/context.ts'
import { many } from '#core/db.ts'
import type { Reader } from '#core/outsiders.ts'
import { sql, type Sql } from '#core/sql.ts'

type Now = Scope & { now: Date }

/** A stay's link works until an hour after check-out. In any time zone, and for any check-out time, this is later. */
const STAY_OVER_AFTER = '37 hours'

/** Everybody with a link to the guide of the home, or of the stay, for a current or future stay. */
export function guestsOf(
  { db, workspaceId, now }: Now,
  { propertyId, reservationId }: { propertyId?: string | undefined; reservationId?: string | undefined },
): Promise<Reader[]> {
  return many(
    db,
    sql`
    select 'door_link:' || l.id as id, 'guest' as kind, null as name
    from door_links l
    join properties p on p.workspace_id = l.workspace_id and p.id = l.property_id and p.deleted_at is null
    left join reservations r on r.workspace_id = l.workspace_id and r.id = l.reservation_id
      and r.property_id = l.property_id and r.status in ('CONFIRMED', 'CHECKED_IN') and r.deleted_at is null
    where l.workspace_id = ${workspaceId} and (l.property_id = ${propertyId ?? null}::uuid or l.reservation_id = ${reservationId ?? null}::uuid)
      and l.revoked_at is null and (l.expires_at is null or l.expires_at > ${now})
      and (l.reservation_id is null
        or (r.checkout_date + ${STAY_OVER_AFTER}::interval) at time zone 'UTC' > ${now})
    order by l.created_at, l.id`,
  )
}

/** Everybody with a link to one of the tasks. */
export function techniciansOf({ db, workspaceId, now }: Now, tasks: Sql): Promise<Reader[]> {
  return many(
    db,
    sql`
    select 'share_link:' || l.id as id, 'technician' as kind, l.technician_name as name
    from share_links l join tasks t on t.workspace_id = l.workspace_id and t.id = l.task_id
    where l.workspace_id = ${workspaceId} and t.deleted_at is null and ${tasks}
      and l.revoked_at is null and (l.expires_at is null or l.expires_at > ${now})
    order by l.created_at, l.id`,
  )
}

/** The vendors assigned to one of the tasks, and every vendor where a task is published. */
export function vendorsOf({ db, workspaceId }: Now, tasks: Sql): Promise<Reader[]> {
  return many(
    db,
    sql`
    select distinct 'vendor:' || v.id as id, 'vendor' as kind, v.name
    from tasks t
    join task_assignees a on a.workspace_id = t.workspace_id and a.task_id = t.id
    join vendors v on v.workspace_id = a.workspace_id and v.id = a.vendor_id and v.deleted_at is null and v.active
    where t.workspace_id = ${workspaceId} and t.deleted_at is null and ${tasks}
    union all
    select distinct 'published:' || t.id, 'vendor', null
    from tasks t where t.workspace_id = ${workspaceId} and t.deleted_at is null and t.is_published and ${tasks}
    order by id`,
  )
}

export const isTask = (taskId: string): Sql => sql`t.id = ${taskId}`

export const isAtHome = (propertyId: string): Sql => sql`t.property_id = ${propertyId}`

/** The home's tasks that are in none of these states. */
export const isAtHomeBut = (propertyId: string, statuses: readonly string[]): Sql => sql`
  t.property_id = ${propertyId} and t.status <> all (${[...statuses]}::text[])`
