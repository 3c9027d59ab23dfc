import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import { withoutTask } from './task-include.ts'
import { tagsOf } from './task-part.queries.ts'
import * as tags from './task-tag.queries.ts'
import type { TagsOfTask } from './task-tag.schema.ts'
import { noteActivity, saveTask } from './task-update.queries.ts'
import { lockTask } from './task.queries.ts'
import { failures as taskFailures } from './task.service.ts'

export const failures = defineFailures({
  tag_not_found: { status: 404, text: 'No such active tag in this workspace.' },
})

export async function addTag(ctx: WorkspaceCtx, taskId: string, tagId: string): Promise<TagsOfTask> {
  return changeTags(ctx, taskId, { added: tagId }, async (ctx) => {
    const tag = await tags.holdTag(ctx, tagId)
    if (!tag?.active) fail(failures.tag_not_found)
    return tags.linkTag(ctx, taskId, tagId)
  })
}

/** A tag that is no longer active can still be taken off. */
export async function removeTag(ctx: WorkspaceCtx, taskId: string, tagId: string): Promise<TagsOfTask> {
  return changeTags(ctx, taskId, { removed: tagId }, async (ctx) => {
    if (!(await tags.holdTag(ctx, tagId))) fail(failures.tag_not_found)
    return tags.unlinkTag(ctx, taskId, tagId)
  })
}

/** The version, the activity and the event follow only where something has changed. */
function changeTags(
  ctx: WorkspaceCtx,
  taskId: string,
  what: { added: string } | { removed: string },
  change: (ctx: TxCtx) => Promise<boolean>,
): Promise<TagsOfTask> {
  return inTransaction(ctx, async (ctx) => {
    const { version } = (await lockTask(ctx, taskId)) ?? fail(taskFailures.task_not_found)
    assertVersion(ctx, version)
    const hasChanged = await change(ctx)
    if (hasChanged) {
      const changed = ['tagIds']
      await saveTask(ctx, taskId, {})
      await noteActivity(ctx, taskId, 'task.updated', { changed, ...what })
      await emit(ctx, { type: 'task.updated', taskId, changed, ...what })
    }
    const current = await tagsOf(ctx, [taskId])
    return { taskId, tags: current.map(withoutTask), version: version + (hasChanged ? 1 : 0) }
  })
}
