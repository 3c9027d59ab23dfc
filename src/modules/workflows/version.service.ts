import { stringify } from 'yaml'
import { BoundedMap } from '#core/bounded-map.ts'
import { assertVersion, inTransaction, type Scope, type WorkspaceCtx } from '#core/context.ts'
import { defineFailures, fail } from '#core/errors.ts'
import type { Listed } from '#core/paging.ts'
import { actorOf } from '#core/principal.ts'
import { graphOf } from './diagram-graph.rules.ts'
import { mermaidOf } from './diagram.rules.ts'
import { checkText, type CheckedDocument } from './document-check.ts'
import { diffOf } from './document-diff.rules.ts'
import type { Json, WorkflowDocument } from './document.schema.ts'
import { documentHash } from './document.ts'
import type { WorkflowVersion, WorkflowVersionRow } from './definition.schema.ts'
import * as definitions from './definition.queries.ts'
import { assertScopes } from './function-scope.ts'
import { failures as draftFailures } from './draft.service.ts'
import { Problem } from './problem.schema.ts'
import { findDocument } from './run-frame.queries.ts'
import * as versions from './version.queries.ts'
import { Type } from 'typebox'
import { checkToolsOf, type WorkflowTools } from './workflow-tools.service.ts'
import { traceWorkflow } from './workflow-trace.service.ts'

export const failures = defineFailures({
  workflow_version_not_found: { status: 404, text: 'The workflow has no such version.' },
  /** Of one that a body names. */
  workflow_version_unknown: { status: 422, text: 'The workflow has no such version.' },
  workflow_invalid: {
    status: 422,
    text: 'The draft has problems and cannot be published.',
    members: { problems: Type.Array(Problem, { description: 'With `workflow_invalid`: what is wrong, and where.' }) },
  },
})
const { workflow_not_found, workflow_archived } = draftFailures

export async function listVersions(
  ctx: WorkspaceCtx,
  workflowId: string,
  query: { limit?: number; offset?: number },
): Promise<Listed<WorkflowVersionRow>> {
  if (!(await definitions.findDefinition(ctx, workflowId))) fail(workflow_not_found)
  const { items, pagination } = await versions.listVersions(ctx, workflowId, query)
  return { items: items.map((item) => ({ workflowId, ...item })), pagination }
}

export async function getVersion(
  ctx: WorkspaceCtx,
  workflowId: string,
  number: number,
  view: 'document' | 'yaml' | 'mermaid' | 'graph' = 'document',
): Promise<WorkflowVersion> {
  const row = await versionOf(ctx, workflowId, number)
  const document = row.document as unknown as Record<string, unknown>
  return {
    workflowId,
    ...row,
    document,
    ...(view === 'yaml' ? { yaml: stringify(document) } : {}),
    ...(view === 'mermaid' ? { mermaid: mermaidOf(row.document) } : {}),
    ...(view === 'graph' ? { graph: { ...graphOf(row.document) } } : {}),
  }
}

export function yamlOf({ document }: WorkflowVersion): string {
  return stringify(document)
}

export function diagramOf({ document }: WorkflowVersion): string {
  return mermaidOf(document as unknown as WorkflowDocument)
}

async function versionOf(ctx: WorkspaceCtx, workflowId: string, number: number) {
  const row = await versions.findVersion(ctx, workflowId, number)
  if (row) return row
  const isKnown = await definitions.findDefinition(ctx, workflowId)
  return fail(isKnown ? failures.workflow_version_not_found : workflow_not_found)
}

export async function compareVersions(ctx: WorkspaceCtx, workflowId: string, number: number, against: number) {
  const [after, before] = [await versionOf(ctx, workflowId, number), await versionOf(ctx, workflowId, against)]
  const { changes, ...diff } = diffOf(before.document, after.document)
  const plain = changes.map((change): Record<string, unknown> => ({ ...change }))
  return { from: against, to: number, ...diff, changes: plain, canMove: diff.blocked.length === 0 }
}

type Published = WorkflowVersionRow & { created: boolean }

/** The draft as a version that never changes. The same content again is the version that there is. */
export async function publish(ctx: WorkspaceCtx, workflowId: string, tools: WorkflowTools): Promise<Published> {
  for (;;) {
    // Before anything is locked: the check waits for the thread of expressions.
    const draft = (await versions.findDraft(ctx, workflowId)) ?? fail(workflow_not_found)
    const checked = await checkText(draft.text, draft.format, checkToolsOf(ctx, tools))
    const published = await publishChecked(ctx, workflowId, { draft, checked, functions: tools.functions })
    if (published) return published
  }
}

interface CheckedDraft extends Pick<WorkflowTools, 'functions'> {
  draft: versions.DraftRow
  checked: CheckedDocument
}

/** Nothing when the draft is another one by now. */
function publishChecked(
  ctx: WorkspaceCtx,
  workflowId: string,
  { draft, checked, functions }: CheckedDraft,
): Promise<Published | undefined> {
  return inTransaction(ctx, async (ctx) => {
    const definition = (await definitions.lockDefinition(ctx, workflowId)) ?? fail(workflow_not_found)
    const { version } = (await versions.lockDraft(ctx, workflowId)) ?? fail(workflow_not_found)
    assertVersion(ctx, version)
    if (definition.status === 'archived') fail(workflow_archived)
    if (version !== draft.version) return undefined
    const { document, problems, count } = checked
    if (!document) refuseInvalid(problems, count)
    assertScopes(ctx, document, functions)
    const sha256 = documentHash(document as unknown as Json)
    const known = await versions.findBySha256(ctx, workflowId, sha256)
    if (known) return { workflowId, ...known, created: false }
    const number = definition.latestVersion + 1
    const createdBy = actorOf(ctx.principal)
    const made = await versions.insertVersion(ctx, workflowId, { number, document, sha256, createdBy })
    const status = definition.status === 'draft' ? 'inactive' : definition.status
    await definitions.saveDefinition(ctx, definition, { latestVersion: number, status })
    await traceWorkflow(ctx, 'workflow.published', workflowId, {
      event: { version: number },
      details: { name: definition.name, sha256 },
    })
    return { workflowId, ...(made ?? fail(workflow_not_found)), created: true }
  })
}

function refuseInvalid(problems: Problem[], count: number): never {
  fail(failures.workflow_invalid, {
    detail: `The draft has ${count} ${count === 1 ? 'problem' : 'problems'}. The first: ${problems[0]?.message ?? ''}`,
    errors: problems.slice(0, 20).map(({ pointer, code, message }) => ({ pointer, code, message })),
    extra: { problems },
  })
}

const DOCUMENTS_MAX = 500
const documents = new BoundedMap<string, WorkflowDocument>(DOCUMENTS_MAX)

/** The document of a version, which never changes: read once. */
export async function documentOf(
  scope: Scope,
  workflowId: string,
  number: number,
): Promise<WorkflowDocument | undefined> {
  const key = `${scope.workspaceId} ${workflowId} ${number}`
  const known = documents.get(key)
  if (known) return known
  const found = await findDocument(scope, workflowId, number)
  if (!found) return undefined
  documents.set(key, found)
  return found
}
