import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { failures as activationFailures } from './activation.service.ts'
import * as definitions from './definition.queries.ts'
import type { Json } from './document.schema.ts'
import { failures as draftFailures } from './draft.service.ts'
import { firstEffect } from './read-only.rules.ts'
import { findOwned } from './ownership.queries.ts'
import { findRun, type RunDetails } from './run.queries.ts'
import { FINAL_STATES } from './run.schema.ts'
import { addRun, failures, getRun, traceByHand, versionFor } from './run.service.ts'
import { documentOf, failures as versionFailures } from './version.service.ts'
import type { WorkflowTools } from './workflow-tools.service.ts'

/** A command of the chat that starts a workflow. */
interface ChatStart {
  /** The same again is the same run. */
  runId: string
  workflowId: string
  input: Json
  /** Who gave the command, as the chat calls them. */
  by: string
}

/** Starts a workflow that only looks, once. Answers where it does more than that; then nothing is started. */
export async function startReading(
  ctx: WorkspaceCtx,
  { functions }: Pick<WorkflowTools, 'functions'>,
  { runId, workflowId, input, by }: ChatStart,
): Promise<{ effect: string } | undefined> {
  const definition = (await definitions.findDefinition(ctx, workflowId)) ?? fail(draftFailures.workflow_not_found)
  if (definition.status === 'archived') fail(draftFailures.workflow_archived)
  const versionNumber = versionFor(definition, runId) ?? fail(activationFailures.workflow_not_active)
  const document = await documentOf(ctx, workflowId, versionNumber)
  if (!document) fail(versionFailures.workflow_version_unknown)
  const effect = firstEffect(document, readsIn(functions))
  if (effect !== undefined) return { effect }
  const createdBy = { kind: 'chat', id: by }
  const run = { id: runId, definitionId: workflowId, versionNumber, triggerKind: 'chat', depth: 0, input } as const
  await inTransaction(ctx, async (ctx) => {
    if (!(await addRun(ctx, { ...run, createdBy }))) return assertStarted(ctx, run)
    await traceByHand(ctx, run, { name: definition.name, by })
  })
  return undefined
}

/** The same command again has its run; otherwise there is a reason why there is none. */
async function assertStarted(ctx: WorkspaceCtx, run: { id: string; definitionId: string }): Promise<void> {
  if (await findRun(ctx, run.id)) return
  const owned = await findOwned(ctx, run.definitionId)
  fail(owned?.owner === 'legacy' ? failures.workflow_owned_elsewhere : failures.workflow_busy)
}

function readsIn(functions: WorkflowTools['functions']): Set<string> {
  const reads = functions.filter(({ operation }) => operation?.readsOnly)
  return new Set(reads.map(({ name, version }) => `${name}:${version}`))
}

const WAIT_SECONDS = 20

/** The run once it is over; undefined while it is not, after some time. */
export async function endOf(
  ctx: WorkspaceCtx,
  runId: string,
): Promise<Pick<RunDetails, 'status' | 'output' | 'error'> | undefined> {
  const run = await getRun(ctx, runId, WAIT_SECONDS)
  return FINAL_STATES.includes(run.status) ? run : undefined
}
