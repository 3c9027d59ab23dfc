import { openClock, type OnClock } from '#core/clock.ts'
import { newId } from '#core/crypto.ts'
import { Refusal } from '#core/errors.ts'
import { NOTHING_USED, type ModelUsage, type ModelUser, type PricedModel } from '#core/model-use.ts'
import { gatewayFailures } from './gateway-failures.ts'

/** One try at a model, as the answer tells it. */
interface Attempt {
  provider: string
  model: string
  status: 'ok' | 'failed' | 'skipped'
  error_code: string | null
  latency_ms: number
}

interface Asked extends PricedModel {
  degraded: boolean
}

/** A request on its way through the gateway. */
export interface GatewayCall {
  /** Of the answer, and of the record of the call. */
  readonly id: string
  readonly user: ModelUser
  readonly startedAt: number
  readonly deadlineAt: number
  /** Fires at the deadline, or when the caller has gone. */
  readonly signal: AbortSignal
  /** The most that one answer may take. */
  readonly estimate: ModelUsage
  /** Who is asked before any other. */
  readonly first: Asked
  readonly attempts: Attempt[]
  readonly warnings: string[]
  /** Time spent waiting for models, for the overhead. */
  upstreamMillis: number
  /** All that was used so far, whatever comes of the call. */
  used: ModelUsage & { reasoningTokens: number; cachedInputTokens: number }
  /** Who has answered last. */
  model: PricedModel | undefined
  cached: boolean
  /** The work, or a failure as soon as the signal fires: for what does not listen to signals. */
  within<T>(work: PromiseLike<T>): Promise<T>
  /** Fails when the time is up or the caller has gone, before anything else is begun. */
  refuseLate(): void
  /** Stops what is still under way. */
  abandon(reason: Error): void
  end(): void
}

/** The shortest deadline is five times as long. */
const LOOK_MILLIS = 20
const clock = openClock<OnClock & { look(now: number): void }>(LOOK_MILLIS, (each, now) => each.look(now))

interface Beginning {
  timeoutMillis: number
  estimate: ModelUsage
  first: Asked
  /** Whether the caller has hung up. */
  isGone(): boolean
}

/** It must be ended, whatever comes of it. */
export function beginCall(user: ModelUser, { timeoutMillis, estimate, first, isGone }: Beginning): GatewayCall {
  const startedAt = performance.now()
  const deadlineAt = startedAt + timeoutMillis
  const controller = new AbortController()
  const { signal } = controller
  const waiting: ((reason: unknown) => void)[] = []
  const abandon = (reason: Error): void => {
    controller.abort(reason)
    for (const tell of waiting) tell(reason)
  }
  const watch = {
    place: undefined,
    look(now: number): void {
      if (now >= deadlineAt) abandon(new Refusal(gatewayFailures.upstream_timeout))
      else if (isGone()) abandon(new Refusal(gatewayFailures.upstream_error, { detail: 'The caller left.' }))
      else return
      clock.end(watch)
    },
  }
  clock.begin(watch)
  watch.look(startedAt)
  return {
    id: newId(),
    user,
    startedAt,
    deadlineAt,
    signal,
    estimate,
    first,
    attempts: [],
    warnings: [],
    upstreamMillis: 0,
    used: { ...NOTHING_USED, reasoningTokens: 0, cachedInputTokens: 0 },
    model: undefined,
    cached: false,
    within: <T>(work: PromiseLike<T>) =>
      new Promise<T>((resolve, reject) => {
        if (signal.aborted) reject(signal.reason)
        else waiting.push(reject)
        // What comes too late is nothing, also where nobody has looked yet.
        const take = (result: T): void => {
          watch.look(performance.now())
          resolve(result)
        }
        work.then(take, reject)
      }),
    refuseLate() {
      watch.look(performance.now())
      signal.throwIfAborted()
    },
    abandon,
    end: () => clock.end(watch),
  }
}

/** What came of a route: who answered, and the fields of the answer that only this route has. */
export interface Served {
  model: PricedModel
  degraded: boolean
  fields: Record<string, unknown>
}
