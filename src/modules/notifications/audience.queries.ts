import type { Scope } from '#core/context.ts'
import { many, one } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { People } from './notification.rules.ts'

/** Members who can act: not those who left, nor disabled accounts. */
const ACTIVE = sql`memberships m join users u on u.id = m.user_id and u.disabled_at is null`

/** Everybody who has to do with the task now, or had until now; `commentId` is the comment that is news itself. */
export async function peopleAround(
  { db, workspaceId }: Scope,
  taskId: string,
  { commentId, unassigned }: { commentId: string | null; unassigned: readonly string[] },
): Promise<People | undefined> {
  return one(
    db,
    sql`
    select
      array(select a.user_id from task_assignees a join ${ACTIVE} on m.workspace_id = a.workspace_id and m.user_id = a.user_id
        where a.workspace_id = ${workspaceId} and a.task_id = t.id and m.ended_at is null order by a.role, a.id) as assignees,
      array(select a.vendor_id from task_assignees a where a.workspace_id = ${workspaceId} and a.task_id = t.id
        and a.vendor_id is not null) as vendors,
      array(select m.user_id from ${ACTIVE} where m.workspace_id = ${workspaceId} and m.ended_at is null
        and m.user_id = any(${[...unassigned]}::uuid[]) and not exists (select from task_assignees a
          where a.workspace_id = ${workspaceId} and a.task_id = t.id and a.user_id = m.user_id)) as former,
      array(select distinct c.author_id from task_comments c
        join ${ACTIVE} on m.workspace_id = c.workspace_id and m.user_id = c.author_id
        where c.workspace_id = ${workspaceId} and c.task_id = t.id and c.author_kind = 'user' and m.ended_at is null
          and (c.created_at, c.id) < (select created_at, id from task_comments
            where workspace_id = ${workspaceId} and id = ${commentId}::uuid)) as commenters,
      array(select m.user_id from department_default_assignees a
        join ${ACTIVE} on m.workspace_id = a.workspace_id and m.id = a.membership_id
        where a.workspace_id = ${workspaceId} and a.department_id = t.department_id and m.ended_at is null) as defaults,
      array(select m.user_id from ${ACTIVE} where m.workspace_id = ${workspaceId} and m.ended_at is null
        and m.role in ('manager', 'admin')) as leaders
    from tasks t where t.workspace_id = ${workspaceId} and t.id = ${taskId}`,
  )
}

export interface Actor {
  kind: 'user' | 'key' | 'link' | 'system'
  id: string | null
  name: string
  /** The person behind it, who need not be told: also the one whose tool acted with their own key. */
  userId: string | null
}

export async function findActor(
  { db, workspaceId }: Scope,
  { kind, id }: Pick<Actor, 'kind' | 'id'>,
  commentId: string | null,
): Promise<Actor> {
  const row = await one<Pick<Actor, 'name' | 'userId'>>(
    db,
    sql`
    select coalesce(u.full_name, k.name, c.author_name, 'Innkeeper') as name,
      coalesce(u.id, case when k.integration_type = 'tool-client' then k.created_by_user_id end) as "userId"
    from (select ${kind}::text as kind, ${id}::uuid as id) a
    left join users u on a.kind = 'user' and u.id = a.id
    left join api_keys k on a.kind = 'key' and k.workspace_id = ${workspaceId} and k.id = a.id
    left join task_comments c on c.workspace_id = ${workspaceId} and c.id = ${commentId}::uuid`,
  )
  return { kind, id, name: row?.name ?? 'Innkeeper', userId: row?.userId ?? null }
}

/** Which of these are vendors that can be written to. */
export async function reachableVendors({ db, workspaceId }: Scope, ids: readonly string[]): Promise<string[]> {
  const rows = await many<{ id: string }>(
    db,
    sql`
    select id from vendors where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])
      and email is not null and active and deleted_at is null`,
  )
  return rows.map(({ id }) => id)
}

export async function commentText({ db, workspaceId }: Scope, commentId: string): Promise<string | undefined> {
  const row = await one<{ content: string }>(
    db,
    sql`select content from task_comments where workspace_id = ${workspaceId} and id = ${commentId}`,
  )
  return row?.content
}
