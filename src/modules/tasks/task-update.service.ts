import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { coreFailures, defineFailures, fail } from '#core/errors.ts'
import { currencyDecimals } from '#core/money.ts'
import { assertReadOnly, mergeFields } from '#core/patch.ts'
import { propertyNamed } from '#modules/properties/property.service.ts'
import { touchesAssignees, wantedAssignees } from './task-assignment.ts'
import { closesCircle, lockTree } from './task-circle.queries.ts'
import { repeatedParts, withParts } from './task-include.ts'
import { assigneesOf } from './task-part.queries.ts'
import * as writes from './task-update.queries.ts'
import { lockTask, taskOf, type TaskRow } from './task.queries.ts'
import { completionBlockers, inapplicable, progressAfter } from './task.rules.ts'
import { CLOSED_STATUSES, TASK_FIXED, TASK_STORED, type Task, type TaskUpdate } from './task.schema.ts'
import { assertKnown, defaultsOf, failures as taskFailures } from './task.service.ts'

export const failures = defineFailures({
  completion_blocked: { status: 409, text: 'The task cannot be completed yet.' },
  parent_cycle: {
    status: 422,
    text: 'A task cannot be a part of itself, of one of its parts, or of a task it waits for.',
  },
  task_inapplicable: { status: 422, text: 'The values do not fit together.' },
})

/** The one way a task changes, whoever asks. */
export async function updateTask(
  ctx: WorkspaceCtx,
  taskId: string,
  changes: TaskUpdate,
  include?: string,
): Promise<Task> {
  return inTransaction(ctx, async (ctx) => {
    if (changes.parentTaskId) await lockTree(ctx)
    const before = (await lockTask(ctx, taskId)) ?? fail(taskFailures.task_not_found)
    assertVersion(ctx, before.version)
    await assertUnchangeable(ctx, before, changes)
    const stored = await storedChanges(ctx, before, changes)
    await assertReferences(ctx, before, stored)
    await assertApplicable(before, stored, changes)
    const after = { ...before, ...stored }
    if (after.status === 'COMPLETED' && before.status !== 'COMPLETED') await assertCompletable(ctx, after)

    const visitId = await visitAfter(ctx, before, after)
    const tagIds = changes.tagIds?.toSorted() ?? before.tagIds
    const details = { changed: changedFields(before, after, changes), ...statusMove(before, after) }
    const saved = await writes.saveAndTell(ctx, { id: taskId, tagIds }, { ...stored, visitId }, details)
    await saveRest(ctx, before, after, changes)
    ctx.services.wakeRelay()
    const row = saved ?? fail(taskFailures.task_not_found)
    const [task] = await withParts(ctx, [taskOf(row)], include)
    return task ?? fail(taskFailures.task_not_found)
  })
}

/** The same rule at every door: what blocks is named, and nothing changes. */
async function assertCompletable(ctx: TxCtx, task: TaskRow): Promise<void> {
  const blockers = completionBlockers(await writes.completionState(ctx, task), task.summary)
  if (blockers.length === 0) return
  fail(failures.completion_blocked, {
    detail: `Blocked by: ${blockers.map(({ title }) => title).join('; ')}`,
    extra: { blockers },
  })
}

async function assertUnchangeable(ctx: TxCtx, before: TaskRow, changes: TaskUpdate): Promise<void> {
  const current = await repeatedParts(ctx, taskOf(before), changes)
  const reduced = changes.property && !('address' in changes.property) && current.property
  const property = reduced ? { id: reduced.id, name: reduced.name, status: reduced.status } : current.property
  assertReadOnly({ ...current, property }, changes, TASK_FIXED)
}

/** The columns that the request changes, with what follows from them. */
async function storedChanges(ctx: TxCtx, before: TaskRow, changes: TaskUpdate): Promise<Partial<TaskRow>> {
  const named = Object.entries(changes).filter(([field]) => TASK_STORED.includes(field))
  const stored: Partial<TaskRow> = Object.fromEntries(named)
  if (changes.propertyName !== undefined && changes.propertyId === undefined) {
    stored.propertyId = await propertyNamed(ctx, changes.propertyName)
  }
  if (stored.customFields) stored.customFields = mergeFields(before.customFields, stored.customFields)
  if (stored.completionFields) stored.completionFields = mergeFields(before.completionFields, stored.completionFields)
  return { ...stored, ...progressAfter(before, changes, ctx.now.toISOString()) }
}

/** A parent that is only repeated is not asked about again: what was read can be sent back. */
async function assertReferences(ctx: TxCtx, before: TaskRow, stored: Partial<TaskRow>): Promise<void> {
  assertKnown(await writes.missingReferences(ctx, stored))
  const { parentTaskId } = stored
  if (!parentTaskId || parentTaskId === before.parentTaskId) return
  const parent = await lockTask(ctx, parentTaskId)
  if (!parent) assertKnown(['parentTaskId'])
  if (await closesCircle(ctx, parentTaskId, before.id)) fail(failures.parent_cycle)
  if (parent && CLOSED_STATUSES.includes(parent.status)) fail(taskFailures.parent_closed)
}

async function assertApplicable(before: TaskRow, stored: Partial<TaskRow>, changes: TaskUpdate): Promise<void> {
  const after = { ...before, ...stored }
  const reason = inapplicable(after, changes, currencyDecimals(after.costCurrency))
  if (!reason) return
  const { field, message } = reason
  // Against a currency sent with it the amount is malformed; against the stored one it cannot be applied.
  const malformed = field === 'cost' && changes.costCurrency !== undefined
  fail(malformed ? coreFailures.invalid_request : failures.task_inapplicable, {
    detail: message,
    errors: [{ pointer: `/${field}`, code: 'inapplicable', message }],
  })
}

async function visitAfter(ctx: TxCtx, before: TaskRow, after: TaskRow): Promise<string | null> {
  const same = before.propertyId === after.propertyId && before.scheduledDate === after.scheduledDate
  if (same) return before.visitId
  await writes.lockVisits(ctx, before.visitId, after)
  if (!after.propertyId || !after.scheduledDate) return null
  return (await writes.visitOf(ctx, after.propertyId, after.scheduledDate)) ?? null
}

async function saveRest(ctx: TxCtx, before: TaskRow, after: TaskRow, changes: TaskUpdate): Promise<void> {
  const moved = before.propertyId !== after.propertyId || before.scheduledDate !== after.scheduledDate
  if (before.visitId && moved) await writes.dropEmptyVisit(ctx, before.visitId)
  if (before.title !== after.title || before.description !== after.description) await writes.saveSearchText(ctx, after)
  if (changes.tagIds && !(await writes.saveTags(ctx, after.id, changes.tagIds))) assertKnown(['tagIds'])
  if (!touchesAssignees(changes)) return
  if (changes.primaryUserId && changes.primaryVendorOrgId) fail(taskFailures.two_primaries)
  const defaults = changes.useDefaultAssignees ? await defaultsOf(ctx, after.departmentId) : []
  const wanted = wantedAssignees(await assigneesOf(ctx, [after.id]), changes, defaults)
  assertKnown(await writes.saveAssignees(ctx, after.id, wanted))
}

function changedFields(before: TaskRow, after: TaskRow, changes: TaskUpdate): string[] {
  const fields = new Set(Object.keys(changes).filter((field) => !TASK_FIXED.includes(field)))
  if (before.status !== after.status) fields.add('status')
  return [...fields]
}

function statusMove(before: TaskRow, after: TaskRow): { statusBefore?: string; status?: string } {
  return before.status === after.status ? {} : { statusBefore: before.status, status: after.status }
}
