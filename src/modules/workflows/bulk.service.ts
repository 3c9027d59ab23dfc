import type { WorkspaceCtx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { findRun, type RunDetails } from './run.queries.ts'
import { redriveRun } from './retry.service.ts'
import { cancelRun, failures, resumeRun, suspendRun } from './run.service.ts'
import type { Outcome } from './work.queries.ts'
import type { BulkAction, BulkWrite, WorkRow } from './work.schema.ts'

interface Action {
  /** Which runs it is for. */
  from: readonly RunDetails['status'][]
  run(ctx: WorkspaceCtx, runId: string, reason?: string): Promise<unknown>
}

const ACTIONS: Record<BulkAction, Action> = {
  cancel: { from: ['pending', 'running', 'waiting', 'suspended'], run: cancelRun },
  suspend: { from: ['pending', 'running', 'waiting'], run: suspendRun },
  resume: { from: ['suspended'], run: (ctx, runId) => resumeRun(ctx, runId) },
  retry: { from: ['faulted'], run: redriveRun },
}

/** One run of a bulk change. */
export async function changeRun(ctx: WorkspaceCtx, { request, isDryRun }: WorkRow, runId: string): Promise<Outcome> {
  const { action, reason } = request as BulkWrite
  const run = (await findRun(ctx, runId)) ?? fail(failures.workflow_run_not_found)
  const { from, run: change } = ACTIONS[action]
  const details = { status: run.status }
  if (!from.includes(run.status)) {
    return {
      status: 'skipped',
      code: 'state_not_fit',
      message: `A run that is ${run.status} is not for this.`,
      details,
    }
  }
  if (!isDryRun) await change(ctx, runId, reason)
  return { status: 'done', details }
}
