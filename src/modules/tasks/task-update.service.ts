import { Type } from 'typebox'
import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { coreFailures, defineFailures, fail } from '#core/errors.ts'
import { currencyDecimals } from '#core/money.ts'
import { assertReadOnly, mergeFields } from '#core/patch.ts'
import { propertyNamed } from '#modules/properties/property.service.ts'
import { joining, touchesAssignees, wantedAssignees } from './task-assignment.ts'
import type { WantedAssignee } from './task-create.queries.ts'
import { withParts } from './task-include.ts'
import { assigneesOf } from './task-part.queries.ts'
import { Blocker, TASK_INCLUDES } from './task-part.schema.ts'
import * as writes from './task-update.queries.ts'
import { lockTask, taskOf, type TaskRow } from './task.queries.ts'
import { completionBlockers, inapplicable, progressAfter } from './task.rules.ts'
import { CLOSED_STATUSES, TASK_FIXED, TASK_STORED, type Task, type TaskUpdate } from './task.schema.ts'
import { assertKnown, defaultsOf, failures as taskFailures } from './task.service.ts'

export const failures = defineFailures({
  completion_blocked: {
    status: 409,
    text: 'The task cannot be completed yet.',
    members: { blockers: Type.Array(Blocker, { description: 'With `completion_blocked`: what stands in the way.' }) },
  },
  parent_cycle: { status: 422, text: 'A task cannot be a part of itself or of one of its parts.' },
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
    if (changes.parentTaskId) await writes.lockTree(ctx)
    const before = (await lockTask(ctx, taskId)) ?? fail(taskFailures.task_not_found)
    assertVersion(ctx, before.version)
    await assertUnchangeable(ctx, before, changes)
    const stored = await storedChanges(ctx, before, changes)
    await assertReferences(ctx, taskId, stored)
    await assertApplicable(before, stored, changes)
    const after = { ...before, ...stored }
    if (after.status === 'COMPLETED' && before.status !== 'COMPLETED') await assertCompletable(ctx, after)

    const visitId = await visitAfter(ctx, before, after)
    const tagIds = changes.tagIds?.toSorted() ?? before.tagIds
    const people = await assigneesAfter(ctx, after, changes)
    const details = { changed: changedFields(before, after, changes), ...moves(before, after), ...people?.news }
    // A request that only repeats what cannot change is no change: no new version, nothing to tell.
    const isChange = details.changed.length > 0
    const saved = isChange
      ? await writes.saveAndTell(ctx, { id: taskId, tagIds }, { ...stored, visitId }, details)
      : before
    await saveRest(ctx, before, after, changes)
    if (people) assertKnown(await writes.saveAssignees(ctx, taskId, people.wanted))
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

/** Parts are compared only when the request repeats them. */
async function assertUnchangeable(ctx: TxCtx, before: TaskRow, changes: TaskUpdate): Promise<void> {
  const parts = TASK_INCLUDES.filter((part) => part in changes)
  const [current] = await withParts(ctx, [taskOf(before)], parts.length > 0 ? parts.join(',') : undefined)
  const reduced = changes.property && !('address' in changes.property) && current?.property
  const property = reduced ? { id: reduced.id, name: reduced.name, status: reduced.status } : current?.property
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

async function assertReferences(ctx: TxCtx, taskId: string, stored: Partial<TaskRow>): Promise<void> {
  assertKnown(await writes.missingReferences(ctx, stored))
  const { parentTaskId } = stored
  if (!parentTaskId) return
  const parent = await lockTask(ctx, parentTaskId)
  if (!parent) assertKnown(['parentTaskId'])
  if ((await writes.ancestorsOf(ctx, parentTaskId)).includes(taskId)) fail(failures.parent_cycle)
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
  if (!after.propertyId || !after.scheduledDate) return null
  return (await writes.visitOf(ctx, after.propertyId, after.scheduledDate)) ?? null
}

async function saveRest(ctx: TxCtx, before: TaskRow, after: TaskRow, changes: TaskUpdate): Promise<void> {
  const moved = before.propertyId !== after.propertyId || before.scheduledDate !== after.scheduledDate
  if (before.visitId && moved) await writes.dropEmptyVisit(ctx, before.visitId)
  if (before.title !== after.title || before.description !== after.description) await writes.saveSearchText(ctx, after)
  if (changes.tagIds && !(await writes.saveTags(ctx, after.id, changes.tagIds))) assertKnown(['tagIds'])
}

/** Who is to be on the task, and who of them is new to it; undefined when the request does not speak of it. */
async function assigneesAfter(
  ctx: TxCtx,
  task: TaskRow,
  changes: TaskUpdate,
): Promise<{ wanted: WantedAssignee[]; news: { assigned?: string[] } } | undefined> {
  if (!touchesAssignees(changes)) return undefined
  if (changes.primaryUserId && changes.primaryVendorOrgId) fail(taskFailures.two_primaries)
  const defaults = changes.useDefaultAssignees ? await defaultsOf(ctx, task.departmentId) : []
  const current = await assigneesOf(ctx, [task.id])
  const wanted = wantedAssignees(current, changes, defaults)
  const assigned = joining(current, wanted)
  return { wanted, news: assigned.length > 0 ? { assigned } : {} }
}

function changedFields(before: TaskRow, after: TaskRow, changes: TaskUpdate): string[] {
  const fields = new Set(Object.keys(changes).filter((field) => !TASK_FIXED.includes(field)))
  if (before.status !== after.status) fields.add('status')
  return [...fields]
}

/** A date and its time are told together: one alone says little. */
const TOLD = [['status'], ['priority'], ['scheduledDate', 'scheduledTime']] as const

/** What those who act on the change need to know of it: the value now and, under `…Before`, what it was. */
function moves(before: TaskRow, after: TaskRow): Record<string, unknown> {
  const moved = TOLD.filter((fields) => fields.some((field) => before[field] !== after[field])).flat()
  return Object.fromEntries(
    moved.flatMap((field) => [
      [field, after[field]],
      [`${field}Before`, before[field]],
    ]),
  )
}
