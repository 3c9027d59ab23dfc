import type { Scope } from '#core/context.ts'
import { findSnapshot } from './task-snapshot.queries.ts'
import type { TaskSnapshot } from './task-snapshot.schema.ts'

/** For those who tell others of a task: undefined only when there never was one. */
export function snapshotTask(ctx: Scope, taskId: string): Promise<TaskSnapshot | undefined> {
  return findSnapshot(ctx, taskId)
}
