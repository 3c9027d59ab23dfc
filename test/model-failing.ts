import type { ModelFailure } from '#core/model-failure.ts'

/** What each way in which the upstream fails must become, whoever asked it and however. */
export const FAILING: Record<string, Partial<ModelFailure>> = {
  'fail-500': { reason: 'upstream_error', statusCode: 500, isRetryable: true },
  'fail-401': { reason: 'credential', statusCode: 401, isRetryable: false },
  'fail-400': { reason: 'refused', statusCode: 400, isRetryable: false, upstreamCode: 'context_length_exceeded' },
  'fail-429': { reason: 'rate_limited', statusCode: 429, isRetryable: true, retryAfterSeconds: 7 },
  'fail-html': { reason: 'upstream_error', statusCode: 502, isRetryable: true },
  'bad-json': { reason: 'bad_answer', isRetryable: false },
  'bad-shape': { reason: 'bad_answer', isRetryable: false },
  huge: { reason: 'too_large', isRetryable: false },
  'huge-declared': { reason: 'too_large', isRetryable: false },
  cut: { reason: 'unreachable', isRetryable: true },
  'stream-cut': { reason: 'cut', isRetryable: true },
  redirect: { reason: 'refused', statusCode: 307 },
}
