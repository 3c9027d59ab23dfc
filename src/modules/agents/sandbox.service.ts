import type { Log } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import type { Principal } from '#core/principal.ts'
import { cursorAt } from '#core/tool-cursor.ts'
import { hashOf } from '#core/tool-run.ts'
import { refuseAny } from '#core/validate.ts'
import { findRun } from './run.queries.ts'
import { ask } from './sandbox-ask.ts'
import { makeCall, type Made } from './sandbox-attempt.ts'
import { conduct } from './sandbox-batch.ts'
import { isDiscovery } from './sandbox-discovery.ts'
import { ANSWER_BYTES_MAX, OUTPUT_BYTES_MAX, pieceOf } from './sandbox-output.rules.ts'
import { planFaults } from './sandbox-plan.rules.ts'
import {
  assertRunning,
  failedBy,
  failures,
  keyOf,
  nameplate,
  personOf,
  type Desk,
  type Program,
} from './sandbox-program.ts'
import { readSandboxToken, type SandboxToken } from './sandbox-token.ts'
import { countCalls, listKept } from './sandbox.queries.ts'
import {
  BATCH_MILLIS_DEFAULT,
  type SandboxAnswer,
  type SandboxCall,
  type SandboxRequest,
  type SandboxResult,
} from './sandbox.schema.ts'

/** Whoever has a token of a run. */
export interface SandboxCaller {
  readonly principal: Principal
  readonly token: SandboxToken
}

/** Undefined for every other credential. */
export async function identifyProgram({ services, now }: Desk, text: string): Promise<SandboxCaller | undefined> {
  const token = await readSandboxToken(services.signer, text, now())
  return token && { token, principal: { kind: 'user', userId: token.userId, sessionId: '' } }
}

/** The run, if it is running and its person is still there. */
export async function enterRun(
  desk: Desk,
  { token }: SandboxCaller,
  { requestId, log }: { requestId: string; log: Log },
): Promise<Program> {
  const run = await findRun({ db: desk.pool, workspaceId: token.workspaceId }, token.runId)
  assertRunning(run)
  const program = { token, run: run ?? fail(failures.run_not_running), requestId, log }
  await personOf(desk, program)
  return program
}

/** Makes the calls of one request. Whatever becomes of each, the answer has a result for it. */
export async function makeCalls(desk: Desk, program: Program, request: SandboxRequest): Promise<SandboxAnswer> {
  refuseAny(planFaults(request.calls))
  const paid = request.calls.filter((call) => !isDiscovery(call))
  const keys = paid.map((call) => `${program.run.id} ${keyOf(program, call)}`)
  return desk.twins.alone(keys, () => makeEach(desk, program, request))
}

async function makeEach(desk: Desk, program: Program, request: SandboxRequest): Promise<SandboxAnswer> {
  const { calls, mode = 'parallel', on_error: onError = 'continue' } = request
  const fresh = await freshOf(desk, program, calls)
  const counted = await countCalls(nameplate(desk, program), program.token.id, fresh.size)
  if (counted === undefined) fail(failures.calls_used_up)
  const until = performance.now() + (request.timeout_ms ?? BATCH_MILLIS_DEFAULT)
  const made = await conduct(calls, {
    parallelMax: mode === 'sequential' ? 1 : program.token.parallelMax,
    stopsOnError: onError === 'stop',
    begin: (call) => makeCall(desk, program, call, until),
    skip: () => ({ status: 'skipped', durationMillis: 0 }),
  })
  const answered = await withQuestions(desk, program, calls, made)
  const spent = calls.filter(({ id }, index) => fresh.has(id) && isSpent(answered[index])).length
  const left = (await countCalls(nameplate(desk, program), program.token.id, spent - fresh.size)) ?? counted
  return {
    request_id: program.requestId,
    run_id: program.run.id,
    results: resultsOf(calls, answered),
    usage: { calls: spent, calls_remaining: left },
  }
}

/** The calls that count: not those that were made before, and not those that only look around. */
async function freshOf(desk: Desk, program: Program, calls: readonly SandboxCall[]): Promise<Set<string>> {
  const paid = calls.filter((call) => !isDiscovery(call))
  const keys = paid.map((call) => keyOf(program, call))
  const kept = await listKept(nameplate(desk, program), program.run.id, keys)
  const byKey = new Map(kept.map((each) => [each.key, each]))
  const errors = paid.flatMap((call) => {
    const known = byKey.get(keyOf(program, call))
    if (!known || (known.tool === call.tool && known.argsHash === hashOf(call.arguments ?? {}))) return []
    const field = call.idempotency_key === undefined ? 'id' : 'idempotency_key'
    const message = 'A call under this name was made, with another tool or other arguments.'
    return [{ pointer: `/calls/${calls.indexOf(call)}/${field}`, code: 'reused', message }]
  })
  if (errors.length > 0) fail(failures.call_key_reused, { errors })
  return new Set(paid.filter((call) => !byKey.has(keyOf(program, call))).map(({ id }) => id))
}

/** All questions are put together when the other calls are over, because with them the run stops. */
async function withQuestions(
  desk: Desk,
  program: Program,
  calls: readonly SandboxCall[],
  made: readonly Made[],
): Promise<Made[]> {
  const isAsking = ({ status, continuationId }: Made): boolean =>
    status === 'approval_required' && continuationId === undefined
  const asking = calls.filter((_, index) => made[index] && isAsking(made[index]))
  const [first] = asking
  if (!first) return [...made]
  try {
    const asked = await ask(desk, program, asking)
    return made.map((each, index) =>
      isAsking(each) ? { ...each, continuationId: asked.get(calls[index]?.id ?? '') } : each,
    )
  } catch (error) {
    const failed = failedBy(error, program, first)
    return made.map((each) => (isAsking(each) ? { ...failed, durationMillis: each.durationMillis } : each))
  }
}

function isSpent(made: Made | undefined): boolean {
  return made !== undefined && made.status !== 'skipped' && made.replayed !== true
}

/** In the order of the calls, and no more of it than an answer may have. */
function resultsOf(calls: readonly SandboxCall[], made: readonly Made[]): SandboxResult[] {
  let bytesLeft = ANSWER_BYTES_MAX
  return calls.flatMap(({ id, tool }, index) => {
    const outcome = made[index]
    if (!outcome) return []
    const { status, output, offset = 0, error = null, continuationId = null, replayed = false } = outcome
    const piece = output === undefined ? undefined : pieceOf(output, offset, Math.min(OUTPUT_BYTES_MAX, bytesLeft))
    bytesLeft -= piece?.bytes ?? 0
    return {
      id,
      tool,
      status,
      output: piece?.output ?? null,
      error,
      continuation_id: continuationId,
      duration_ms: outcome.durationMillis,
      truncated: piece?.truncated ?? false,
      next: piece?.nextOffset == null ? null : cursorAt(piece.nextOffset),
      replayed,
    }
  })
}
