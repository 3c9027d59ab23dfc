import type { TxCtx } from '#core/context.ts'
import { recordWork } from '#modules/identity/audit.service.ts'

/** Records a workflow change in the audit log with these details, and emits the event of the same name. */
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
