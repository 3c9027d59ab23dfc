import { asHouse } from '#core/audience.ts'
import { noteChange } from '#core/changes.ts'
import { inTransaction, type OutsideCtx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import {
  failures as departmentFailures,
  oldestDepartment,
  wrongDepartment,
} from '#modules/identity/department.service.ts'
import { admitsReport, reportFailures, STRANGERS } from './report-limit.service.ts'
import * as reports from './report.queries.ts'
import type { Report } from './report.schema.ts'
import type { Task } from './task.schema.ts'
import { createTask } from './task.service.ts'

const WHO = { guest: 'a guest', vendor: 'a vendor', stranger: 'somebody unknown' } as const

/**
 * The only change that people outside make by themselves: an unassigned issue that says where it came from. They never
 * choose what it is about: for a guest it is the current or future stay, if there is only one.
 */
export async function reportIssue(
  ctx: OutsideCtx,
  { title, description, priority, propertyName }: Report,
): Promise<Task> {
  const { outsider, agentName, way } = ctx.principal
  const stays = outsider.kind === 'guest' ? await reports.staysAhead(ctx) : []
  const [stay] = stays.length === 1 ? stays : []
  const told = [
    `Reported from outside the company: agent ${agentName} wrote it down for ${WHO[outsider.kind]}.`,
    ...(propertyName === undefined ? [] : [`The home, as they call it: ${propertyName}`]),
    ...(description === undefined ? [] : ['', description]),
  ]
  return inTransaction(asHouse(ctx), async (ctx) => {
    const departmentId = await departmentOf(ctx)
    const name = outsider.kind === 'stranger' ? STRANGERS[way] : `${outsider.kind} ${outsider.subjectId}`
    if (!(await admitsReport(ctx, { name, way, departmentId }))) fail(reportFailures.too_many_reports)
    const task = await createTask(ctx, {
      title,
      description: told.join('\n'),
      ...(priority && { priority }),
      departmentId,
      source: way,
      isIssue: true,
      contactId: outsider.kind === 'guest' ? outsider.subjectId : null,
      reservationId: stay?.reservationId ?? null,
      propertyId: stay?.propertyId ?? null,
    })
    const { conversationId } = outsider
    if (conversationId !== null) {
      await reports.linkConversation(ctx, conversationId, task.id)
      await noteChange(ctx, 'conversation.task_linked', { conversationId, taskId: task.id })
    }
    return task
  })
}

async function departmentOf(ctx: OutsideCtx): Promise<string> {
  const { departmentId } = ctx.principal
  if (departmentId !== null && (await wrongDepartment(ctx, [departmentId])) === -1) return departmentId
  return (await oldestDepartment(ctx)) ?? fail(departmentFailures.department_not_found)
}
