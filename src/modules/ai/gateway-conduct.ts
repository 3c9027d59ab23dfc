import type { TSchema } from 'typebox'
import { coreFailures, fail, Refusal } from '#core/errors.ts'
import { modelFailures, type ChosenModel } from '#core/models.ts'
import type { Hold, ModelUsage, ModelUse, ModelUser } from '#core/model-use.ts'
import type { Outbound } from '#core/outbound.ts'
import type { Limiter } from '#core/ratelimit.ts'
import type { Services } from '#core/services.ts'
import { bodyValidator, refuseAny } from '#core/validate.ts'
import type { AnswerParts } from './gateway-answers.ts'
import { beginCall, usedIn, type GatewayCall, type Served } from './gateway-call.ts'
import { TIMEOUT_MILLIS } from './gateway.schema.ts'
import type { LanguageParts } from './gateway-language.ts'
import type { SchemaChecks } from './structured-check.ts'

/** What the routes work with. */
export interface GatewayParts extends LanguageParts, AnswerParts {
  use: ModelUse
  limiter: Limiter
  outbound: Outbound
  schemas: SchemaChecks
  services: Pick<Services, 'storage' | 'signer' | 'settings'>
}

/** A request that was let in. */
export interface Visit {
  user: ModelUser
  body: Buffer
  contentType: string
  /** Whether the caller has hung up. */
  isGone?(): boolean
}

export interface Conducted {
  answer: Record<string, unknown>
  upstreamMillis: number
}

interface Conduct<M, P> {
  object: string
  timeoutMillis?: number
  /** The model that is asked first, or the one of that name. */
  choose(name?: string): Promise<ChosenModel<M>>
  fallbacks?: readonly string[] | undefined
  estimate: ModelUsage
  /** What may still refuse the request and takes a while: within the time of the call, and before its budget. */
  prepare?(call: GatewayCall): Promise<P>
  work(call: GatewayCall, first: ChosenModel<M>, prepared: P): Promise<Served>
  /** What an answer says beyond what is kept of it. */
  told?(fields: Served['fields']): Served['fields']
}

/** The way of every model call: limit, budget, the work itself, and the record of it whatever comes of it. */
export async function conduct<M, P>(
  parts: Pick<GatewayParts, 'use'>,
  visit: Pick<Visit, 'user' | 'isGone'>,
  plan: Conduct<M, P>,
): Promise<Conducted> {
  const { user, isGone = () => false } = visit
  const { timeoutMillis = TIMEOUT_MILLIS.usual, estimate } = plan
  const first = await plan.choose()
  if (plan.fallbacks) await refuseUnknown(plan.fallbacks, plan.choose)
  const call = beginCall(user, { timeoutMillis, estimate, first, isGone })
  let hold: Hold
  let prepared: P | undefined
  try {
    if (plan.prepare) prepared = await plan.prepare(call)
    // What is inside the installation spends nothing, so a budget that is used up does not silence it.
    const isFree = first.degraded && !plan.fallbacks?.length
    hold = isFree ? undefined : await parts.use.reserve(user.workspaceId, first, estimate)
  } catch (error) {
    call.end()
    throw error
  }
  let status = 'ok'
  try {
    // Undefined only where nothing was to be prepared.
    const served = await plan.work(call, first, prepared as P)
    const fields = plan.told ? plan.told(served.fields) : served.fields
    return { answer: answerOf(call, plan.object, served, fields), upstreamMillis: call.upstreamMillis }
  } catch (error) {
    status = error instanceof Refusal ? error.failure.code : coreFailures.internal_error.code
    throw error instanceof Refusal ? withAttempts(error, call) : error
  } finally {
    call.end()
    parts.use.settle(hold, user, {
      id: call.id,
      model: call.model ?? { provider: first.provider, modelId: first.modelId },
      spent: call.spent,
      status,
      latencyMillis: Math.round(performance.now() - call.startedAt),
      cached: call.cached,
    })
  }
}

/** A name that nobody knows is told while it costs nothing, and not on the day when the first model fails. */
async function refuseUnknown(fallbacks: readonly string[], choose: Conduct<unknown, unknown>['choose']): Promise<void> {
  for (const name of fallbacks) {
    await choose(name).catch((error: unknown) => {
      if (error instanceof Refusal && error.failure === modelFailures.model_unknown) throw error
    })
  }
}

function answerOf(
  call: GatewayCall,
  object: string,
  { model, degraded }: Served,
  fields: Served['fields'],
): Conducted['answer'] {
  const { inputTokens, outputTokens } = usedIn(call)
  return {
    id: call.id,
    object,
    created: Math.floor(Date.now() / 1000),
    model: model.modelId,
    provider: model.provider,
    ...fields,
    usage: {
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
      reasoning_tokens: call.used.reasoningTokens,
      cached_input_tokens: call.used.cachedInputTokens,
    },
    cached: call.cached,
    degraded,
    attempts: call.attempts,
    latency_ms: Math.round(performance.now() - call.startedAt),
    warnings: call.warnings,
  }
}

/** Who was asked, and how that went, is told of a failure too. */
function withAttempts(refusal: Refusal, { attempts }: GatewayCall): Refusal {
  if (attempts.length === 0) return refusal
  const { extra } = refusal.options
  return new Refusal(refusal.failure, {
    ...refusal.options,
    detail: refusal.message,
    cause: refusal.options.cause ?? refusal.cause,
    extra: { ...extra, attempts },
  })
}

/** One request more of this caller for this workspace. */
export async function spendOne({ limiter }: GatewayParts, { user }: Visit): Promise<void> {
  const { allowed, retryAfterSeconds } = await limiter.take(`ai:${user.caller}:${user.workspaceId}`)
  if (!allowed) fail(coreFailures.rate_limited, { retryAfterSeconds })
}

/** A body that passed validation, or a refusal with all that is wrong with it. */
export function checkedBody<T>(schema: TSchema, body: unknown): T {
  refuseAny(bodyValidator(schema)(body))
  return body as T
}
