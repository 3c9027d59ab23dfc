import type { WorkspaceCtx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { redriveRun } from './retry.service.ts'
import { findRun } from './run.queries.ts'
import { failures, ring } from './run.service.ts'
import { freeRun } from './stuck.queries.ts'

/**
 * Has a run taken up anew, whoever works on it: what that one still does is not written. One that has failed is tried
 * again from the step that failed.
 */
export async function replayRun(ctx: WorkspaceCtx, runId: string): Promise<{ id: string; status: string }> {
  const run = (await findRun(ctx, runId)) ?? fail(failures.workflow_run_not_found)
  if (run.status === 'faulted') {
    const { id, status } = await redriveRun(ctx, runId)
    return { id, status }
  }
  if (!(await freeRun(ctx, runId))) {
    fail(failures.workflow_run_over, { detail: `The run is ${run.status}: nothing works on it.` })
  }
  ring(ctx)
  return { id: runId, status: run.status }
}
