import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '#core/errors.ts'
import { ModelFailure } from '#core/model-failure.ts'
import type { ChosenModel } from '#core/models.ts'
import type { Circuits } from '#core/circuit.ts'
import { spend, type GatewayCall } from './gateway-call.ts'
import { gatewayFailures, upstreamRefused } from './gateway-failures.ts'

const RETRIES_MAX = 2
const BACKOFF_MILLIS = 100

export interface Plan<M, R> {
  /** The first, then those to fall back on. */
  first: ChosenModel<M>
  fallbacks: readonly string[]
  choose(name: string): Promise<ChosenModel<M>>
  run(model: M, signal: AbortSignal): PromiseLike<R>
  /** Throws where what was said is no answer. */
  check?(reached: Reached<M, R>): void
  retriesMax?: number
}

export interface Reached<M, R> {
  chosen: ChosenModel<M>
  result: R
}

/**
 * Tries a model, again where that may help, then the next one; until the time is up. Some of it is kept for those that
 * are left to ask, or one that hangs would leave them none.
 */
export async function attempted<M, R>(call: GatewayCall, circuits: Circuits, plan: Plan<M, R>): Promise<Reached<M, R>> {
  let cause: unknown
  let others = plan.fallbacks.length
  for (const name of ['', ...plan.fallbacks]) {
    const left = others--
    let chosen: ChosenModel<M>
    try {
      chosen = name === '' ? plan.first : await plan.choose(name)
    } catch (error) {
      // A name that is not known is the caller's mistake, and no reason to try the next one in silence.
      if (!(error instanceof Refusal) || error.failure.status === 422) throw error
      cause ??= error
      continue
    }
    const outcome = await tried(call, circuits, plan, { chosen, others: left })
    if ('result' in outcome) return outcome
    cause = outcome.error
  }
  throw failureOf(cause)
}

interface Turn<M> {
  chosen: ChosenModel<M>
  /** How many are left to ask after it. */
  others: number
}

async function tried<M, R>(
  call: GatewayCall,
  circuits: Circuits,
  plan: Plan<M, R>,
  { chosen, others }: Turn<M>,
): Promise<Reached<M, R> | { error: unknown }> {
  // Of one workspace: it may have an account and an address of its own.
  const circuit = `${call.user.workspaceId} ${chosen.provider} ${chosen.modelId}`
  const retriesMax = plan.retriesMax ?? RETRIES_MAX
  const until = others === 0 ? call.deadlineAt : endOfPart(call, others)
  for (let retry = 0; ; retry++) {
    call.refuseLate()
    const closedFor = circuits.closedFor(circuit)
    if (closedFor !== undefined) {
      note(call, chosen, 'skipped', 'circuit_open', 0)
      return { error: new CircuitOpen(closedFor) }
    }
    const startedAt = performance.now()
    let waitMillis: number | undefined
    call.beginWait()
    try {
      const run = others === 0 ? plan.run(chosen.model, call.signal) : inPart(call, until, plan, chosen.model)
      const result = await call.within(run)
      plan.check?.({ chosen, result })
      note(call, chosen, 'ok', null, performance.now() - startedAt)
      circuits.worked(circuit)
      return { chosen, result }
    } catch (error) {
      noteFailure(call, circuits, { circuit, chosen, error, millis: performance.now() - startedAt })
      if (call.signal.aborted) throw call.signal.reason
      waitMillis = retry < retriesMax ? pauseBefore(error, retry) : undefined
      // A wait beyond its time helps nobody; another model may.
      if (waitMillis === undefined || performance.now() + waitMillis + TRY_MILLIS_MIN >= until) return { error }
      // The pause is the model's doing too.
      await call.within(sleep(waitMillis, undefined, { signal: call.signal }))
    } finally {
      call.endWait()
    }
  }
}

/** What is kept of the time for each of the others, and at most half of all: one that is slow and well may still answer. */
const KEPT_MILLIS = 5000
/** With less than that left nobody is asked once more: the model would be paid for nothing. */
const TRY_MILLIS_MIN = 250

function endOfPart({ deadlineAt }: GatewayCall, others: number): number {
  return deadlineAt - Math.min(others * KEPT_MILLIS, (deadlineAt - performance.now()) / 2)
}

/** Left when its part of the time is over. */
function inPart<M, R>(call: GatewayCall, until: number, plan: Plan<M, R>, model: M): Promise<R> {
  const part = new AbortController()
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      const late = new ModelFailure('timeout')
      reject(late)
      part.abort(late)
    }
    // Rounded up: a timer that fires before its time would leave time for another try.
    const timer = setTimeout(leave, Math.ceil(until - performance.now()) + 1).unref()
    plan
      .run(model, AbortSignal.any([call.signal, part.signal]))
      .then(resolve, reject)
      .then(() => clearTimeout(timer))
  })
}

interface Failed {
  circuit: string
  chosen: ChosenModel<unknown>
  error: unknown
  millis: number
}

/**
 * Who waits for less cannot say that a model hangs, and must not keep it from those who wait longer. Of five seconds that
 * a caller has a model gets a little less.
 */
const PATIENCE_MILLIS = 4900

function noteFailure(call: GatewayCall, circuits: Circuits, { circuit, chosen, error, millis }: Failed): void {
  const isOver = call.signal.aborted
  const isLate = isOver && call.signal.reason?.failure === gatewayFailures.upstream_timeout
  const code = isLate ? 'timeout' : isOver ? 'abandoned' : codeOf(error)
  note(call, chosen, 'failed', code, millis)
  if (isOver || code === 'timeout') countUnanswered(call, chosen)
  const isHasty = code === 'timeout' && millis < PATIENCE_MILLIS
  if (!isHasty && (isLate || (!isOver && isFaultOfModel(error)))) circuits.failed(circuit)
  else circuits.released(circuit)
}

function note(
  call: GatewayCall,
  { provider, modelId }: ChosenModel<unknown>,
  status: 'ok' | 'failed' | 'skipped',
  errorCode: string | null,
  millis: number,
): void {
  call.attempts.push({ provider, model: modelId, status, error_code: errorCode, latency_ms: Math.round(millis) })
}

/**
 * A model that was asked works on, and is paid, although nobody waits for it any more. What it took is not told, so it
 * is taken for what was set aside.
 */
function countUnanswered(call: GatewayCall, { provider, modelId, degraded }: ChosenModel<unknown>): void {
  if (degraded) return
  spend(call, { provider, modelId }, call.estimate)
  call.model ??= { provider, modelId }
  call.warnings.push('usage_estimated')
}

/** Model access throws errors that say whether another try can help. */
interface Telling {
  isRetryable?: boolean
  statusCode?: number
  reason?: string
  retryAfterSeconds?: number
}

function isFaultOfModel(error: unknown): boolean {
  return (error as Telling).isRetryable === true
}

function codeOf(error: unknown): string {
  const { reason, statusCode } = error as Telling
  return reason ?? (statusCode === undefined ? 'error' : `http_${statusCode}`)
}

/** Milliseconds before the next try; undefined when none makes sense. Full jitter, so that callers do not come in step. */
function pauseBefore(error: unknown, retry: number): number | undefined {
  if (!isFaultOfModel(error)) return undefined
  const { retryAfterSeconds } = error as Telling
  const pause = Math.random() * BACKOFF_MILLIS * 2 ** retry
  return retryAfterSeconds === undefined ? pause : Math.max(pause, retryAfterSeconds * 1000)
}

class CircuitOpen extends Error {
  readonly retryAfterSeconds: number

  constructor(millis: number) {
    super('The model failed too often and is left alone for a while.')
    this.retryAfterSeconds = Math.max(1, Math.ceil(millis / 1000))
  }
}

/** In the gateway's words; the provider's own stay in the log. */
function failureOf(cause: unknown): unknown {
  if (cause instanceof Refusal) return cause
  const { reason, statusCode, retryAfterSeconds } = cause as Telling
  if (reason === 'timeout') return new Refusal(gatewayFailures.upstream_timeout, { cause })
  const isHopeless = !(cause instanceof CircuitOpen) && !isFaultOfModel(cause)
  return new Refusal(isHopeless ? upstreamRefused : gatewayFailures.upstream_error, {
    detail:
      cause instanceof Error && (reason !== undefined || cause instanceof CircuitOpen) ? cause.message : undefined,
    cause,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    extra: { reason: cause instanceof CircuitOpen ? 'circuit_open' : codeOf(cause), upstream_status: statusCode },
  })
}
