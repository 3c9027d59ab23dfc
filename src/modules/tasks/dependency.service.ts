import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { defineFailures, fail, failAtParameter } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import type { Listed } from '#core/paging.ts'
import * as dependencies from './dependency.queries.ts'
import type { Dependency, DependencyQuery } from './dependency.schema.ts'
import { closesCircle, holdPair, lockTree } from './task-circle.queries.ts'
import { noteActivity, saveTask } from './task-update.queries.ts'
import { findTask, lockTask } from './task.queries.ts'
import { CLOSED_STATUSES } from './task.schema.ts'
import { failures as taskFailures } from './task.service.ts'

const { task_not_found, task_completed } = taskFailures
export const failures = {
  task_not_found,
  task_completed,
  ...defineFailures({
    dependency_not_found: { status: 404, text: 'The task does not depend on that one.' },
    dependency_cycle: { status: 422, text: 'A task cannot wait for itself, not even by way of others.' },
  }),
}

export async function listDependencies(
  ctx: WorkspaceCtx,
  taskId: string,
  query: DependencyQuery,
): Promise<Listed<Dependency>> {
  if (!(await findTask(ctx, taskId))) fail(task_not_found)
  return dependencies.listDependencies(ctx, taskId, query)
}

/** The task is held from the start: its completion and the new dependency cannot both go through. */
export function addDependency(ctx: WorkspaceCtx, taskId: string, dependsOnId: string): Promise<Dependency> {
  return inTransaction(ctx, async (ctx) => {
    await holdPair(ctx, taskId, dependsOnId)
    const task = (await findTask(ctx, taskId)) ?? fail(task_not_found)
    const awaited = (await findTask(ctx, dependsOnId)) ?? fail(task_not_found)
    if (task.status === 'COMPLETED' && !CLOSED_STATUSES.includes(awaited.status)) fail(failures.task_completed)
    await lockTree(ctx)
    if (await closesCircle(ctx, task.id, awaited.id)) failAtParameter(failures.dependency_cycle, 'dependsOnId')
    if (await dependencies.insertDependency(ctx, task.id, awaited.id)) await trace(ctx, task.id, { added: awaited.id })
    return (await dependencies.findDependency(ctx, task.id, awaited.id)) ?? fail(failures.dependency_not_found)
  })
}

export function removeDependency(
  ctx: WorkspaceCtx,
  taskId: string,
  dependsOnId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const task = (await lockTask(ctx, taskId)) ?? fail(task_not_found)
    if (!(await dependencies.deleteDependency(ctx, task.id, dependsOnId))) fail(failures.dependency_not_found)
    await trace(ctx, task.id, { removed: dependsOnId })
    return { id: dependsOnId, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

async function trace(ctx: TxCtx, taskId: string, change: { added: string } | { removed: string }): Promise<void> {
  await saveTask(ctx, taskId, {})
  await noteActivity(ctx, taskId, 'task.dependencies_changed', change)
  await emit(ctx, { type: 'task.dependencies_changed', taskId, ...change })
}
