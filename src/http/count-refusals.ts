import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#core/errors.ts'
import type { Limiter } from '#core/ratelimit.ts'
import { limitAddress } from './admission.ts'
import { PROBLEM_TYPE, problemText } from './problems.ts'

const proven = new WeakSet<IncomingMessage>()

/** Exempts a request that authenticated at a door with its own limit. */
export function noteProven(request: IncomingMessage): void {
  proven.add(request)
}

/** At every door, a request refused before any limit counted it counts as an anonymous attempt. */
export function countRefusals(app: FastifyInstance, perAddress: Limiter): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { statusCode } = reply
    if (statusCode < 400 || statusCode >= 500 || reply.hasHeader('ratelimit') || proven.has(request.raw))
      return done(null, payload)
    limited(perAddress, request, reply).then(
      (refusal) => done(null, refusal === undefined ? payload : instead(payload, request, reply, refusal)),
      (error: Error) => done(error),
    )
  })
}

/** The refusal if this attempt is over the limit. Undefined if not, or if the limiter fails: it is refused anyway. */
export async function limited(
  perAddress: Limiter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Refusal | undefined> {
  try {
    await limitAddress(perAddress, request, reply)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    request.log.warn({ err: error }, 'a refusal could not be counted')
    return undefined
  }
}

function instead(payload: unknown, request: FastifyRequest, reply: FastifyReply, refusal: Refusal): string {
  if (payload instanceof Readable) payload.destroy()
  const { failure, options } = refusal
  reply.removeHeader('content-length')
  reply
    .code(failure.status)
    .type(PROBLEM_TYPE)
    .headers(options.headers ?? {})
  reply.headers({ 'cache-control': 'no-store', 'retry-after': options.retryAfterSeconds ?? 1 })
  return problemText(refusal, failure.status, request.id, request.url.split('?', 1)[0]?.slice(0, 500))
}
