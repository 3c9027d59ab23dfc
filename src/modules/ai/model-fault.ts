import { APICallError, InvalidResponseDataError, UnsupportedFunctionalityError } from '@ai-sdk/provider'
import { ModelFailure } from '#core/model-failure.ts'
import { secondsToWait } from '#core/retry-after.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** What a provider library threw, without what it holds of the request, the answer and the key. */
export function cleanFault(error: unknown, signal?: AbortSignal): unknown {
  const known = failureWithin(error)
  if (known) return known
  if (signal?.aborted) return signal.reason
  if (APICallError.isInstance(error)) {
    const { statusCode, responseHeaders = {}, data } = error
    return statusCode === undefined
      ? new ModelFailure('unreachable')
      : failureOfAnswer(statusCode, responseHeaders, data)
  }
  // The caller's prompt holds a thing that this model cannot take.
  if (UnsupportedFunctionalityError.isInstance(error))
    return new ModelFailure('refused', { upstreamCode: 'unsupported' })
  // Whatever else a library trips over is an answer that it cannot read.
  return new ModelFailure('bad_answer')
}

/** The same for a fault that the provider told in the middle of a stream. */
export function cleanStreamFault(error: unknown, signal?: AbortSignal): unknown {
  if (error instanceof Error || signal?.aborted) {
    const hasNoEnd = InvalidResponseDataError.isInstance(error) && /ended without/.test(error.message)
    return hasNoEnd ? new ModelFailure('cut') : cleanFault(error, signal)
  }
  return new ModelFailure('upstream_error', withCode(codeIn(error)))
}

/** Libraries wrap what `fetch` threw, at times more than once. */
function failureWithin(error: unknown): ModelFailure | undefined {
  let current = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if (current instanceof ModelFailure) return current
    current = current.cause
  }
  return undefined
}

/** What an answer says that is none to the question. */
export function failureOfAnswer(statusCode: number, headers: Headers, data: unknown): ModelFailure {
  const retryAfterSeconds = retryAfterIn(headers)
  const details = {
    statusCode,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...withCode(codeIn(data)),
  }
  if (statusCode < 300) return new ModelFailure('bad_answer', details)
  if (statusCode === 401 || statusCode === 403) return new ModelFailure('credential', details)
  if (statusCode === 429) return new ModelFailure('rate_limited', details)
  return new ModelFailure(statusCode >= 500 ? 'upstream_error' : 'refused', details)
}

const RETRY_AFTER_SECONDS_MAX = 86_400

/** `retry-after-ms` is more exact where a provider sends it. */
function retryAfterIn(headers: Headers): number | undefined {
  const exact = headers['retry-after-ms']
  const told = exact === undefined ? headers['retry-after']?.toString() : String(Number(exact) / 1000)
  return secondsToWait(told, RETRY_AFTER_SECONDS_MAX)
}

/** The provider's short word for the fault. Its sentences stay out: they may repeat the prompt or the key. */
function codeIn(data: unknown): string | undefined {
  const { error = data } = (typeof data === 'object' && data !== null ? data : {}) as { error?: unknown }
  const { code, type } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  return [code, type].find((word): word is string => typeof word === 'string' && /^[a-z_]{1,64}$/.test(word))
}

function withCode(upstreamCode: string | undefined): { upstreamCode?: string } {
  return upstreamCode === undefined ? {} : { upstreamCode }
}
