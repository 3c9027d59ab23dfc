import { setImmediate as nextTurn } from 'node:timers/promises'
import { inTransaction } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { traceCall } from '#modules/tools/tool-call.service.ts'
import { appendEvents } from './event.service.ts'
import { perform } from './sandbox-call.ts'
import { underDeadline, type Deadline } from './sandbox-deadline.ts'
import { discover, isDiscovery } from './sandbox-discovery.ts'
import { calledEvents, resultEvent } from './sandbox-events.ts'
import { failedBy, nameplate, type Desk, type Outcome, type Program } from './sandbox-program.ts'
import { traceOf } from './sandbox-standing.ts'
import { shareRun } from './sandbox.queries.ts'
import { CALL_MILLIS_DEFAULT, type SandboxCall } from './sandbox.schema.ts'

export type Made = Outcome & { durationMillis: number }

const LATE: Outcome = {
  status: 'timeout',
  error: { code: 'timeout', message: 'It was not done in time.', retryable: true },
}

/** Makes one call, within its time and that of the request, or none when that is over. It does not throw. */
export async function makeCall(desk: Desk, program: Program, call: SandboxCall, untilMillis: number): Promise<Made> {
  const { timeout_ms: callMillis = CALL_MILLIS_DEFAULT } = call
  const from = performance.now()
  // Others get their turn between two calls, also where the database is in this process.
  await nextTurn()
  const millis = Math.min(callMillis, untilMillis - performance.now())
  if (millis <= 0) return { ...LATE, durationMillis: 0 }
  const outcome = await underDeadline(
    millis,
    (deadline) => attempt(desk, program, call, deadline),
    () => LATE,
  )
  if (!outcome.isTraced) {
    await trace(desk, program, call, outcome).catch((error: unknown) =>
      program.log.error({ err: error }, 'a call from a sandbox left no trace'),
    )
  }
  return { ...outcome, durationMillis: Math.round(performance.now() - from) }
}

/** The place is given back when the work has ended, late or not. */
async function attempt(desk: Desk, program: Program, call: SandboxCall, deadline: Deadline): Promise<Outcome> {
  const { token } = program
  let leave: (() => void) | undefined
  try {
    leave = await desk.slots.take(token.id, token.parallelMax, deadline.signal)
    return await (isDiscovery(call) ? discover(desk, program, call) : perform(desk, program, call, deadline))
  } catch (error) {
    return deadline.signal.aborted ? LATE : { ...failedBy(error, program, call), isTraced: isDiscovery(call) }
  } finally {
    leave?.()
  }
}

/** What was not done is in the log and in the record of calls too. */
async function trace(desk: Desk, program: Program, call: SandboxCall, { status, error }: Outcome): Promise<void> {
  const { run } = program
  const id = newId()
  const { code = null, message } = error ?? {}
  const outcome = code === 'internal_error' || status === 'timeout' ? 'failed' : 'refused'
  await inTransaction(nameplate(desk, program), async (ctx) => {
    await traceCall(ctx, { ...traceOf(call), gate: 'none', outcome, code })
    const current = await shareRun(ctx, run.id)
    if (current?.status !== 'running') return
    const events = [...calledEvents(id, call.tool, call.arguments ?? {}), resultEvent(id, status, { code, message })]
    await appendEvents(ctx, run.sessionId, events)
  })
  desk.services.sessionLog.tell(run.sessionId)
}
