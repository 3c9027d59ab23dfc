import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { coreFailures, Refusal, type Failure } from '#core/errors.ts'
import { lingering } from './linger.ts'

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'
const RETRY_AFTER_SECONDS = 2

/** What is malformed, whatever of the request it is. */
export const MALFORMED: readonly Failure[] = [
  coreFailures.invalid_request,
  coreFailures.invalid_json,
  coreFailures.idempotency_key_invalid,
]

/** Fastify's own errors, in our words. */
const FASTIFY_FAILURES: Record<string, Failure> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: coreFailures.unsupported_media_type,
  FST_ERR_CTP_EMPTY_TYPE: coreFailures.unsupported_media_type,
  FST_ERR_CTP_BODY_TOO_LARGE: coreFailures.body_too_large,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: coreFailures.invalid_request,
  FST_ERR_BAD_URL: coreFailures.route_not_found,
  FST_ERR_MAX_PARAM_LENGTH: coreFailures.route_not_found,
}

/**
 * Every refusal leaves as application/problem+json; whatever was not foreseen is a 500 that tells nothing. A surface
 * whose contract says so answers a malformed request with another status than 400.
 */
export function answerProblems(app: FastifyInstance, invalidStatus = coreFailures.invalid_request.status): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const refusal = asRefusal(error)
    const status = MALFORMED.includes(refusal.failure) ? invalidStatus : refusal.failure.status
    noteRefusal(request, reply, refusal, status)
    return sendProblem(request, reply, refusal, status)
  })
}

/** What every door does about a refusal, whatever it answers: a line in the log, and when to try again. */
export function noteRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal, status: number): void {
  const { failure, options, cause } = refusal
  if (failure.isExpected) request.log.warn({ code: failure.code, err: cause }, refusal.message)
  else if (status >= 500) request.log.error({ err: cause ?? refusal }, failure.code)
  const isPassing = status === 503 && isRetryable(failure)
  const retryAfterSeconds = options.retryAfterSeconds ?? (isPassing ? RETRY_AFTER_SECONDS : undefined)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
}

export function asRefusal(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error
  const code = 'code' in error ? error.code : ''
  const known = FASTIFY_FAILURES[code]
  if (known) return new Refusal(known)
  // The caller hung up while sending: nobody is there to read the answer, and it is no fault of ours.
  if (code === 'ECONNRESET') return new Refusal(coreFailures.invalid_json, { detail: 'The body ended too soon.' })
  return new Refusal(coreFailures.internal_error, { cause: error })
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  status: number,
): FastifyReply {
  const { options } = refusal
  if (status === 401 && !reply.hasHeader('www-authenticate')) {
    reply.header('www-authenticate', 'Bearer error="invalid_token"')
  }
  reply.headers(options.headers ?? {})
  reply.header('cache-control', 'no-store')
  const text = problemText(refusal, status, request.id, request.url.split('?', 1)[0]?.slice(0, 500))
  reply.code(status).type(PROBLEM_TYPE)
  return reply.send(options.unread ? lingering(request, reply, text) : text)
}

/** The document itself. What never became a request has no address. */
export function problemText(
  { failure, message, options }: Refusal,
  status: number,
  requestId: string,
  instance?: string,
): string {
  return JSON.stringify({
    type: `urn:innkeeper:problem:${failure.code}`,
    title: failure.text,
    status,
    detail: message,
    instance,
    code: failure.code,
    requestId,
    retryable: isRetryable(failure),
    errors: options.errors ?? [],
    ...options.extra,
  })
}

/** Whether the same request can succeed later. Of the conflicts only a running twin goes away by itself. */
export function isRetryable(failure: Failure): boolean {
  return failure.retryable ?? [429, 500, 503].includes(failure.status)
}
