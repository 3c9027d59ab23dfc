import type { Scope } from '#core/context.ts'
import { listed, type Listed } from '#core/paging.ts'
import { sql } from '#core/sql.ts'
import type { Activity, ActivityQuery } from './activity.schema.ts'

const COLUMNS = sql`
  a.id, a.action, json_build_object('kind', a.actor_kind, 'id', a.actor_id, 'name', coalesce(u.full_name, k.name, case when l.id is not null then coalesce(l.technician_name, 'External task') end, a.actor_name)) as actor,
  a.details, a.created_at as "createdAt"`

export function listActivity(
  { db, workspaceId }: Scope,
  taskId: string,
  query: ActivityQuery,
): Promise<Listed<Activity>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`task_activities a
      left join users u on a.actor_kind = 'user' and u.id = a.actor_id
      left join api_keys k on a.actor_kind = 'key' and k.workspace_id = a.workspace_id and k.id = a.actor_id
      left join share_links l on a.actor_kind = 'link' and l.workspace_id = a.workspace_id and l.id = a.actor_id`,
    countFrom: sql`task_activities a`,
    where: sql`a.workspace_id = ${workspaceId} and a.task_id = ${taskId}`,
    order: sql`a.created_at desc, a.id desc`,
  })
}
