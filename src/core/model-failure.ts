import { APICallError } from '@ai-sdk/provider'

const SENTENCES = {
  timeout: 'The model did not answer in time.',
  too_large: 'The answer of the model is larger than allowed.',
  unreachable: 'The model could not be reached.',
  not_allowed: 'The address of the model may not be called.',
  cut: 'The model broke off in the middle of its answer.',
  bad_answer: 'The model answered in a form that cannot be read.',
  refused: 'The provider of the model refused the request.',
  credential: 'The provider of the model refused the credential.',
  rate_limited: 'The provider of the model asks for patience.',
  upstream_error: 'The provider of the model has a fault.',
} as const

export type ModelFailureReason = keyof typeof SENTENCES

const RETRYABLE: readonly ModelFailureReason[] = ['timeout', 'unreachable', 'cut', 'rate_limited', 'upstream_error']

interface ModelFailureDetails {
  statusCode?: number
  retryAfterSeconds?: number
  upstreamCode?: string
}

/**
 * Why a model gave no answer. It holds nothing of the prompt, the answer, the address or the key, so it can be logged.
 * The AI SDK knows it as an error of its own, and so whether and when to try again.
 */
export class ModelFailure extends APICallError {
  readonly reason: ModelFailureReason
  readonly retryAfterSeconds: number | undefined
  /** The provider's own short word for it, such as `context_length_exceeded`. */
  readonly upstreamCode: string | undefined

  constructor(reason: ModelFailureReason, { statusCode, retryAfterSeconds, upstreamCode }: ModelFailureDetails = {}) {
    super({
      message: SENTENCES[reason] + (upstreamCode === undefined ? '' : ` (${upstreamCode})`),
      url: '',
      requestBodyValues: {},
      ...(statusCode !== undefined && { statusCode }),
      ...(retryAfterSeconds !== undefined && { responseHeaders: { 'retry-after': String(retryAfterSeconds) } }),
      isRetryable: RETRYABLE.includes(reason) || statusCode === 408 || statusCode === 409,
    })
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
    this.upstreamCode = upstreamCode
  }
}
