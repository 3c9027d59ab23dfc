import type { Scope } from '#core/context.ts'
import { many } from '#core/db.ts'
import { every, sql } from '#core/sql.ts'
import { CLOSED_STATUSES, UNCOUNTED_STATUSES } from './task.schema.ts'
import type { WorkloadDay } from './workload.schema.ts'

interface Days {
  from: string
  to: string
}

const ASSIGNED = sql`tasks t join task_assignees a on a.workspace_id = t.workspace_id and a.task_id = t.id`

function inDays(workspaceId: string, { from, to }: Days) {
  return sql`t.workspace_id = ${workspaceId} and t.deleted_at is null and t.scheduled_date between ${from} and ${to}
    and t.status <> all(${UNCOUNTED_STATUSES}::text[])`
}

export interface LoadRow extends Omit<WorkloadDay, 'availableMinutes'> {
  /** The user or the vendor. */
  id: string
}

/** The work of these users and vendors, day by day; days without work are left out. */
export function loadsOf({ db, workspaceId }: Scope, ids: readonly string[], days: Days): Promise<LoadRow[]> {
  return many(
    db,
    sql`
    select coalesce(a.user_id, a.vendor_id) as id, t.scheduled_date as date, count(*) as tasks,
      count(*) filter (where t.status <> all(${CLOSED_STATUSES}::text[])) as "openTasks",
      coalesce(sum(t.estimated_duration_minutes), 0) as "estimatedMinutes",
      count(*) filter (where t.estimated_duration_minutes is null) as "tasksWithoutEstimate"
    from ${ASSIGNED}
    where ${every([inDays(workspaceId, days), sql`coalesce(a.user_id, a.vendor_id) = any(${ids}::uuid[])`])}
    group by 1, 2`,
  )
}

/** Who is on a task of the department in these days. */
export async function assigneesIn({ db, workspaceId }: Scope, departmentId: string, days: Days): Promise<string[]> {
  const rows = await many<{ id: string }>(
    db,
    sql`
    select distinct coalesce(a.user_id, a.vendor_id) as id from ${ASSIGNED}
    where ${every([inDays(workspaceId, days), sql`t.department_id = ${departmentId}`])}`,
  )
  return rows.map(({ id }) => id)
}
