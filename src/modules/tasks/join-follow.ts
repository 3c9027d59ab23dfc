import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { joinSubscriber } from '#modules/identity/joined.service.ts'
import { isAsWanted, joining, leaving, withInstead } from './task-assignment.ts'
import { assigneesOf } from './task-part.queries.ts'
import { lockTask } from './task.queries.ts'
import { overBefore } from './task.rules.ts'
import { saveAndTell, saveAssignees } from './task-update.queries.ts'

/** Hands a person's earlier tasks, in the same roles, to the account with which they join. */
export const joinedTasks = joinSubscriber('joined-tasks', async (ctx, { from, to }) => {
  for (const taskId of await tasksOf(ctx, from)) await handOver(ctx, taskId, from, to)
})

async function tasksOf({ db, workspaceId }: WorkspaceCtx, userId: string): Promise<string[]> {
  const rows = await many<{ id: string }>(
    db,
    sql`
    select t.id from task_assignees a join tasks t on t.workspace_id = a.workspace_id and t.id = a.task_id
    where a.workspace_id = ${workspaceId} and a.user_id = ${userId} and t.deleted_at is null order by t.id`,
  )
  return rows.map(({ id }) => id)
}

function handOver(ctx: WorkspaceCtx, taskId: string, from: string, to: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const task = await lockTask(ctx, taskId)
    if (!task) return
    const current = await assigneesOf(ctx, [taskId])
    const wanted = withInstead(current, from, to)
    if (isAsWanted(current, wanted)) return
    const isPrimary = current.some(({ userId, role }) => userId === from && role === 'PRIMARY')
    const changed = [isPrimary ? 'primaryUserId' : 'secondaryAssigneeIds']
    const details = { changed, assigned: joining(current, wanted), unassigned: leaving(current, wanted) }
    await ctx.db.rows(saveAndTell(ctx, taskId, {}, details, overBefore(task.status)))
    ctx.services.wakeRelay()
    await saveAssignees(ctx, taskId, wanted)
  })
}
