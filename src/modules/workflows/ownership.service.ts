import { Type } from 'typebox'
import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail, failAt } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import { actorOf } from '#core/principal.ts'
import { countVerdicts } from './comparison.queries.ts'
import { failures as draftFailures } from './draft.service.ts'
import * as owners from './ownership.queries.ts'
import type { Cutover, Figures, MigrationSettings, OwnershipWrite } from './ownership.schema.ts'
import { agreementOf, gateChange, isGateOpen, isUsualMove, settingsOf } from './ownership.rules.ts'
import { cancelRuns } from './run-start.queries.ts'
import { openRunIds, suspendRuns } from './run.queries.ts'

const { workflow_not_found, workflow_archived } = draftFailures

export const failures = defineFailures({
  workflow_without_legacy: {
    status: 409,
    text: 'The workflow has no `legacyRef`: there is no other engine that could have it.',
  },
  workflow_move_unusual: {
    status: 409,
    text: 'From the other engine the workflow first goes into the shadow. Only `force` leaves that out.',
  },
  workflow_gate_closed: {
    status: 409,
    text: 'The two engines have not agreed often enough yet.',
    members: {
      figures: Type.Object(
        {},
        { additionalProperties: true, description: 'How far the two agree, as `WorkflowAgreement`.' },
      ),
    },
  },
  workflow_force_without_reason: { status: 422, text: 'What is forced needs a reason.' },
})

type Change = Omit<Cutover, 'at'> & { createdBy: object }

async function figuresOf(ctx: WorkspaceCtx, workflowId: string): Promise<Figures> {
  const { since, counts } = await countVerdicts(ctx, workflowId)
  const known = {
    match: counts['match'] ?? 0,
    mismatch: counts['mismatch'] ?? 0,
    missingLegacy: counts['missing_legacy'] ?? 0,
    missingService: counts['missing_service'] ?? 0,
  }
  return { since, ...known, pending: counts['pending'] ?? 0, ...agreementOf(known) }
}

export async function getMigration(ctx: WorkspaceCtx, workflowId: string) {
  const owned = (await owners.findOwned(ctx, workflowId)) ?? fail(workflow_not_found)
  return detailed(ctx, owned)
}

async function detailed(ctx: WorkspaceCtx, owned: owners.OwnedRow) {
  const { owner, epoch, legacyRef, cutover, cutoverAt, migrationVersion: version } = owned
  const settings = settingsOf(owned.migration)
  const figures = await figuresOf(ctx, owned.id)
  return {
    workflowId: owned.id,
    owner,
    epoch,
    legacyRef,
    settings,
    figures,
    isGateOpen: isGateOpen(figures, settings),
    cutover: cutover && cutoverAt !== null ? { ...cutover, at: cutoverAt } : null,
    changes: await owners.findChanges(ctx, owned.id),
    version,
  }
}

/** Now or at a moment to come: who acts on the workflow's triggers. The same owner again calls off what was planned. */
export function changeOwner(ctx: WorkspaceCtx, workflowId: string, asked: OwnershipWrite) {
  const { owner, cutoverAt, openRuns = 'finish', reason = null, force = false } = asked
  return inTransaction(ctx, async (ctx) => {
    const before = (await owners.holdOwner(ctx, workflowId, 'alone')) ?? fail(workflow_not_found)
    assertVersion(ctx, before.migrationVersion)
    if (before.status === 'archived') fail(workflow_archived)
    if (before.legacyRef === null) fail(failures.workflow_without_legacy)
    const change: Change = { owner, openRuns, reason, force, createdBy: actorOf(ctx.principal) }
    if (owner === before.owner) {
      if (before.cutover) await owners.saveCutover(ctx, workflowId, null)
    } else {
      await assertMove(ctx, before, change)
      const isLater = cutoverAt !== undefined && Date.parse(cutoverAt) > ctx.now.getTime()
      if (isLater) await owners.saveCutover(ctx, workflowId, { cutover: change, at: cutoverAt })
      else await applyChange(ctx, before, change)
    }
    return getMigration(ctx, workflowId)
  })
}

async function assertMove(ctx: TxCtx, { id, owner, migration }: owners.OwnedRow, change: Change): Promise<void> {
  if (change.force && change.reason === null) failAt(failures.workflow_force_without_reason, 'reason')
  if (change.force) return
  if (!isUsualMove(owner, change.owner)) fail(failures.workflow_move_unusual)
  const isGated = owner === 'shadow' && change.owner === 'service'
  const figures = isGated ? await figuresOf(ctx, id) : undefined
  if (!figures || isGateOpen(figures, settingsOf(migration))) return
  const { minComparisons, minAgreement } = settingsOf(migration)
  const part = figures.agreement === null ? 'none' : `${Math.floor(figures.agreement * 1000) / 10} %`
  fail(failures.workflow_gate_closed, {
    detail: `${figures.compared} of ${minComparisons} compared, ${part} of them the same of ${minAgreement * 100} %.`,
    extra: { figures },
  })
}

async function applyChange(ctx: TxCtx, before: owners.OwnedRow, change: Change): Promise<void> {
  const { id, owner: fromOwner, epoch } = before
  const { owner: toOwner, openRuns, reason, force: isForced, createdBy } = change
  await owners.saveOwner(ctx, id, toOwner)
  if (openRuns !== 'finish' && fromOwner !== 'legacy') {
    const runIds = await openRunIds(ctx, id, fromOwner === 'service' ? 'live' : 'shadow')
    const why = reason ?? `The workflow went from ${fromOwner} to ${toOwner}.`
    if (openRuns === 'cancel') await cancelRuns(ctx, runIds, why)
    else await suspendRuns(ctx, { runIds }, why)
  }
  const figures = await figuresOf(ctx, id)
  const log = { fromOwner, toOwner, openRuns, isForced, reason, figures, createdBy }
  await owners.insertChange(ctx, id, { id: newId(), epoch: epoch + 1, ...log })
  await emit(ctx, {
    type: 'workflow.ownership_changed',
    workflowId: id,
    legacyRef: before.legacyRef,
    fromOwner,
    toOwner,
    epoch: epoch + 1,
  })
}

/** Whoever makes the gate another stands in the log for it, like one who goes through it. */
export async function logGate(ctx: TxCtx, workflowId: string, settings: MigrationSettings): Promise<void> {
  const { owner, epoch, migration } = (await owners.findOwned(ctx, workflowId)) ?? fail(workflow_not_found)
  const reason = gateChange(owner, migration, settings)
  if (reason === undefined) return
  const kept = { epoch, fromOwner: owner, toOwner: owner, openRuns: 'finish', isForced: false } as const
  const [figures, createdBy] = [await figuresOf(ctx, workflowId), actorOf(ctx.principal)]
  await owners.insertChange(ctx, workflowId, { id: newId(), ...kept, reason, figures, createdBy })
  await owners.touchMigration(ctx, workflowId)
}

/** Makes a planned change whose moment has come, if the two engines agree enough by now. Answers who has it then. */
export async function cutOver(ctx: TxCtx, workflowId: string): Promise<owners.OwnedRow | undefined> {
  const before = await owners.holdOwner(ctx, workflowId, 'alone')
  if (!before?.cutover || before.cutoverAt === null || Date.parse(before.cutoverAt) > Date.now()) return before
  const { cutover, owner, migration } = before
  const isGated = owner === 'shadow' && cutover.owner === 'service' && !cutover.force
  if (isGated && !isGateOpen(await figuresOf(ctx, workflowId), settingsOf(migration))) {
    ctx.log.warn(
      { workflow: workflowId },
      'a workflow did not change its owner: the two engines no longer agree enough',
    )
    await owners.saveCutover(ctx, workflowId, null)
  } else {
    await applyChange(ctx, before, cutover)
  }
  return owners.findOwned(ctx, workflowId)
}
