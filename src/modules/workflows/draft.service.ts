import { stringify } from 'yaml'
import { noteChange } from '#core/changes.ts'
import { assertVersion, inTransaction, type Scope, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { defineFailures, fail, failAt } from '#core/errors.ts'
import { isRecord } from '#core/json-record.ts'
import { newsIn } from '#core/patch.ts'
import { checkText } from './document-check.ts'
import type { DocumentFormat } from './document.ts'
import { readAnyDocument } from './document-reading.ts'
import { WorkflowDraft, type DraftWrite } from './definition.schema.ts'
import * as definitions from './definition.queries.ts'
import * as versions from './version.queries.ts'
import { checkToolsOf, type WorkflowTools } from './workflow-tools.service.ts'

export const failures = defineFailures({
  workflow_not_found: { status: 404, text: 'No such workflow in this workspace.' },
  workflow_archived: { status: 409, text: 'The workflow is in the archive.' },
  workflow_content_missing: { status: 422, text: 'Send the document as document or as text, and only one of them.' },
})

export interface Draft extends WorkflowDraft {
  version: number
}

export interface DraftText {
  format: DocumentFormat
  text: string
}

/** The one text that was sent; undefined when none was. */
export function textIn({ document, text, format }: DraftWrite): DraftText | undefined {
  if (document !== undefined && text !== undefined) refuseContent()
  if (document !== undefined) {
    if (format === 'yaml') refuseContent()
    return { format: 'json', text: JSON.stringify(document, null, 2) }
  }
  if (text === undefined && format !== undefined) refuseContent()
  return text === undefined ? undefined : { format: format ?? 'yaml', text }
}

export function refuseContent(): never {
  failAt(failures.workflow_content_missing, 'document')
}

/** As its author wrote it; one that was written as JSON in the other notation. */
export function yamlOf({ format, text, document }: WorkflowDraft): string {
  return format === 'yaml' || document === null ? text : stringify(document)
}

export async function getDraft(ctx: WorkspaceCtx, workflowId: string): Promise<Draft> {
  const row = (await versions.findDraft(ctx, workflowId)) ?? fail(failures.workflow_not_found)
  return draftOf(ctx, workflowId, row)
}

/** Kept even when it is wrong: the problems come with it. */
export async function replaceDraft(
  ctx: WorkspaceCtx,
  workflowId: string,
  input: DraftWrite,
  tools: WorkflowTools,
): Promise<Draft> {
  const content = textIn(input) ?? refuseContent()
  const checked = await checkText(content.text, content.format, checkToolsOf(ctx, tools))
  return inTransaction(ctx, async (ctx) => {
    const definition = (await definitions.lockDefinition(ctx, workflowId)) ?? fail(failures.workflow_not_found)
    const before = (await versions.lockDraft(ctx, workflowId)) ?? fail(failures.workflow_not_found)
    assertVersion(ctx, before.version)
    if (definition.status === 'archived') fail(failures.workflow_archived)
    const found = { ...content, problems: checked.problems, problemCount: checked.count }
    if (Object.keys(newsIn(before, found, WorkflowDraft)).length === 0) return draftOf(ctx, workflowId, before)
    await saveDraft(ctx, workflowId, content, checked)
    await noteChange(ctx, 'workflow.draft_saved', { workflowId })
    return getDraft(ctx, workflowId)
  })
}

export function saveDraft(
  ctx: TxCtx,
  workflowId: string,
  content: DraftText,
  { problems, count }: Awaited<ReturnType<typeof checkText>>,
): Promise<void> {
  return versions.saveDraft(ctx, workflowId, { ...content, problems, problemCount: count })
}

async function draftOf({ workspaceId }: Scope, workflowId: string, row: versions.DraftRow): Promise<Draft> {
  const { value } = await readAnyDocument(workspaceId, row.text, row.format)
  return { workflowId, ...row, document: isRecord(value) ? value : null, isValid: row.problemCount === 0 }
}
