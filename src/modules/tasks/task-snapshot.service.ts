import type { Scope } from '#core/context.ts'
import { findSnapshot } from './task-snapshot.queries.ts'
import type { TaskSnapshot } from './task-snapshot.schema.ts'

/** Asks for the newest state of the task to be sent to the operations provider again. Nobody else hears of it. */
export const SYNC_REQUESTED = 'task.sync_requested'

/** For those who tell others of a task: undefined only when there never was one. */
export function snapshotTask(ctx: Scope, taskId: string): Promise<TaskSnapshot | undefined> {
  return findSnapshot(ctx, taskId)
}
