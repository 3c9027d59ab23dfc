import { afterCommit, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId, sha256 } from '#core/crypto.ts'
import { coreFailures, defineFailures, fail, failAt } from '#core/errors.ts'
import type { Listed } from '#core/paging.ts'
import { actorOf } from '#core/principal.ts'
import { recordAudit } from '#modules/identity/audit.service.ts'
import type { Static } from 'typebox'
import * as definitions from './definition.queries.ts'
import { failures as draftFailures } from './draft.service.ts'
import type { Json } from './document.schema.ts'
import type { Expressions } from './expression.ts'
import { wakeRun } from './run-lease.queries.ts'
import { ownerToActFor, takenAs } from './ownership-take.ts'
import { cancelRuns, insertRun, insertRunAlone, type NewRun } from './run-start.queries.ts'
import { turnFor } from './run-turn.ts'
import * as runs from './run.queries.ts'
import {
  FINAL_STATES,
  type HistoryQuery,
  type StepQuery,
  type WorkflowRunStart,
  type WorkflowHistoryEvent,
  type WorkflowStep,
} from './run.schema.ts'
import { findManualTrigger } from './trigger-due.queries.ts'
import { routedVersion } from './trigger.rules.ts'
import { valueFault } from './value.rules.ts'
import { fieldIn } from './schema-check.ts'
import { documentOf, failures as versionFailures } from './version.service.ts'
import { failures as activationFailures } from './activation.service.ts'

export const failures = defineFailures({
  workflow_run_not_found: { status: 404, text: 'No such run of a workflow in this workspace.' },
  workflow_owned_elsewhere: { status: 409, text: 'Another engine has the workflow: see its migration.' },
  workflow_busy: {
    status: 409,
    text: 'The workflow already has as many runs at once as it allows. Try again later.',
    retryable: true,
  },
  workflow_run_over: { status: 409, text: 'The run is over.' },
  workflow_run_not_suspended: { status: 409, text: 'The run is not suspended.' },
})

export interface Accepted {
  id: string
  status: runs.RunDetails['status']
  statusUrl: string
}

function statusUrl({ services, workspaceId }: WorkspaceCtx, runId: string): string {
  return `${services.settings.appUrl}/api/v1/workspaces/${workspaceId}/workflow-runs/${runId}`
}

export function accepted(ctx: WorkspaceCtx, id: string, status: Accepted['status']): Accepted {
  return { id, status, statusUrl: statusUrl(ctx, id) }
}

/** Which version a run with this id gets of those that are active. */
export function versionFor({ routes }: Pick<definitions.DefinitionRow, 'routes'>, runId: string): number | undefined {
  // Of one byte the first 56 numbers come a third time.
  return routes ? routedVersion(routes, sha256(runId).readUInt32BE(0) % 100) : undefined
}

export async function startRun(
  ctx: WorkspaceCtx,
  workflowId: string,
  { input = {}, version, correlationKey, delayUntil }: WorkflowRunStart,
  expressions: Pick<Expressions, 'of'>,
): Promise<Accepted> {
  const definition = (await definitions.findDefinition(ctx, workflowId)) ?? fail(draftFailures.workflow_not_found)
  if (definition.status === 'archived') fail(draftFailures.workflow_archived)
  if (definition.owner === 'legacy') fail(failures.workflow_owned_elsewhere)
  const id = newId()
  const versionNumber = version ?? versionFor(definition, id) ?? fail(activationFailures.workflow_not_active)
  const document = await documentOf(ctx, workflowId, versionNumber)
  if (!document) failAt(versionFailures.workflow_version_unknown, 'version')
  const manual = definition.triggerKinds.includes('manual') ? await findManualTrigger(ctx, workflowId) : undefined
  for (const schema of [document.input?.schema?.document, manual?.payloadSchema as Json | undefined]) {
    const fault =
      valueFault(input as Json) ??
      (schema ? await expressions.of(ctx.workspaceId).validate(schema, input as Json) : undefined)
    if (fault !== undefined) refuseInput(fault)
  }
  const run = {
    id,
    definitionId: workflowId,
    versionNumber,
    triggerKind: 'manual',
    ...(manual ? { triggerId: manual.id } : {}),
    epoch: definition.epoch,
    depth: 0,
    input: input as Json,
    ...(correlationKey === undefined ? {} : { correlationKey }),
    ...(delayUntil === undefined ? {} : { dueAt: delayUntil }),
    createdBy: actorOf(ctx.principal),
  } satisfies NewRun
  // Runs that programs start appear only in the run history; those a person starts are also logged.
  const isByHand = ctx.principal.kind === 'user'
  const isPlain = definition.concurrency === null && definition.legacyRef === null && !isByHand
  const isPlaced = isPlain && (await inTransaction(ctx, (ctx) => insertRunAlone(ctx, run)))
  if (!isPlaced)
    await inTransaction(ctx, async (ctx) => {
      await placeOwned(ctx, run)
      if (isByHand) await traceByHand(ctx, run, { name: definition.name })
    })
  ring(ctx)
  return accepted(ctx, id, 'pending')
}

/** A person started it: in the console, through a program of theirs, or in a chat. */
export function traceByHand(
  ctx: TxCtx,
  { id, definitionId, versionNumber }: Pick<NewRun, 'id' | 'definitionId' | 'versionNumber'>,
  more: object,
): Promise<void> {
  return recordAudit(ctx, {
    action: 'workflow.run_by_hand',
    targetKind: 'workflow',
    targetId: definitionId,
    details: { workflowRunId: id, version: versionNumber, ...more },
  })
}

/** For whoever has the workflow, who does not change meanwhile. */
async function placeOwned(ctx: TxCtx, run: NewRun): Promise<void> {
  const taken = await takenAs(ctx, run)
  if (!taken) fail(failures.workflow_owned_elsewhere)
  const { mode, epoch } = taken
  if (!(await placeRun(ctx, { ...run, mode, epoch }))) fail(failures.workflow_busy)
}

function refuseInput(fault: string): never {
  fail(coreFailures.invalid_request, {
    detail: `input: ${fault}`,
    errors: [{ pointer: `/input${fieldIn(fault)}`, code: 'schema', message: fault }],
  })
}

/** False when it was started before for the same reason, is one too many, or somebody else has the workflow. */
export async function addRun(ctx: TxCtx, run: NewRun): Promise<boolean> {
  const taken = await takenAs(ctx, run)
  return taken !== undefined && placeRun(ctx, { ...run, ...taken })
}

async function placeRun(ctx: TxCtx, run: NewRun): Promise<boolean> {
  const turn = await turnFor(ctx, run)
  const isNew = turn !== undefined && (await insertRun(ctx, { ...run, ...turn }))
  if (isNew) ring(ctx)
  return isNew
}

/** Wakes the workers once there is something to find; they look each second by themselves. */
export function ring(ctx: WorkspaceCtx): void {
  afterCommit(ctx, () => ctx.services.workflowSignals.send('due'))
}

export async function getRun(ctx: WorkspaceCtx, runId: string, waitSeconds = 0) {
  const until = Date.now() + waitSeconds * 1000
  for (;;) {
    const changed =
      waitSeconds > 0 ? ctx.services.workflowSignals.wait(runId, Math.max(0, until - Date.now())) : undefined
    const run = (await runs.findRun(ctx, runId)) ?? fail(failures.workflow_run_not_found)
    const isOver = FINAL_STATES.includes(run.status) || run.status === 'suspended'
    if (isOver || !changed || Date.now() >= until) return { ...run, statusUrl: statusUrl(ctx, runId) }
    await changed
  }
}

export function cancelRun(ctx: WorkspaceCtx, runId: string, reason?: string): Promise<Accepted> {
  return inTransaction(ctx, async (ctx) => {
    const run = (await runs.lockRun(ctx, runId)) ?? fail(failures.workflow_run_not_found)
    if (run.status !== 'cancelled') {
      if (FINAL_STATES.includes(run.status)) fail(failures.workflow_run_over)
      await cancelRuns(ctx, [runId], reason ?? null)
      if (run.parentRunId !== null) await wakeRun(ctx, run.parentRunId)
      ring(ctx)
    }
    return accepted(ctx, runId, 'cancelled')
  })
}

export function suspendRun(ctx: WorkspaceCtx, runId: string, reason?: string): Promise<Accepted> {
  return inTransaction(ctx, async (ctx) => {
    const run = (await runs.lockRun(ctx, runId)) ?? fail(failures.workflow_run_not_found)
    if (FINAL_STATES.includes(run.status)) fail(failures.workflow_run_over)
    if (run.status !== 'suspended') await runs.suspendRuns(ctx, { runIds: [runId] }, reason ?? null)
    return accepted(ctx, runId, 'suspended')
  })
}

/**
 * A run that is to act again, held by this transaction, and before it who has its workflow: in the order in which a
 * change of the owner holds them. Only for that owner it may.
 */
export async function holdToGoOn(ctx: TxCtx, runId: string): Promise<runs.RunDetails> {
  const { workflowId } = (await runs.findRun(ctx, runId)) ?? fail(failures.workflow_run_not_found)
  const owned = await ownerToActFor(ctx, workflowId)
  const run = (await runs.lockRun(ctx, runId)) ?? fail(failures.workflow_run_not_found)
  // One that another run has started acts for that one's owner.
  const isOwn = run.triggerKind !== 'workflow' && run.mode !== 'test'
  if (isOwn && owned?.owner !== (run.mode === 'shadow' ? 'shadow' : 'service')) fail(failures.workflow_owned_elsewhere)
  return run
}

export function resumeRun(ctx: WorkspaceCtx, runId: string): Promise<Accepted> {
  return inTransaction(ctx, async (ctx) => {
    const run = await holdToGoOn(ctx, runId)
    if (run.status !== 'suspended') fail(failures.workflow_run_not_suspended)
    const status = (await runs.resumeRun(ctx, runId)) ?? fail(failures.workflow_run_not_suspended)
    ring(ctx)
    return accepted(ctx, runId, status)
  })
}

export async function listSteps(ctx: WorkspaceCtx, runId: string, query: StepQuery): Promise<Listed<WorkflowStep>> {
  const { workflowVersion } = (await runs.findRun(ctx, runId)) ?? fail(failures.workflow_run_not_found)
  const { items, pagination } = await runs.listSteps(ctx, runId, query)
  // Those that name none are of the version that the run follows now.
  const steps = items.map((step) => ({ ...step, workflowVersion: step.versionNumber ?? workflowVersion }))
  return { items: steps, pagination }
}

export async function listHistory(
  ctx: WorkspaceCtx,
  runId: string,
  query: HistoryQuery,
): Promise<Listed<Static<typeof WorkflowHistoryEvent>>> {
  await assertRun(ctx, runId)
  const { items, pagination } = await runs.listHistory(ctx, runId, query)
  return { items: items.map((row) => historyEvent(ctx, runId, row)), pagination }
}

export function historyEvent(
  ctx: WorkspaceCtx,
  runId: string,
  { seq, type, data, time }: runs.HistoryRow,
): Static<typeof WorkflowHistoryEvent> {
  const source = statusUrl(ctx, runId)
  return { specversion: '1.0', id: `${runId}/${seq}`, source, type, subject: runId, time, seq, data }
}

async function assertRun(ctx: WorkspaceCtx, runId: string): Promise<void> {
  if (!(await runs.findRun(ctx, runId))) fail(failures.workflow_run_not_found)
}
