import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, insertion, sql } from '#core/sql.ts'
import {
  TEMPLATE_FIXED,
  TEMPLATE_STORED,
  type Template,
  type TemplateItem,
  type TemplateQuery,
} from './template.schema.ts'

export interface TemplateRow extends Template {
  version: number
}

const COLUMNS = sql`
  ${columnsOf([...Object.keys(TEMPLATE_FIXED), ...TEMPLATE_STORED, 'version'], 't')},
  array(select l.tag_id from task_template_tags l
    where l.workspace_id = t.workspace_id and l.template_id = t.id order by l.tag_id) as "tagIds",
  coalesce((select json_agg(json_build_object('kind', i.kind, 'title', i.title, 'required', i.required,
      'blocksCompletion', i.blocks_completion) order by i.position)
    from task_template_items i where i.workspace_id = t.workspace_id and i.template_id = t.id), '[]') as items`

export function listTemplates({ db, workspaceId }: Scope, query: TemplateQuery): Promise<Listed<TemplateRow>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`task_templates t`,
    where: sql`t.workspace_id = ${workspaceId} and t.deleted_at is null`,
    order: sql`t.created_at desc, t.id desc`,
  })
}

export function findTemplateDocument({ db, workspaceId }: Scope, templateId: string): Promise<TemplateRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from task_templates t
    where t.workspace_id = ${workspaceId} and t.id = ${templateId} and t.deleted_at is null`,
  )
}

/** Holds the template first: its parts are read when nobody else can change them. */
export async function lockTemplate(ctx: TxCtx, templateId: string): Promise<TemplateRow | undefined> {
  const { db, workspaceId } = ctx
  const held = await one<object>(
    db,
    sql`
    select 1 from task_templates where workspace_id = ${workspaceId} and id = ${templateId} and deleted_at is null
    for update`,
  )
  return held && findTemplateDocument(ctx, templateId)
}

export async function insertTemplate(
  { db, workspaceId, now }: TxCtx,
  template: Partial<Template> & { id: string },
): Promise<void> {
  const row = { ...template, workspaceId, createdAt: now, updatedAt: now }
  await run(db, sql`insert into task_templates ${insertion(row)}`)
}

export async function saveTemplate(
  { db, workspaceId, now }: TxCtx,
  templateId: string,
  changes: Partial<Template>,
): Promise<void> {
  await run(
    db,
    sql`
    update task_templates set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${templateId}`,
  )
}

export async function saveTemplateItems(
  { db, workspaceId }: TxCtx,
  templateId: string,
  items: readonly TemplateItem[],
): Promise<void> {
  await run(
    db,
    sql`delete from task_template_items where workspace_id = ${workspaceId} and template_id = ${templateId}`,
  )
  await run(
    db,
    sql`
    insert into task_template_items (workspace_id, id, template_id, kind, title, required, blocks_completion, position)
    select ${workspaceId}, gen_random_uuid(), ${templateId}::uuid, i.kind, i.title, i.required, i.blocks, i.position
    from unnest(${items.map(({ kind }) => kind)}::text[], ${items.map(({ title }) => title)}::text[],
      ${items.map(({ required }) => required)}::boolean[], ${items.map(({ blocksCompletion }) => blocksCompletion)}::boolean[])
      with ordinality as i (kind, title, required, blocks, position)`,
  )
}

export async function saveTemplateTags(
  { db, workspaceId }: TxCtx,
  templateId: string,
  tagIds: readonly string[],
): Promise<void> {
  await run(db, sql`delete from task_template_tags where workspace_id = ${workspaceId} and template_id = ${templateId}`)
  await run(
    db,
    sql`
    insert into task_template_tags (workspace_id, template_id, tag_id)
    select ${workspaceId}, ${templateId}::uuid, tag_id from unnest(${tagIds}::uuid[]) as tag_id on conflict do nothing`,
  )
}

export async function softDeleteTemplate({ db, workspaceId, now }: TxCtx, templateId: string): Promise<void> {
  await run(
    db,
    sql`
    update task_templates set deleted_at = ${now}, updated_at = ${now}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${templateId}`,
  )
}
