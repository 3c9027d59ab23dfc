import { assertVersion, inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { refusingTaken } from '#core/db-failures.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { changesIn } from '#core/patch.ts'
import { tracing } from '#modules/identity/audit.service.ts'
import * as tags from './tag.queries.ts'
import { TAG_FIXED, type TagCreate, TagUpdate } from './tag.schema.ts'

type TagRow = tags.TagRow

const trace = tracing('task_tag', 'tagId')

export const failures = defineFailures({
  task_tag_not_found: { status: 404, text: 'No such tag in this workspace.' },
  tag_name_taken: { status: 409, text: 'Another tag of this workspace has this name.' },
})

const TAKEN = { task_tags_name: { failure: failures.tag_name_taken, field: 'name' } }

export async function getTag(ctx: WorkspaceCtx, tagId: string): Promise<TagRow> {
  return (await tags.findTag(ctx, tagId)) ?? fail(failures.task_tag_not_found)
}

export function createTag(ctx: WorkspaceCtx, input: TagCreate): Promise<TagRow> {
  return inTransaction(ctx, async (ctx) => {
    const tag =
      (await refusingTaken(tags.insertTag(ctx, { id: newId(), ...input }), TAKEN)) ?? fail(failures.task_tag_not_found)
    const { name, color, active } = tag
    await trace(ctx, 'task_tag.created', tag.id, { name, color, active })
    return tag
  })
}

export function updateTag(ctx: WorkspaceCtx, tagId: string, changes: TagUpdate): Promise<TagRow> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await tags.lockTag(ctx, tagId)) ?? fail(failures.task_tag_not_found)
    assertVersion(ctx, before.version)
    const fields = changesIn(before, changes, TagUpdate, TAG_FIXED)
    if (Object.keys(fields).length === 0) return before
    const saved = await refusingTaken(tags.saveTag(ctx, before.id, fields), TAKEN)
    const after = saved ?? fail(failures.task_tag_not_found)
    await trace(ctx, 'task_tag.updated', before.id, fields, before)
    return after
  })
}
