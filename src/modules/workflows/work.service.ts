import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail, failAt } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import { actorOf } from '#core/principal.ts'
import type { Sql } from '#core/sql.ts'
import { findDefinition } from './definition.queries.ts'
import { runIdsOf } from './run.queries.ts'
import * as works from './work.queries.ts'
import type { BulkWrite, WorkQuery, WorkRow } from './work.schema.ts'

export const failures = defineFailures({
  workflow_operation_not_found: { status: 404, text: 'No such operation on workflows in this workspace.' },
  workflow_filter_empty: { status: 422, text: 'Say which runs: the filter names at least one thing.' },
  workflow_filter_unknown: { status: 422, text: 'There is no workflow with the id that the filter names.' },
  workflow_too_many_runs: { status: 422, text: 'The filter finds more than 50,000 runs. Narrow it down.' },
})
const ITEMS_MAX = 50_000

/** Somebody has asked for work on many runs or tests, or there is more of it to do. */
export const WORK_ASKED = 'workflow.work-asked'

export interface Accepted {
  id: string
  status: WorkRow['status']
  statusUrl: string
}

function statusUrl({ services, workspaceId }: WorkspaceCtx, id: string): string {
  return `${services.settings.appUrl}/api/v1/workspaces/${workspaceId}/workflow-operations/${id}`
}

type Asked = Omit<works.NewWork, 'id' | 'createdBy'>

/** Writes down work on these, to be done one after the other by a worker. `subjects` gives their ids in one column, `id`. */
export async function askForWork(ctx: TxCtx, asked: Asked, subjects: Sql): Promise<Accepted> {
  const id = newId()
  await works.insertWork(ctx, { ...asked, id, createdBy: actorOf(ctx.principal) })
  const total = await works.insertItems(ctx, id, subjects)
  if (total > ITEMS_MAX) failAt(failures.workflow_too_many_runs, 'filter')
  await emit(ctx, { type: WORK_ASKED, operationId: id })
  return { id, status: 'pending', statusUrl: statusUrl(ctx, id) }
}

export function changeRuns(ctx: WorkspaceCtx, { dryRun = false, ...asked }: BulkWrite): Promise<Accepted> {
  return inTransaction(ctx, async (ctx) => {
    const { filter } = asked
    // All runs of a workspace are asked for by mistake more often than on purpose.
    if (Object.keys(filter).length === 0) failAt(failures.workflow_filter_empty, 'filter')
    const isKnown = filter.workflowId === undefined || (await findDefinition(ctx, filter.workflowId)) !== undefined
    if (!isKnown) failAt(failures.workflow_filter_unknown, 'filter/workflowId')
    return askForWork(ctx, { kind: 'bulk', isDryRun: dryRun, request: asked }, runIdsOf(ctx, filter, ITEMS_MAX + 1))
  })
}

/** With `wait` once it is over, at the latest after that many seconds. */
export async function getWork(ctx: WorkspaceCtx, id: string, { wait = 0, ...query }: WorkQuery) {
  const until = Date.now() + wait * 1000
  for (;;) {
    const changed = wait > 0 ? ctx.services.workflowSignals.wait(id, Math.max(0, until - Date.now())) : undefined
    const work = (await works.findWork(ctx, id)) ?? fail(failures.workflow_operation_not_found)
    if (work.status === 'completed' || !changed || Date.now() >= until) {
      return { ...work, statusUrl: statusUrl(ctx, id), ...(await works.listItems(ctx, id, query)) }
    }
    await changed
  }
}
