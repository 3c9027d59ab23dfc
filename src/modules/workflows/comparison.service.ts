import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { fail } from '#core/errors.ts'
import type { Routine } from '#core/jobs.ts'
import type { Listed } from '#core/paging.ts'
import { actorOf } from '#core/principal.ts'
import * as comparisons from './comparison.queries.ts'
import { normalised, patchOf, type SaidEffect } from './comparison.rules.ts'
import type { Json, JsonObject } from './document.schema.ts'
import { failures as draftFailures } from './draft.service.ts'
import { findOwned, isHandledBy, type OwnedRow } from './ownership.queries.ts'
import { settingsOf } from './ownership.rules.ts'
import type { Comparison, ComparisonQuery, Observation } from './ownership.schema.ts'
import { failures } from './ownership.service.ts'

/** How long the other side is waited for. */
const WINDOW_MILLIS = 24 * 3600 * 1000

type Taken = { correlationKey: string; status: 'accepted' | 'repeated' | 'late' | 'conflict' }

export function addObservations(
  ctx: WorkspaceCtx,
  workflowId: string,
  observations: readonly Observation[],
): Promise<{ results: Taken[] }> {
  return inTransaction(ctx, async (ctx) => {
    const owned = (await findOwned(ctx, workflowId)) ?? fail(draftFailures.workflow_not_found)
    if (owned.legacyRef === null) fail(failures.workflow_without_legacy)
    const results: Taken[] = []
    for (const observation of observations) {
      const { correlationKey } = observation
      results.push({ correlationKey, status: await observed(ctx, owned, observation) })
    }
    return { results }
  })
}

async function observed(ctx: TxCtx, owned: OwnedRow, observation: Observation): Promise<Taken['status']> {
  const { correlationKey, answers = null, occurredAt = ctx.now.toISOString() } = observation
  const effects = observation.effects.map(({ kind, target = null, fields = {} }) => ({
    kind,
    target,
    fields: fields as JsonObject,
  }))
  // Both have acted: nothing to compare, and somebody has to know.
  if (await isHandledBy(ctx, owned.id, correlationKey, 'service')) return 'conflict'
  const isNew = await comparisons.insertObservation(ctx, owned.id, {
    correlationKey,
    effects,
    answers: answers as JsonObject | null,
    occurredAt,
    createdBy: actorOf(ctx.principal),
  })
  if (!isNew) {
    const known = await comparisons.findObservation(ctx, owned.id, correlationKey)
    return isSame(known?.effects ?? [], effects) ? 'repeated' : 'conflict'
  }
  // Before it is in the shadow there is nothing to compare with.
  if (owned.owner !== 'shadow') return 'accepted'
  return compare(ctx, owned, correlationKey, { side: 'legacy', effects })
}

function isSame(left: readonly SaidEffect[], right: readonly SaidEffect[]): boolean {
  return JSON.stringify(normalised(left, [])) === JSON.stringify(normalised(right, []))
}

/** A run in the shadow is over: what it would have done is one side of a comparison. */
export async function compareRun(
  ctx: TxCtx,
  run: { id: string; definitionId: string; versionNumber: number; correlationKey: string | null; fault?: string },
): Promise<void> {
  const owned = await findOwned(ctx, run.definitionId)
  if (!owned) return
  const done = await comparisons.findEffects(ctx, run.id)
  const effects = run.fault === undefined ? done : [...done, { kind: 'fault', target: run.fault, fields: {} }]
  const { id: runId, versionNumber } = run
  await compare(ctx, owned, run.correlationKey ?? runId, { side: 'service', effects, runId, versionNumber })
}

async function compare(
  ctx: TxCtx,
  { id: definitionId, migration }: OwnedRow,
  correlationKey: string,
  side: Parameters<typeof comparisons.saveSide>[2],
): Promise<'accepted' | 'late'> {
  const { ignore } = settingsOf(migration)
  const dueAt = new Date(ctx.now.getTime() + WINDOW_MILLIS)
  const effects = normalised(side.effects, ignore)
  const row = await comparisons.saveSide(
    ctx,
    { id: newId(), definitionId, correlationKey, dueAt },
    { ...side, effects },
  )
  if (!row || row.verdict !== 'pending') return 'late'
  const { legacy, service } = row
  if (!legacy || !service) return 'accepted'
  const diff = patchOf(legacy as unknown as Json, service as unknown as Json)
  await comparisons.saveVerdict(ctx, row.id, diff.length === 0 ? 'match' : 'mismatch', diff)
  return 'accepted'
}

export async function listComparisons(
  ctx: WorkspaceCtx,
  workflowId: string,
  query: ComparisonQuery,
): Promise<Listed<Comparison>> {
  if (!(await findOwned(ctx, workflowId))) fail(draftFailures.workflow_not_found)
  return comparisons.listComparisons(ctx, workflowId, query)
}

/** After a day the other side is not waited for any more. */
export const closeComparisons: Routine = {
  name: 'close-workflow-comparisons',
  cron: '*/5 * * * *',
  async run({ db, now, log }) {
    const missing = await comparisons.decideMissing(db, now)
    if (missing > 0) log.info({ missing }, 'runs of workflows that only one of two engines has told of')
  },
}
