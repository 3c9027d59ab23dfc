import type { Scope } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { NotificationKind } from './notification.schema.ts'

/** What a mail is about, as the tables have it. */
export interface MailFacts {
  id: string
  kind: NotificationKind
  actorName: string
  details: Record<string, unknown>
  workspaceId: string
  workspaceName: string
  timezone: string
  taskId: string
  shortId: string
  title: string
  description: string | null
  priority: string
  scheduledDate: string | null
  scheduledTime: string | null
  departmentName: string
  propertyName: string | null
  propertyAddress: string | null
  isVendor: boolean
  recipientName: string | null
  address: string | null
  status: string
  isDeleted: boolean
  isOnIt: boolean
  /** A vendor that was never written to about the task, and is not being written to. */
  isStranger: boolean
}

/** A row is mailed once; what the server has refused for good is not tried again. */
const UNSENT = sql`email and emailed_at is null and email_refused_at is null`

/** The mails about an event that are still to be sent. */
export function unsentMails({ db, workspaceId }: Scope, eventId: string): Promise<{ id: string; kind: string }[]> {
  return many(
    db,
    sql`
    select id, kind from notifications where workspace_id = ${workspaceId} and event_id = ${eventId} and ${UNSENT}
    order by created_at, id`,
  )
}

/** Takes the mail for this worker. Answers until when, which is the claim's name; undefined when another has it, or it is done. */
export async function claimMail({ db, workspaceId }: Scope, id: string, seconds: number): Promise<string | undefined> {
  const claimed = await one<{ until: string }>(
    db,
    sql`
    update notifications set email_claimed_until = now() + make_interval(secs => ${seconds})
    where workspace_id = ${workspaceId} and id = ${id} and ${UNSENT}
      and (email_claimed_until is null or email_claimed_until < now())
    returning email_claimed_until as until`,
  )
  return claimed?.until
}

/** Only our own claim: after its time another may have taken it. */
export async function releaseMail({ db, workspaceId }: Scope, id: string, until: string): Promise<void> {
  await run(
    db,
    sql`
    update notifications set email_claimed_until = null
    where workspace_id = ${workspaceId} and id = ${id} and email_claimed_until = ${until}`,
  )
}

/** Whoever has it by now: it is sent. */
export async function markEmailed({ db, workspaceId }: Scope, id: string): Promise<void> {
  await run(
    db,
    sql`
    update notifications set emailed_at = now(), email_claimed_until = null
    where workspace_id = ${workspaceId} and id = ${id}`,
  )
}

/** If the claim is still ours: another may have sent it. */
export async function markRefused(
  { db, workspaceId }: Scope,
  id: string,
  { reason, by, until }: { reason: string; by: 'server' | 'us'; until: string },
): Promise<void> {
  await run(
    db,
    sql`
    update notifications set email_refused_at = now(), email_refusal = ${reason}, email_refused_by = ${by},
      email_claimed_until = null
    where workspace_id = ${workspaceId} and id = ${id} and email_claimed_until = ${until}`,
  )
}

interface Mailed {
  sent: number
  /** Why the server refused some, one for each of them. */
  refused: string[]
  /** Why others were not given to it at all. */
  leftOut: string[]
}

/** What became of the mails about an event. */
export async function countMailed({ db, workspaceId }: Scope, eventId: string): Promise<Mailed> {
  const row = await one<Mailed>(
    db,
    sql`
    select count(*) filter (where emailed_at is not null) as sent,
      coalesce(json_agg(email_refusal) filter (where email_refused_by = 'server'), '[]') as refused,
      coalesce(json_agg(distinct email_refusal) filter (where email_refused_by = 'us'), '[]') as "leftOut"
    from notifications where workspace_id = ${workspaceId} and event_id = ${eventId} and email`,
  )
  return row ?? { sent: 0, refused: [], leftOut: [] }
}

/** All that a mail says. Without `address` the recipient cannot be written to any more. */
export function findMailFacts({ db, workspaceId }: Scope, id: string): Promise<MailFacts | undefined> {
  return one(
    db,
    sql`
    select n.id, n.kind, n.actor_name as "actorName", n.details, n.task_id as "taskId", n.workspace_id as "workspaceId",
      w.name as "workspaceName", coalesce(p.timezone, w.timezone) as timezone,
      'TK-' || t.number as "shortId", t.title, t.description, t.priority, t.scheduled_date as "scheduledDate",
      t.scheduled_time as "scheduledTime", d.name as "departmentName", p.name as "propertyName",
      nullif(concat_ws(', ', p.address, nullif(concat_ws(' ', p.postal_code, p.city), '')), '') as "propertyAddress",
      n.vendor_id is not null as "isVendor", coalesce(u.full_name, v.name) as "recipientName",
      coalesce(u.email, v.email) as address,
      t.status, t.deleted_at is not null as "isDeleted", exists (select from task_assignees a
        where a.workspace_id = n.workspace_id and a.task_id = n.task_id
          and coalesce(a.user_id, a.vendor_id) = coalesce(n.user_id, n.vendor_id)) as "isOnIt",
      n.vendor_id is not null and not exists (select from notifications o where o.workspace_id = n.workspace_id
        and o.vendor_id = n.vendor_id and o.task_id = n.task_id and o.id <> n.id
        and (o.emailed_at is not null or o.email_claimed_until is not null)) as "isStranger"
    from notifications n
    join workspaces w on w.id = n.workspace_id
    join tasks t on t.workspace_id = n.workspace_id and t.id = n.task_id
    join departments d on d.workspace_id = t.workspace_id and d.id = t.department_id
    left join properties p on p.workspace_id = t.workspace_id and p.id = t.property_id
    left join memberships m on m.workspace_id = n.workspace_id and m.user_id = n.user_id and m.ended_at is null
    left join users u on u.id = m.user_id and u.disabled_at is null
    left join vendors v on v.workspace_id = n.workspace_id and v.id = n.vendor_id and v.deleted_at is null
      and v.active
    where n.workspace_id = ${workspaceId} and n.id = ${id}`,
  )
}
