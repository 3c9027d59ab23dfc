import { assertVersion, inTransaction, type Ctx, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail, failAt, type Failure } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import type { Listed } from '#core/paging.ts'
import { actorNameOf } from '#core/principal.ts'
import { failures as propertyFailures, propertyNamed } from '#modules/properties/property.service.ts'
import type { DeskQuery } from './desk-list.schema.ts'
import { linkToStay } from './stay-link.service.ts'
import { insertTask, type Creator, type WantedAssignee } from './task-create.queries.ts'
import { wantedAssignees } from './task-assignment.ts'
import { wantedParts, withParts } from './task-include.ts'
import { copyChecklist, defaultAssigneesOf, findTemplate } from './task-template.queries.ts'
import { dropEmptyVisit, noteActivity, softDelete } from './task-update.queries.ts'
import { findTaskAnd, listTasks as list, lockTask, taskOf } from './task.queries.ts'
import { overBefore, statusOfNew } from './task.rules.ts'
import { CLOSED_STATUSES, type Task, type TaskCreate } from './task.schema.ts'

export const failures = defineFailures({
  task_not_found: { status: 404, text: 'No such task in this workspace.' },
  task_completed: { status: 409, text: 'The task is completed: nothing can be added that would have blocked it.' },
  reference_unknown: { status: 422, text: 'A field names something this workspace does not have.' },
  two_primaries: {
    status: 422,
    text: 'A task has one primary: send primaryUserId or primaryVendorOrgId, not both.',
  },
  parent_closed: { status: 422, text: 'The parent task is closed and takes no more parts.' },
})

/** What can be wrong with the things that a request names. */
export const referenceFailures: readonly Failure[] = [
  failures.reference_unknown,
  failures.two_primaries,
  failures.parent_closed,
  propertyFailures.property_name_unknown,
  propertyFailures.property_name_ambiguous,
]

export async function listTasks(ctx: WorkspaceCtx, query: DeskQuery): Promise<Listed<Task>> {
  const { items, pagination } = await list(ctx, query)
  return { items: await withParts(ctx, items.map(taskOf), query.include), pagination }
}

export async function getTask(ctx: WorkspaceCtx, taskId: string, include?: string): Promise<Task> {
  const wanted = wantedParts(ctx.workspaceId, [taskId], include)
  const { row, answers } = (await findTaskAnd(ctx, taskId, wanted.queries)) ?? fail(failures.task_not_found)
  const task = taskOf(row)
  wanted.into(ctx, [task], answers)
  return task
}

/** The task, with nobody else changing it until the end of the transaction. */
export async function holdTask(ctx: TxCtx, taskId: string): Promise<Task> {
  return taskOf((await lockTask(ctx, taskId)) ?? fail(failures.task_not_found))
}

/** The one way a task comes into being, whoever asks. */
export async function createTask(ctx: WorkspaceCtx, input: TaskCreate, include?: string): Promise<Task> {
  // A parent or a stay must be held meanwhile, and a checklist is copied: that takes more than one statement.
  if (input.parentTaskId || input.templateId || (input.reservationId && input.scheduledDate))
    return inTransaction(ctx, (ctx) => createInTransaction(ctx, input, include))
  return insertNew(ctx, input, include)
}

/** A task that somebody has yet to look at: a draft until then. */
export function proposeTask(ctx: TxCtx, input: TaskCreate): Promise<Task> {
  return insertNew(ctx, input, undefined, 'DRAFT')
}

async function createInTransaction(ctx: TxCtx, input: TaskCreate, include?: string): Promise<Task> {
  if (input.parentTaskId) {
    const parent = await lockTask(ctx, input.parentTaskId)
    if (parent && CLOSED_STATUSES.includes(parent.status)) failAt(failures.parent_closed, 'parentTaskId')
  }
  const template = input.templateId ? await findTemplate(ctx, input.templateId) : undefined
  const { description, priority, estimatedDurationMinutes, tagIds = [] } = template ?? {}
  const filled = {
    ...input,
    description: input.description === undefined ? description : input.description,
    priority: input.priority ?? priority ?? undefined,
    estimatedDurationMinutes:
      input.estimatedDurationMinutes === undefined ? estimatedDurationMinutes : input.estimatedDurationMinutes,
    tagIds: [...new Set([...(input.tagIds ?? []), ...tagIds])],
  }
  const task = await insertNew(ctx, filled)
  if (input.templateId) await copyChecklist(ctx, input.templateId, task.id)
  if (task.reservationId) await linkToStay(ctx, task)
  return include === undefined ? task : getTask(ctx, task.id, include)
}

async function insertNew(
  ctx: WorkspaceCtx,
  input: TaskCreate,
  include?: string,
  status = statusOfNew(input.scheduledDate ?? null),
): Promise<Task> {
  if (input.primaryUserId && input.primaryVendorOrgId)
    failAt(failures.two_primaries, 'primaryUserId', 'primaryVendorOrgId')
  const { propertyName } = input
  const propertyId = input.propertyId ?? (propertyName === undefined ? null : await propertyNamed(ctx, propertyName))
  const defaults = input.useDefaultAssignees ? await defaultsOf(ctx, input.departmentId) : []
  const { scheduledDate = null, tagIds = [] } = input
  const row = await insertTask(
    ctx,
    {
      id: newId(),
      number: await ctx.services.counters.next(ctx.db, ctx.workspaceId, 'task'),
      title: input.title,
      description: input.description ?? null,
      status,
      priority: input.priority ?? 'NORMAL',
      source: input.source ?? sourceOf(ctx),
      departmentId: input.departmentId,
      propertyId,
      reservationId: input.reservationId ?? null,
      contactId: input.contactId ?? null,
      parentTaskId: input.parentTaskId ?? null,
      templateId: input.templateId ?? null,
      scheduledDate,
      scheduledTime: input.scheduledTime ?? null,
      estimatedDurationMinutes: input.estimatedDurationMinutes ?? null,
      isIssue: input.isIssue ?? false,
    },
    { creator: creatorOf(ctx), assignees: wantedAssignees([], input, defaults), tagIds },
  )
  assertKnown(row.missing)
  ctx.services.wakeRelay()
  const [task] = await withParts(ctx, [taskOf(row)], include)
  return task ?? fail(failures.task_not_found)
}

export async function deleteTask(
  ctx: WorkspaceCtx,
  taskId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await lockTask(ctx, taskId)) ?? fail(failures.task_not_found)
    assertVersion(ctx, before.version)
    await softDelete(ctx, taskId)
    if (before.visitId) await dropEmptyVisit(ctx, before.visitId)
    await noteActivity(ctx, taskId, 'task.deleted', {})
    await emit(ctx, { type: 'task.deleted', taskId, ...overBefore(before.status) })
    return { id: taskId, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

const NO_MEMBER = 'Not a member of this workspace. A vendor goes into primaryVendorOrgId.'

export function assertKnown(missing: string[]): void {
  if (missing.length === 0) return
  fail(failures.reference_unknown, {
    detail: `${missing.join(', ')}: no such thing in this workspace.`,
    errors: missing.map((field) => ({
      pointer: `/${field}`,
      code: 'unknown',
      message: field === 'primaryUserId' ? NO_MEMBER : 'Not in this workspace.',
    })),
  })
}

export async function defaultsOf(ctx: WorkspaceCtx, departmentId: string): Promise<WantedAssignee[]> {
  const people = await defaultAssigneesOf(ctx, departmentId)
  return people.map(({ userId, role }) => ({ id: userId, role, kind: 'USER', field: 'useDefaultAssignees' }))
}

function sourceOf({ principal }: Ctx): Task['source'] {
  if (principal.kind === 'key') return 'INTEGRATION'
  return principal.kind === 'user' ? 'MANUAL' : 'AUTOMATION'
}

/** A key is named itself, never the administrator who made it. */
export function creatorOf({ principal }: Ctx): Creator {
  if (principal.kind === 'key') return { kind: 'key', id: principal.keyId, name: principal.name }
  if (principal.kind === 'user') return { kind: 'user', id: principal.userId, name: null }
  return { kind: 'system', id: null, name: actorNameOf(principal) ?? 'Innkeeper' }
}
