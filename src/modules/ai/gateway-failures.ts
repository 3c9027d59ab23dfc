import { defineFailures, Refusal, type Failure } from '#core/errors.ts'

/** What the gateway refuses with, beyond what the core and model access do. */
export const gatewayFailures = defineFailures({
  unauthenticated: { status: 401, text: 'Sign the request, or send the token of a caller.' },
  stale_timestamp: { status: 401, text: 'The timestamp is more than 300 seconds from the time of this service.' },
  bad_signature: { status: 401, text: 'The signature does not fit the request and the caller.' },
  replayed_nonce: { status: 401, text: 'This nonce was used before. Make a new one for every request.' },
  caller_not_allowed: { status: 403, text: 'This caller may not do that.' },
  workspace_not_allowed: { status: 403, text: 'This caller may not act for that workspace.' },
  prompt_too_large: { status: 413, text: 'The prompt is larger than allowed.' },
  audio_too_large: { status: 413, text: 'Audio may have 25 MB and last two hours.' },
  unsupported_audio: { status: 415, text: 'Send audio as WAV, MP3, M4A, Ogg, WebM or FLAC.' },
  idempotency_key_reused: { status: 422, text: 'This idempotency_key was used with another request.' },
  budget_exceeded: { status: 429, text: 'The budget of the workspace is used up.' },
  upstream_error: { status: 502, text: 'The model could not be reached or failed.', retryable: true, isExpected: true },
  invalid_model_output: {
    status: 502,
    text: 'The model did not answer in the form that was asked for.',
    retryable: true,
    isExpected: true,
  },
  upstream_timeout: { status: 504, text: 'The model did not answer in time.', retryable: true, isExpected: true },
})

/** The same code where another try would end the same way: the provider does not take the request or the credential. */
export const upstreamRefused: Failure = { ...gatewayFailures.upstream_error, retryable: false }

export const hopelessOutput: Failure = { ...gatewayFailures.invalid_model_output, retryable: false }

/** The model, or what watches over it, will not answer this: neither asked again nor when it is shown its words. */
export class AnswerRefused extends Refusal {
  /** As the attempt tells it. */
  readonly reason = 'content_filter'

  constructor() {
    super(hopelessOutput, { detail: 'The model refused to answer.', extra: { reason: 'content_filter' } })
  }
}
