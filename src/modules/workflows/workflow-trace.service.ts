import type { TxCtx } from '#core/context.ts'
import { recordWork } from '#modules/identity/audit.service.ts'

/** Tells of a change of a workflow: in the log of the workspace with these details, and by the event of the same name. */
export function traceWorkflow(
  ctx: TxCtx,
  action: string,
  workflowId: string,
  { details = {}, event = {} }: { details?: object; event?: object } = {},
): Promise<void> {
  return recordWork(ctx, {
    action,
    targetKind: 'workflow',
    targetId: workflowId,
    details: { ...event, ...details },
    event: { workflowId, ...event },
  })
}
