import { openClock, type OnClock } from '#core/clock.ts'
import { newId } from '#core/crypto.ts'
import { Refusal } from '#core/errors.ts'
import { added, NOTHING_USED, type ModelUsage, type ModelUser, type PricedModel, type Spent } from '#core/model-use.ts'
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
  /** Time spent waiting for models, for the overhead; where two are waited for at once it counts once. */
  readonly upstreamMillis: number
  beginWait(): void
  endWait(): void
  /** All that was used so far, whatever comes of the call, and by whom. */
  readonly spent: Spent[]
  /** Parts of it that only the answer tells. */
  readonly used: { reasoningTokens: number; cachedInputTokens: number }
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
  const waits = { open: 0, since: 0, millis: 0 }
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
    get upstreamMillis() {
      return waits.millis + (waits.open > 0 ? performance.now() - waits.since : 0)
    },
    beginWait() {
      if (waits.open === 0) waits.since = performance.now()
      waits.open += 1
    },
    endWait() {
      waits.open -= 1
      if (waits.open === 0) waits.millis += performance.now() - waits.since
    },
    spent: [],
    used: { reasoningTokens: 0, cachedInputTokens: 0 },
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

/** Notes what a model took, or is taken to have. */
export function spend(call: GatewayCall, { provider, modelId }: PricedModel, usage: Partial<ModelUsage>): void {
  call.spent.push({ model: { provider, modelId }, usage: { ...NOTHING_USED, ...usage } })
}

/** By all who were asked. */
export function usedIn({ spent }: GatewayCall): ModelUsage {
  return spent.reduce((sum, { usage }) => added(sum, usage), NOTHING_USED)
}

/** What came of a route: who answered, and the fields of the answer that only this route has. */
export interface Served {
  model: PricedModel
  degraded: boolean
  fields: Record<string, unknown>
}
