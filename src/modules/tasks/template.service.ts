import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { changesIn } from '#core/patch.ts'
import { tracing } from '#modules/identity/audit.service.ts'
import { missingTags } from './tag.queries.ts'
import { missingReferences } from './task-update.queries.ts'
import { assertKnown, failures as taskFailures } from './task.service.ts'
import * as templates from './template.queries.ts'
import { TEMPLATE_FIXED, type TemplateCreate, TemplateUpdate } from './template.schema.ts'

type TemplateRow = templates.TemplateRow

const trace = tracing('task_template', 'templateId')

const { reference_unknown } = taskFailures
export const failures = {
  reference_unknown,
  ...defineFailures({ template_not_found: { status: 404, text: 'No such template in this workspace.' } }),
}

export async function getTemplate(ctx: WorkspaceCtx, templateId: string): Promise<TemplateRow> {
  return (await templates.findTemplateDocument(ctx, templateId)) ?? fail(failures.template_not_found)
}

export function createTemplate(ctx: WorkspaceCtx, input: TemplateCreate): Promise<TemplateRow> {
  return inTransaction(ctx, async (ctx) => {
    await assertReferences(ctx, input)
    const { tagIds = [], items = [], ...fields } = input
    const id = newId()
    await templates.insertTemplate(ctx, { id, ...fields })
    await templates.saveTemplateTags(ctx, id, tagIds)
    await templates.saveTemplateItems(ctx, id, items)
    await trace(ctx, 'task_template.created', id, { name: input.name })
    return getTemplate(ctx, id)
  })
}

/** Tasks made from the template before stay as they are. */
export function updateTemplate(ctx: WorkspaceCtx, templateId: string, changes: TemplateUpdate): Promise<TemplateRow> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await templates.lockTemplate(ctx, templateId)) ?? fail(failures.template_not_found)
    assertVersion(ctx, before.version)
    const wanted = changes.tagIds ? { ...changes, tagIds: changes.tagIds.toSorted() } : changes
    const news = changesIn(before, wanted, TemplateUpdate, TEMPLATE_FIXED)
    if (Object.keys(news).length === 0) return before
    await assertReferences(ctx, news)
    const { tagIds, items, ...fields } = news
    await templates.saveTemplate(ctx, before.id, fields)
    if (tagIds) await templates.saveTemplateTags(ctx, before.id, tagIds)
    if (items) await templates.saveTemplateItems(ctx, before.id, items)
    await trace(ctx, 'task_template.updated', before.id, { changed: Object.keys(news) })
    return getTemplate(ctx, before.id)
  })
}

/** Tasks made from it stay, and so do its completion rules for them. */
export function deleteTemplate(
  ctx: WorkspaceCtx,
  templateId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const { id, name, version } = (await templates.lockTemplate(ctx, templateId)) ?? fail(failures.template_not_found)
    assertVersion(ctx, version)
    await templates.softDeleteTemplate(ctx, id)
    await trace(ctx, 'task_template.deleted', id, { name })
    return { id, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

async function assertReferences(ctx: TxCtx, { departmentId, tagIds = [] }: TemplateUpdate): Promise<void> {
  const missing = await missingReferences(ctx, departmentId ? { departmentId } : {})
  assertKnown([...missing, ...(await missingTags(ctx, tagIds))])
}
