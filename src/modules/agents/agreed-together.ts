import type { TxCtx } from '#core/context.ts'
import { recordOf, versionNow } from '#core/tool-question.ts'
import type { FindTool } from './toolbox.service.ts'

/** A call that a person was asked about, and the version of its record that they were asked about. */
interface AskedCall {
  tool: string
  input: Record<string, unknown>
  recordVersion: number | null
}

/**
 * What is asked together is agreed to together: what one of the calls makes of a record is no news to whoever said yes
 * to all of them. So the yes to the others that were asked about the same state is good for the state that this one
 * leaves. It was done for just that state and its transaction is still open: no change of anybody else is in it.
 */
export async function passYesOn<Other extends AskedCall>(
  ctx: TxCtx,
  find: FindTool,
  { tool, input, recordVersion }: AskedCall,
  others: readonly Other[],
  save: (other: Other, version: number) => Promise<void>,
): Promise<void> {
  const ready = find(tool)
  if (!ready?.tool.operation.conditional || recordVersion === null) return
  const record = recordOf(ready, input)
  const same = others.filter((other) => {
    const theirs = find(other.tool)
    return other.recordVersion === recordVersion && theirs && recordOf(theirs, other.input) === record
  })
  const version = same.length > 0 ? await versionNow(ctx, ready, input) : null
  if (version !== null) for (const other of same) await save(other, version)
}
