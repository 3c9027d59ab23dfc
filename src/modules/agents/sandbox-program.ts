import type { Log, WorkspaceCtx } from '#core/context.ts'
import { sha256 } from '#core/crypto.ts'
import type { Pool } from '#core/db.ts'
import { coreFailures, defineFailures, fail, Refusal } from '#core/errors.ts'
import type { Services } from '#core/services.ts'
import { mayUse } from '#core/tool-caller.ts'
import type { ReadyTool } from '#core/tool-ready.ts'
import { reasonIn } from '#core/tool-run.ts'
import type { RunRow } from './run.queries.ts'
import type { Slots } from './sandbox-slots.ts'
import type { SandboxToken } from './sandbox-token.ts'
import type { Twins } from './sandbox-twins.ts'
import type { SandboxCall, SandboxResult } from './sandbox.schema.ts'
import { boxFor, callerOf, speakerFor, type SpeakerCtx } from './speaker.ts'
import type { Toolbox } from './toolbox.service.ts'

export const failures = defineFailures({
  run_not_running: { status: 403, text: 'The run is not running.' },
  call_key_reused: { status: 409, text: 'A call with this id or key was made, and it was another one.' },
  calls_used_up: { status: 429, text: 'The token does not allow that many more calls.', retryable: false },
})

/** What the gateway works with. */
export interface Desk {
  readonly pool: Pool
  readonly services: Services
  readonly toolbox: Toolbox
  readonly slots: Slots
  readonly twins: Twins
  now(): Date
}

/** A program that makes calls, for one request. */
export interface Program {
  readonly token: SandboxToken
  readonly run: RunRow
  readonly requestId: string
  readonly log: Log
}

/** What became of a call, before it is written as an answer. */
export interface Outcome {
  status: SandboxResult['status']
  /** The answer as JSON text. */
  output?: string
  /** Where reading it begins. */
  offset?: number
  error?: SandboxResult['error']
  continuationId?: string
  replayed?: boolean
  /** It is in the log and in the record of calls already, or does not belong there. */
  isTraced?: boolean
}

/** The person whom the program acts for, as the service knows them without asking. */
export function nameplate({ pool, services, now }: Desk, { token, requestId, log }: Program): WorkspaceCtx {
  const principal = { kind: 'user', userId: token.userId, sessionId: '' } as const
  return { db: pool, workspaceId: token.workspaceId, principal, now: now(), requestId, log, services }
}

/** The person with their current rights, and whoever the run speaks for. */
export function personOf(desk: Desk, program: Program): Promise<SpeakerCtx> {
  const { workspaceId, userId } = program.token
  return speakerFor(nameplate(desk, program), { ...program.run, workspaceId, userId })
}

/**
 * The tool, if the token allows it and whoever the run speaks for may use it. Otherwise undefined, whether or not such
 * a tool exists.
 */
export function usable(
  { toolbox }: Desk,
  { token, run }: Program,
  person: SpeakerCtx,
  name: string,
): ReadyTool | undefined {
  const ready = token.tools.includes(name) ? boxFor(toolbox, run).find(name) : undefined
  if (!ready || !token.effects.includes(ready.tool.effect === 'read' ? 'read' : 'write')) return undefined
  return mayUse(callerOf(person), ready.tool) ? ready : undefined
}

export const DENIED: Outcome = {
  status: 'denied',
  error: { code: 'tool_denied', message: 'There is no such tool here.', retryable: false },
}

/** By what the call is known again, in this run. What the program chose never meets what was made for it. */
export function keyOf({ token }: Program, { id, idempotency_key: chosen }: SandboxCall): string {
  return chosen === undefined ? `call:${token.id}:${id}` : `key:${sha256(chosen).toString('base64url')}`
}

export function assertRunning(run: Pick<RunRow, 'status' | 'cancelRequestedAt'> | undefined): void {
  if (run?.status !== 'running' || run.cancelRequestedAt !== null) fail(failures.run_not_running)
}

/** What a program is told of a failure: a refusal in its own words, of a defect nothing. */
export function failedBy(error: unknown, { log }: Program, { tool }: SandboxCall): Outcome {
  if (!(error instanceof Refusal) || error.failure === coreFailures.internal_error) {
    log.error({ err: error, tool }, 'a tool failed')
    const { code, text: message } = coreFailures.internal_error
    return { status: 'error', error: { code, message, retryable: true } }
  }
  const { failure, options } = error
  if (failure === coreFailures.workspace_forbidden || failure === coreFailures.workspace_not_found) return DENIED
  const retryable = failure.retryable ?? [429, 503].includes(failure.status)
  const errors = options.errors && { errors: options.errors }
  return { status: 'error', error: { code: failure.code, message: reasonIn(error), retryable, ...errors } }
}
