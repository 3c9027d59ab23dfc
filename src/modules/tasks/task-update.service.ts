import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { coreFailures, defineFailures, fail, failAt, failInapplicable } from '#core/errors.ts'
import { currencyDecimals } from '#core/money.ts'
import { assertReadOnly, mergeFields, newsIn } from '#core/patch.ts'
import { propertyNamed } from '#modules/properties/property.service.ts'
import { relinkToStay } from './stay-link.service.ts'
import {
  ASSIGNMENT_FIELDS,
  isAsWanted,
  joining,
  leaving,
  touchesAssignees,
  wantedAssignees,
} from './task-assignment.ts'
import { closesCircle, lockTree } from './task-circle.queries.ts'
import type { WantedAssignee } from './task-create.queries.ts'
import { repeatedParts, withParts } from './task-include.ts'
import { assigneesOf } from './task-part.queries.ts'
import { Blocker } from './task-part.schema.ts'
import * as writes from './task-update.queries.ts'
import { findTask, lockOwnRow, lockTask, taskOf, type OwnRow, type TaskRow } from './task.queries.ts'
import { completionBlockers, inapplicable, overBefore, progressAfter, type CompletionState } from './task.rules.ts'
import { assertNotNeeded, failures as neededFailures } from './task-needed.ts'
import { CLOSED_STATUSES, TASK_FIXED, TASK_STORED, TaskUpdate, type Task } from './task.schema.ts'
import { assertKnown, defaultsOf, failures as taskFailures } from './task.service.ts'

export const failures = {
  ...neededFailures,
  ...defineFailures({
    completion_blocked: {
      status: 409,
      text: 'The task cannot be completed yet.',
      members: { blockers: Type.Array(Blocker, { description: 'With `completion_blocked`: what stands in the way.' }) },
    },
    parent_cycle: {
      status: 422,
      text: 'A task cannot be a part of itself, of one of its parts, or of a task it waits for.',
    },
    task_inapplicable: { status: 422, text: 'The values do not fit together.' },
  }),
}

/** The one way a task changes, whoever asks. */
export async function updateTask(
  ctx: WorkspaceCtx,
  taskId: string,
  changes: TaskUpdate,
  include?: string,
): Promise<Task> {
  return inTransaction(ctx, async (ctx) => {
    const { before, state, tagIds } = await beforeChange(ctx, taskId, changes)
    assertVersion(ctx, before.version)
    await assertUnchangeable(ctx, taskId, changes)
    const news = await newFields(ctx, before, changes)
    // A status that is named is the status, also if it is the current one.
    const { status } = { status: before.status, ...changes }
    const named = changes.status === undefined ? news : { ...news, status }
    const stored = { ...news, ...progressAfter(before, named, ctx.now.toISOString()) }
    const after = { ...before, ...stored }
    assertApplicable(after, news, changes)
    if (state && needsCheck(before, after)) assertUnblocked(completionBlockers(state, after))
    if (reopens(before, after)) await assertNotNeeded(ctx, after, { pointer: '/status' })
    await assertReferences(ctx, before, news)

    const people = await assigneesAfter(ctx, after, changes)
    const changed = new Set([...Object.keys(news), ...(tagIds ? ['tagIds'] : []), ...(people?.fields ?? [])])
    if (before.status !== after.status) changed.add('status')
    // A request that only repeats what is there is no change: no new version, nothing to tell.
    if (changed.size === 0) return unchanged(ctx, taskId, include)
    const visitId = await visitAfter(ctx, before, after)
    const details = { changed: [...changed], ...moves(before, after), ...people?.news }
    const beside = { tagIds, ...overBefore(before.status) }
    const save = writes.saveAndTell(ctx, taskId, { ...stored, visitId }, details, beside)
    const isAll = include === undefined && !people && !tagIds && !hasRest(before, after)
    const [saved] = await (isAll ? ctx.db.last<TaskRow>(save) : ctx.db.rows<TaskRow>(save))
    ctx.services.wakeRelay()
    const row = saved ?? fail(taskFailures.task_not_found)
    if (isAll) return taskOf(row)
    await saveRest(ctx, before, after)
    if (tagIds) assertKnown(await writes.saveTags(ctx, taskId, tagIds))
    if (people) assertKnown(await writes.saveAssignees(ctx, taskId, people.wanted))
    return answerOf(ctx, row, include)
  })
}

async function unchanged(ctx: TxCtx, taskId: string, include: string | undefined): Promise<Task> {
  return answerOf(ctx, (await findTask(ctx, taskId)) ?? fail(taskFailures.task_not_found), include)
}

async function answerOf(ctx: TxCtx, row: TaskRow, include: string | undefined): Promise<Task> {
  const [task] = await withParts(ctx, [taskOf(row)], include)
  return task ?? fail(taskFailures.task_not_found)
}

/** The task, locked, what a completion has to look at if one is asked for, and the tags if they are to be others. */
async function beforeChange(
  ctx: TxCtx,
  taskId: string,
  { status, departmentId, summary, cost, tagIds }: TaskUpdate,
): Promise<{ before: OwnRow; state?: CompletionState; tagIds?: string[] }> {
  // What a completion needed can also be taken away afterwards.
  const asks = status === 'COMPLETED' || cost === null || summary === null || summary?.trim() === ''
  const questions = [
    ...(asks ? [writes.completionState(ctx.workspaceId, taskId, departmentId)] : []),
    ...(tagIds ? [writes.tagsOnTask(ctx.workspaceId, taskId)] : []),
  ]
  const { row, answers } = (await lockOwnRow(ctx, taskId, questions)) ?? fail(taskFailures.task_not_found)
  const [state] = asks ? (answers.shift() as CompletionState[]) : []
  const [tags] = tagIds ? (answers.shift() as { ids: string[] }[]) : []
  const wanted = tags && [...new Set(tagIds)].toSorted()
  return { before: row, state, tagIds: isDeepStrictEqual(wanted, tags?.ids) ? undefined : wanted }
}

/** Whether it is completed by this, or was and loses what may have been needed for it. */
function needsCheck(before: OwnRow, after: OwnRow): boolean {
  if (after.status !== 'COMPLETED') return false
  if (before.status !== 'COMPLETED') return true
  const losesSummary = Boolean(before.summary?.trim()) && !after.summary?.trim()
  return losesSummary || (before.cost !== null && after.cost === null)
}

function reopens(before: OwnRow, after: OwnRow): boolean {
  return CLOSED_STATUSES.includes(before.status) && !CLOSED_STATUSES.includes(after.status)
}

/** The same rule at every door: what blocks is named, and nothing changes. */
export function assertUnblocked(blockers: readonly Blocker[]): void {
  if (blockers.length === 0) return
  fail(failures.completion_blocked, {
    detail: `Blocked by: ${blockers.map(({ title }) => title).join('; ')}`,
    extra: { blockers },
  })
}

/** What cannot change may be repeated as it is. The parts and the whole task are read only when the request does so. */
async function assertUnchangeable(ctx: TxCtx, taskId: string, changes: TaskUpdate): Promise<void> {
  if (!Object.keys(changes).some((field) => Object.hasOwn(TASK_FIXED, field))) return
  const row = (await findTask(ctx, taskId)) ?? fail(taskFailures.task_not_found)
  assertReadOnly(await repeatedParts(ctx, taskOf(row), changes), changes, TASK_FIXED)
}

/** The columns to which the request gives another value. */
async function newFields(ctx: TxCtx, before: OwnRow, changes: TaskUpdate): Promise<Partial<OwnRow>> {
  const named = Object.entries(changes).filter(([field]) => TASK_STORED.includes(field))
  const stored: Partial<OwnRow> = Object.fromEntries(named)
  // A null beside a name is that of a client which writes all fields: the name is what it says.
  if (changes.propertyName !== undefined && !changes.propertyId) {
    stored.propertyId = await propertyNamed(ctx, changes.propertyName)
  }
  // The same of a null beside COMPLETED: it names no other time than the one that follows by itself.
  if (stored.status === 'COMPLETED' && stored.completedAt === null) delete stored.completedAt
  if (stored.customFields) stored.customFields = mergeFields(before.customFields, stored.customFields)
  if (stored.completionFields)
    stored.completionFields = mergeFields(before.completionFields, stored.completionFields, 'completionFields')
  return newsIn(before, stored, TaskUpdate)
}

/** What is only repeated is not asked about again: what was read can be sent back, also when it is deleted since. */
async function assertReferences(ctx: TxCtx, before: OwnRow, news: Partial<OwnRow>): Promise<void> {
  assertKnown(await writes.missingReferences(ctx, news))
  const { parentTaskId } = news
  if (!parentTaskId) return
  const parent = await lockTask(ctx, parentTaskId)
  if (!parent) assertKnown(['parentTaskId'])
  await lockTree(ctx)
  if (await closesCircle(ctx, parentTaskId, before.id)) failAt(failures.parent_cycle, 'parentTaskId')
  if (parent && CLOSED_STATUSES.includes(parent.status)) failAt(taskFailures.parent_closed, 'parentTaskId')
}

function assertApplicable(after: OwnRow, { completedAt }: Partial<OwnRow>, changes: TaskUpdate): void {
  const reason = inapplicable(after, { ...changes, completedAt }, currencyDecimals(after.costCurrency))
  if (!reason) return
  const { field, message } = reason
  // Against a currency sent with it the amount is malformed; against the stored one it cannot be applied.
  const malformed = field === 'cost' && changes.costCurrency !== undefined && changes.cost !== undefined
  failInapplicable(malformed ? coreFailures.invalid_request : failures.task_inapplicable, field, message)
}

async function visitAfter(ctx: TxCtx, before: OwnRow, after: OwnRow): Promise<string | null> {
  const same = before.propertyId === after.propertyId && before.scheduledDate === after.scheduledDate
  if (same) return before.visitId
  await writes.lockVisits(ctx, before.visitId, after)
  if (!after.propertyId || !after.scheduledDate) return null
  return (await writes.visitOf(ctx, after.propertyId, after.scheduledDate)) ?? null
}

/** Whether anything of it stands elsewhere too. */
function hasRest(before: OwnRow, after: OwnRow): boolean {
  return leavesVisit(before, after) || changesText(before, after) || before.reservationId !== after.reservationId
}

function leavesVisit(before: OwnRow, after: OwnRow): boolean {
  const moved = before.propertyId !== after.propertyId || before.scheduledDate !== after.scheduledDate
  return before.visitId !== null && moved
}

function changesText(before: OwnRow, after: OwnRow): boolean {
  return before.title !== after.title || before.description !== after.description
}

async function saveRest(ctx: TxCtx, before: OwnRow, after: OwnRow): Promise<void> {
  if (before.visitId && leavesVisit(before, after)) await writes.dropEmptyVisit(ctx, before.visitId)
  if (changesText(before, after)) await writes.saveSearchText(ctx, after)
  if (before.reservationId !== after.reservationId) await relinkToStay(ctx, after)
}

interface People {
  wanted: WantedAssignee[]
  /** The fields of the request that changed who it is. */
  fields: string[]
  news: { assigned?: string[]; unassigned?: string[] }
}

/** Who is to be on the task, who of them is new to it, and who is no longer; undefined when that stays as it is. */
async function assigneesAfter(ctx: TxCtx, task: OwnRow, changes: TaskUpdate): Promise<People | undefined> {
  if (!touchesAssignees(changes)) return undefined
  if (changes.primaryUserId && changes.primaryVendorOrgId)
    failAt(taskFailures.two_primaries, 'primaryUserId', 'primaryVendorOrgId')
  const defaults = changes.useDefaultAssignees ? await defaultsOf(ctx, task.departmentId) : []
  const current = await assigneesOf(ctx, [task.id])
  const wanted = wantedAssignees(current, changes, defaults)
  if (isAsWanted(current, wanted)) return undefined
  const [assigned, unassigned] = [joining(current, wanted), leaving(current, wanted)]
  const fields = ASSIGNMENT_FIELDS.filter((field) => changes[field] !== undefined)
  const news = { ...(assigned.length > 0 && { assigned }), ...(unassigned.length > 0 && { unassigned }) }
  return { wanted, fields, news }
}

/** A date and its time are told together: one alone says little. */
const TOLD = [['status'], ['priority'], ['scheduledDate', 'scheduledTime']] as const

/** What those who act on the change need to know of it: the value now and, under `…Before`, what it was. */
function moves(before: OwnRow, after: OwnRow): Record<string, unknown> {
  const moved = TOLD.filter((fields) => fields.some((field) => before[field] !== after[field])).flat()
  return Object.fromEntries(
    moved.flatMap((field) => [
      [field, after[field]],
      [`${field}Before`, before[field]],
    ]),
  )
}
