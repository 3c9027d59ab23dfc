import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#core/errors.ts'
import type { Limiter } from '#core/ratelimit.ts'
import { limitAddress } from './admission.ts'
import { PROBLEM_TYPE, problemText } from './problems.ts'

const proven = new WeakSet<IncomingMessage>()

/** It has shown who it is at a door that has a limit of its own. */
export function noteProven(request: IncomingMessage): void {
  proven.add(request)
}

/** Whoever is refused before any limit has counted them counts as an attempt of somebody unknown, at every door. */
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

/** Why it is one too many. Undefined when it is not, and while that cannot be told: it is refused all the same. */
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
