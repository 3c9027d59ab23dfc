import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { defineFailures, fail, failInapplicable } from '#core/errors.ts'
import * as rules from './stay-rule.queries.ts'
import { fieldsFor, fieldsOf, followed, isMovable, type Rule, type Stay } from './stay-rule.rules.ts'
import type { StayRule, StayRuleSet } from './stay-rule.schema.ts'
import { updateTask } from './task-update.service.ts'
import { lockTask, type TaskRow } from './task.queries.ts'
import { statusOfNew } from './task.rules.ts'
import type { TaskStatus, TaskUpdate } from './task.schema.ts'
import { failures as taskFailures, getTask } from './task.service.ts'

export const failures = {
  task_not_found: taskFailures.task_not_found,
  ...defineFailures({
    stay_rule_not_found: { status: 404, text: 'The task follows no stay.' },
    stay_rule_inapplicable: { status: 422, text: 'The task cannot follow a stay like this.' },
  }),
}

export async function getStayRule(ctx: WorkspaceCtx, taskId: string): Promise<StayRule> {
  await getTask(ctx, taskId)
  return (await rules.findRule(ctx, taskId)) ?? fail(failures.stay_rule_not_found)
}

/** Makes the task follow its stay, at once and with every field of the rule, whatever was changed by hand before. */
export function setStayRule(ctx: WorkspaceCtx, taskId: string, input: StayRuleSet): Promise<StayRule> {
  return inTransaction(ctx, async (ctx) => {
    const task = (await lockTask(ctx, taskId)) ?? fail(failures.task_not_found)
    const { anchor, offsetDays = 0, timeFrom = 'NONE', fixedTime = null } = input
    if ((timeFrom === 'FIXED') !== (fixedTime !== null))
      refuse('fixedTime', 'fixedTime goes with timeFrom FIXED, and with no other.')
    const { reservationId } = task
    if (!reservationId) refuse('', 'The task has no reservationId: link it to a reservation first.')
    const stay = await rules.holdStay(ctx, reservationId)
    if (!stay || stay.isOff) refuse('', 'The stay of this task is cancelled or deleted.')
    if (!isMovable(task)) refuse('', `The task is ${task.status}: only one that has not begun follows its stay.`)
    const wanted = { anchor, offsetDays, timeFrom, fixedTime }
    const values = fieldsFor(wanted, stay)
    await updateTask(ctx, taskId, values)
    const rule = { ...wanted, follows: fieldsOf(wanted), followed: { ...fieldsIn(task), ...values } }
    return (await rules.saveRule(ctx, { taskId, reservationId }, rule)) ?? fail(failures.stay_rule_not_found)
  })
}

export function removeStayRule(ctx: WorkspaceCtx, taskId: string): Promise<{ taskId: string; removed: true }> {
  return inTransaction(ctx, async (ctx) => {
    const task = (await lockTask(ctx, taskId)) ?? fail(failures.task_not_found)
    if (!(await rules.deleteRule(ctx, task.id))) fail(failures.stay_rule_not_found)
    return { taskId: task.id, removed: true as const }
  })
}

/**
 * Brings one task in line with its stay as it is now, and answers what was done; undefined when there was nothing to
 * do. The stay is read after the task is locked, so that of two that act at once the later one sees the newer stay.
 */
export function followStay(ctx: WorkspaceCtx, taskId: string): Promise<Record<string, unknown> | undefined> {
  return inTransaction(ctx, async (ctx) => {
    const task = await lockTask(ctx, taskId)
    const row = task && (await rules.findRule(ctx, taskId))
    const stay = row && (await rules.findStay(ctx, row.reservationId))
    if (!stay) return undefined
    return stay.isOff ? closeWithStay(ctx, task, row) : moveWithStay(ctx, task, row, stay)
  })
}

/** The rule for a cancelled stay: what has not begun is closed; what has begun is left to people. */
async function closeWithStay(
  ctx: TxCtx,
  task: TaskRow,
  row: rules.RuleRow,
): Promise<Record<string, unknown> | undefined> {
  if (row.closedAt !== null || task.status === 'CLOSED') return undefined
  if (!isMovable(task)) return { outcome: 'skipped', reason: `The stay is cancelled, but the task is ${task.status}.` }
  await updateTask(ctx, task.id, { status: 'CLOSED' })
  await rules.saveFollowed(ctx, task.id, ruleOf(row), ctx.now)
  return { closed: true }
}

async function moveWithStay(
  ctx: TxCtx,
  task: TaskRow,
  row: rules.RuleRow,
  stay: Stay,
): Promise<Record<string, unknown> | undefined> {
  // Closed by the stay and by nobody else: the stay is back, and so is its work.
  const isBack = row.closedAt !== null && task.status === 'CLOSED'
  if (!isBack && !isMovable(task)) {
    if (row.closedAt !== null) await rules.saveFollowed(ctx, task.id, ruleOf(row), null)
    const { changes } = followed(ruleOf(row), fieldsIn(task), stay)
    if (Object.keys(changes).length === 0) return undefined
    return { outcome: 'skipped', reason: `The stay has changed, but the task is ${task.status}.` }
  }
  const rule = ruleOf(row)
  const { follows, changes } = followed(rule, fieldsIn(task), stay)
  const scheduledDate = 'scheduledDate' in changes ? changes.scheduledDate : task.scheduledDate
  const update: TaskUpdate = { ...changes, ...(isBack && { status: await statusAgain(ctx, row, scheduledDate) }) }
  const kept = rule.follows.filter((field) => !follows.includes(field))
  if (Object.keys(update).length === 0 && kept.length === 0) return undefined
  if (Object.keys(update).length > 0) await updateTask(ctx, task.id, update)
  await rules.saveFollowed(ctx, task.id, { follows, followed: { ...rule.followed, ...changes } }, null)
  return { moved: Object.keys(changes), ...(kept.length > 0 && { kept }), ...(isBack && { reopened: true }) }
}

/** As it was when the stay closed it, unless its date was taken away since. */
async function statusAgain(
  ctx: TxCtx,
  { taskId, closedAt }: rules.RuleRow,
  scheduledDate: string | null | undefined,
): Promise<TaskStatus> {
  const before = closedAt === null ? undefined : await rules.statusBeforeClosing(ctx, taskId, closedAt)
  return before === undefined || before === 'SCHEDULED' ? statusOfNew(scheduledDate) : before
}

const fieldsIn = ({ scheduledDate, scheduledTime, propertyId }: TaskRow): Rule['followed'] => ({
  scheduledDate,
  scheduledTime,
  propertyId,
})

function ruleOf(row: rules.RuleRow): Rule {
  const { followedDate: scheduledDate, followedTime: scheduledTime, followedPropertyId: propertyId } = row
  return { ...row, followed: { scheduledDate, scheduledTime, propertyId } }
}

function refuse(field: string, message: string): never {
  failInapplicable(failures.stay_rule_inapplicable, field, message)
}
