import { CLIENT_INFO_META_KEY, type ServerContext } from '@modelcontextprotocol/server'
import { coreFailures, Refusal } from '#core/errors.ts'
import { oneLine, shortened } from '#core/plain-text.ts'
import { contextFor, hashOf } from '#core/tool-run.ts'
import type { Around, Desks } from './call.ts'
import type { Caller } from '#core/tool-caller.ts'
import type { ToolCall } from './desk.ts'

type Json = Record<string, unknown>
type Called = Pick<ToolCall, 'tool' | 'argsHash' | 'client'>

/** What a trace says about a call before it is known what comes of it. */
export function calledBy(tool: string, args: Json, { mcpReq }: ServerContext): Called {
  const envelope: Json = mcpReq.envelope ?? {}
  const info = envelope[CLIENT_INFO_META_KEY] as { name?: unknown } | undefined
  return {
    tool,
    argsHash: hashOf(args),
    client: typeof info?.name === 'string' ? shortened(oneLine(info.name), 200) : null,
  }
}

/** Leaves the trace of a change in its transaction. */
export type Done = (gate: 'none' | 'confirmed') => Around['after']

/**
 * Whatever comes of a call is answered and leaves a trace: that of a change is as durable as the change, that of a call
 * which only reads is written a moment later.
 */
export async function traced<Answer>(
  desks: Desks,
  caller: Caller,
  { isChange, ...called }: Called & { isChange: boolean },
  act: (done: Done) => Promise<{ gate: ToolCall['gate']; answer: Answer }>,
  refused: (refusal: Refusal) => Answer,
): Promise<Answer> {
  const { desk, pool } = desks
  let isRecorded = false
  const done: Done = (gate) => async (ctx) => {
    await desk.record(ctx, { ...called, gate, outcome: 'done', code: null })
    isRecorded = true
  }
  const leave = async (more: Pick<ToolCall, 'gate' | 'outcome' | 'code'>): Promise<void> => {
    const ctx = contextFor(desks, caller, pool)
    if (isChange) await desk.record(ctx, { ...called, ...more })
    else desk.note(ctx, { ...called, ...more })
  }
  try {
    const { gate, answer } = await act(done)
    if (!isRecorded) await leave({ gate, outcome: 'done', code: null })
    return answer
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(coreFailures.internal_error, { cause: error })
    const isOurs = refusal.failure.status >= 500
    const { tool } = called
    if (isOurs) caller.log.error({ err: refusal.cause ?? error, tool }, 'a tool failed')
    await leave({ gate: 'none', outcome: isOurs ? 'failed' : 'refused', code: refusal.failure.code }).catch(
      (failure: unknown) => caller.log.error({ err: failure, tool }, 'a call of a tool could not be recorded'),
    )
    return refused(refusal)
  }
}
