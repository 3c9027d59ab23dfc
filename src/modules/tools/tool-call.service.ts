import type { TxCtx } from '#core/context.ts'
import { hashOf } from '#core/tool-run.ts'
import { recordCall, type CallTrace } from './tool-call.queries.ts'

/** Leaves the trace of a call in the transaction of whoever makes it. The arguments are not kept. */
export function traceCall(
  ctx: TxCtx,
  { args, ...call }: Omit<CallTrace, 'argsHash'> & { args: Record<string, unknown> },
): Promise<void> {
  return recordCall(ctx, { ...call, argsHash: hashOf(args) })
}
