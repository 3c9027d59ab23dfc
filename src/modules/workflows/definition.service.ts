import { assertVersion, inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail, failAt } from '#core/errors.ts'
import { newsIn } from '#core/patch.ts'
import { checkText } from './document-check.ts'
import { WorkflowUpdate, type Activation, type WorkflowCreate } from './definition.schema.ts'
import * as definitions from './definition.queries.ts'
import { failures as draftFailures, refuseContent, saveDraft, textIn, type DraftText } from './draft.service.ts'
import { logGate } from './ownership.service.ts'
import { isPath } from './run-turn.rules.ts'
import { hasOpenRuns } from './run.queries.ts'
import { findDraft } from './version.queries.ts'
import { checkToolsOf, type WorkflowTools } from './workflow-tools.service.ts'
import { traceWorkflow } from './workflow-trace.service.ts'

export const failures = defineFailures({
  workflow_source_not_found: { status: 422, text: 'There is no workflow to copy from with this id.' },
  workflow_concurrency_invalid: {
    status: 422,
    text: 'The key of concurrency must be a path into the input, such as .propertyId.',
  },
  workflow_active: { status: 409, text: 'The workflow is active. Turn it off first.' },
  workflow_legacy_needed: {
    status: 409,
    text: 'The other engine has the workflow, or is compared with: it keeps its `legacyRef` until the service has it.',
  },
  workflow_has_open_runs: { status: 409, text: 'The workflow has runs that are not over.' },
})
const { workflow_not_found, workflow_archived } = draftFailures

export type WorkflowDetails = definitions.DefinitionRow & { activations: Activation[] }

export async function getWorkflow(ctx: WorkspaceCtx, workflowId: string): Promise<WorkflowDetails> {
  const row = (await definitions.findDefinition(ctx, workflowId)) ?? fail(workflow_not_found)
  return detailed(ctx, row)
}

async function detailed(ctx: WorkspaceCtx, row: definitions.DefinitionRow): Promise<WorkflowDetails> {
  return { ...row, activations: await definitions.findActivations(ctx, row.id) }
}

export async function createWorkflow(
  ctx: WorkspaceCtx,
  input: WorkflowCreate,
  tools: WorkflowTools,
): Promise<WorkflowDetails> {
  const { document, text, format, copyFrom, ...fields } = input
  assertConcurrency(fields)
  const content = await contentOf(ctx, { document, text, format, copyFrom })
  const checked = await checkText(content.text, content.format, checkToolsOf(ctx, tools))
  return inTransaction(ctx, async (ctx) => {
    const id = newId()
    const row =
      (await definitions.insertDefinition(ctx, { id, owner: ownerFor(fields), ...fields })) ?? fail(workflow_not_found)
    await saveDraft(ctx, id, content, checked)
    await traceWorkflow(ctx, 'workflow.created', id, { details: { name: row.name } })
    return detailed(ctx, row)
  })
}

/** What comes from another engine is that one's until it is said otherwise. */
function ownerFor({ legacyRef = null }: Pick<WorkflowCreate, 'legacyRef'>): 'legacy' | 'service' {
  return legacyRef === null ? 'service' : 'legacy'
}

async function contentOf(
  ctx: WorkspaceCtx,
  { copyFrom, ...sent }: Pick<WorkflowCreate, 'document' | 'text' | 'format' | 'copyFrom'>,
): Promise<DraftText> {
  const own = textIn(sent)
  if (own && copyFrom !== undefined) refuseContent()
  if (own) return own
  if (copyFrom === undefined) refuseContent()
  const draft = await findDraft(ctx, copyFrom)
  if (draft) return { format: draft.format, text: draft.text }
  failAt(failures.workflow_source_not_found, 'copyFrom')
}

function assertConcurrency({ concurrency }: Pick<WorkflowUpdate, 'concurrency'>): void {
  if (concurrency?.key === undefined || isPath(concurrency.key)) return
  failAt(failures.workflow_concurrency_invalid, 'concurrency/key')
}

export async function updateWorkflow(
  ctx: WorkspaceCtx,
  workflowId: string,
  changes: WorkflowUpdate,
): Promise<WorkflowDetails> {
  assertConcurrency(changes)
  return inTransaction(ctx, async (ctx) => {
    const before = (await definitions.lockDefinition(ctx, workflowId)) ?? fail(workflow_not_found)
    assertVersion(ctx, before.version)
    const { status, ...fields } = changes
    if (before.status === 'archived' && status === undefined) fail(workflow_archived)
    if (status !== undefined && before.status === 'active') fail(failures.workflow_active)
    if (fields.legacyRef === null && before.owner !== 'service') fail(failures.workflow_legacy_needed)
    const isRestored = status !== undefined && before.status === 'archived'
    const wanted = { ...fields, migration: { ...before.migration, ...fields.migration } }
    const news = newsIn(before, wanted, WorkflowUpdate)
    const changed = [...Object.keys(news), ...(isRestored ? ['status'] : [])]
    if (changed.length === 0) return detailed(ctx, before)
    if (changed.includes('migration')) await logGate(ctx, workflowId, wanted.migration)
    const after = await definitions.saveDefinition(ctx, before, {
      ...news,
      ...(isRestored ? { status: before.latestVersion > 0 ? 'inactive' : 'draft' } : {}),
    })
    await traceWorkflow(ctx, 'workflow.updated', workflowId, { event: { changed }, details: { name: after?.name } })
    return detailed(ctx, after ?? fail(workflow_not_found))
  })
}

/** Into the archive: no list shows it any more unless it is asked for. */
export async function archiveWorkflow(ctx: WorkspaceCtx, workflowId: string): Promise<{}> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await definitions.lockDefinition(ctx, workflowId)) ?? fail(workflow_not_found)
    assertVersion(ctx, before.version)
    if (before.status === 'active') fail(failures.workflow_active)
    if (await hasOpenRuns(ctx, workflowId)) fail(failures.workflow_has_open_runs)
    if (before.status === 'archived') fail(workflow_not_found)
    await definitions.saveDefinition(ctx, before, { status: 'archived' })
    await traceWorkflow(ctx, 'workflow.archived', workflowId, { details: { name: before.name } })
    return {}
  })
}
