import type { Scope } from '#core/context.ts'
import { sql } from '#core/sql.ts'
import type { CalendarStay, CalendarWork } from './calendar.schema.ts'
import { UNCOUNTED_STATUSES } from './task.schema.ts'

interface Days {
  from: string
  to: string
}

interface OfHome {
  propertyId: string
}

/** Who stays at these properties and what is done there, in one trip. */
export async function calendarOf(
  { db, workspaceId }: Scope,
  propertyIds: readonly string[],
  { from, to }: Days,
): Promise<{ stays: (CalendarStay & OfHome)[]; work: (CalendarWork & OfHome)[] }> {
  // The statuses as a text, so that the index over them is used.
  const stays = sql`
    select r.property_id as "propertyId", r.id, r.status, g.full_name as "guestName", r.guests,
      r.checkin_date as "checkinDate", r.checkout_date as "checkoutDate",
      coalesce(r.checkin_time, p.checkin_time) as "checkinTime",
      coalesce(r.checkout_time, p.checkout_time) as "checkoutTime"
    from reservations r
      join properties p on p.workspace_id = r.workspace_id and p.id = r.property_id
      left join contacts g on g.workspace_id = r.workspace_id and g.id = r.contact_id
    where r.workspace_id = ${workspaceId} and r.property_id = any(${propertyIds}::uuid[]) and r.deleted_at is null
      and r.status in ('TENTATIVE', 'CONFIRMED', 'CHECKED_IN', 'CHECKED_OUT')
      and r.checkout_date >= ${from} and r.checkin_date <= ${to}
    order by r.checkin_date, r.checkout_date, r.id`
  // By the visits: the tasks of a property on a day share one, so the way to them is as short as the answer. That they
  // are of the same days is said again for the planner, which would else read every task.
  const work = sql`
    select v.property_id as "propertyId", t.id, 'TK-' || t.number as "shortId", t.title, t.status, t.priority,
      t.is_issue as "isIssue", t.reservation_id as "reservationId", t.scheduled_date as "scheduledDate",
      t.scheduled_time as "scheduledTime", t.estimated_duration_minutes as "estimatedDurationMinutes",
      d.kind = 'field_ops' as "isFieldWork", coalesce(u.full_name, o.name) as "assigneeName"
    from visits v
      join tasks t on t.workspace_id = v.workspace_id and t.visit_id = v.id and t.deleted_at is null
      join departments d on d.workspace_id = t.workspace_id and d.id = t.department_id
      left join task_assignees a on a.workspace_id = t.workspace_id and a.task_id = t.id and a.role = 'PRIMARY'
      left join users u on u.id = a.user_id
      left join vendors o on o.workspace_id = a.workspace_id and o.id = a.vendor_id
    where v.workspace_id = ${workspaceId} and v.property_id = any(${propertyIds}::uuid[])
      and v.date between ${from} and ${to} and t.scheduled_date between ${from} and ${to} and t.status <> all(${UNCOUNTED_STATUSES}::text[])
    order by t.scheduled_date, t.scheduled_time nulls last, t.number`
  const [stayRows, workRows] = await db.together([stays, work])
  return { stays: stayRows as (CalendarStay & OfHome)[], work: workRows as (CalendarWork & OfHome)[] }
}
