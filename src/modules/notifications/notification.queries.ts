import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { every, sql } from '#core/sql.ts'
import type { Actor } from './audience.queries.ts'
import type { Reason } from './notification.rules.ts'
import type { Notification, NotificationKind, NotificationQuery } from './notification.schema.ts'

export type NotificationRow = Omit<Notification, 'message'>

const COLUMNS = sql`
  n.id, n.kind, json_build_object('kind', n.actor_kind, 'id', n.actor_id, 'name', n.actor_name) as actor,
  case when t.id is not null then json_build_object('id', t.id, 'shortId', 'TK-' || t.number, 'title', t.title,
    'status', t.status, 'priority', t.priority, 'propertyName', p.name, 'deleted', t.deleted_at is not null) end as task,
  case when a.id is not null then json_build_object('id', a.id, 'question', a.question, 'status', a.status,
    'dueAt', to_char(a.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as approval,
  n.details, n.created_at as "createdAt", n.read_at as "readAt"`
const JOINED = sql`
  notifications n left join tasks t on t.workspace_id = n.workspace_id and t.id = n.task_id
  left join wf_approval a on a.workspace_id = n.workspace_id and a.id = n.approval_id
  left join properties p on p.workspace_id = t.workspace_id and p.id = t.property_id`

/** The only door to the rows of the list: those of one person in one workspace. */
const own = ({ workspaceId }: Scope, userId: string) =>
  sql`n.workspace_id = ${workspaceId} and n.user_id = ${userId} and n.in_app`

export function listNotifications(
  scope: Scope,
  userId: string,
  query: NotificationQuery,
): Promise<Listed<NotificationRow>> {
  const { unread } = query
  return listed(scope.db, query, {
    columns: COLUMNS,
    from: JOINED,
    countFrom: sql`notifications n`,
    where: every([
      own(scope, userId),
      unread === true && sql`n.read_at is null`,
      unread === false && sql`n.read_at is not null`,
    ]),
    order: sql`n.created_at desc, n.id desc`,
    row: { id: sql`n.id`, on: sql`n.workspace_id = ${scope.workspaceId} and n.id = page.id` },
  })
}

export async function countUnread(scope: Scope, userId: string): Promise<number> {
  const row = await one<{ count: number }>(
    scope.db,
    sql`select count(*) as count from notifications n where ${own(scope, userId)} and n.read_at is null`,
  )
  return row?.count ?? 0
}

export function findNotification(scope: Scope, userId: string, id: string): Promise<NotificationRow | undefined> {
  return one(scope.db, sql`select ${COLUMNS} from ${JOINED} where ${own(scope, userId)} and n.id = ${id}`)
}

/** The bells and lists of those who have the console open look again. */
export function tellOfNotifications(ctx: TxCtx): void {
  ctx.services.news.tell(ctx, 'notification.changed')
}

/** The first time of reading stays; answers how many are read by this. */
export function markRead(scope: Scope, userId: string, id: string, now: Date): Promise<number> {
  return run(
    scope.db,
    sql`
    update notifications n set read_at = ${now} where ${own(scope, userId)} and n.id = ${id} and n.read_at is null
    returning n.id`,
  )
}

export function markAllRead(scope: Scope, userId: string, now: Date, until: string | undefined): Promise<number> {
  return run(
    scope.db,
    sql`
    update notifications n set read_at = ${now}
    where ${own(scope, userId)} and n.read_at is null and n.created_at <= coalesce(${until ?? null}::timestamptz, 'infinity')
    returning n.id`,
  )
}

export interface NewNotification {
  id: string
  kind: NotificationKind
  userId: string | null
  vendorId: string | null
  /** What the sentence of its kind depends on, where it is another for each. */
  reason?: Reason
  inApp: boolean
  email: boolean
}

export interface Cause {
  eventId: string
  /** Neither, if it is about the account or a workflow. */
  about: { taskId?: string; approvalId?: string }
  actor: Actor
  details: Record<string, unknown>
  occurredAt: string
}

/** Answers how many mails are now to be sent: none when the event was here before. */
export async function insertNotifications(
  ctx: TxCtx,
  { eventId, about, actor, details, occurredAt }: Cause,
  rows: readonly NewNotification[],
): Promise<number> {
  const { db, workspaceId } = ctx
  const { taskId = null, approvalId = null } = about
  const inserted = await many<{ email: boolean; inApp: boolean }>(
    db,
    sql`
    insert into notifications (workspace_id, id, event_id, kind, task_id, approval_id, user_id, vendor_id, actor_kind, actor_id,
      actor_name, details, in_app, email, created_at)
    select ${workspaceId}, n.id, ${eventId}::uuid, n.kind, ${taskId}::uuid, ${approvalId}::uuid, n.user_id, n.vendor_id, ${actor.kind},
      ${actor.id}::uuid, ${actor.name}, ${JSON.stringify(details)}::jsonb || jsonb_strip_nulls(jsonb_build_object('reason', n.reason)), n.in_app, n.email, ${occurredAt}::timestamptz
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ userId }) => userId)}::uuid[], ${rows.map(({ vendorId }) => vendorId)}::uuid[],
      ${rows.map(({ reason }) => reason ?? null)}::text[],
      ${rows.map(({ inApp }) => inApp)}::boolean[], ${rows.map(({ email }) => email)}::boolean[])
      as n (id, kind, user_id, vendor_id, reason, in_app, email)
    on conflict do nothing returning email, in_app as "inApp"`,
  )
  if (inserted.some(({ inApp }) => inApp)) tellOfNotifications(ctx)
  return inserted.filter(({ email }) => email).length
}

/** How many were told of an event, and how. */
export async function countTold(
  { db, workspaceId }: Scope,
  eventId: string,
): Promise<{ inApp: number; email: number }> {
  const row = await one<{ inApp: number; email: number }>(
    db,
    sql`
    select count(*) filter (where in_app) as "inApp", count(*) filter (where email) as email
    from notifications where workspace_id = ${workspaceId} and event_id = ${eventId}`,
  )
  return row ?? { inApp: 0, email: 0 }
}
