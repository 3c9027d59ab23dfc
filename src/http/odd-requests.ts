import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { coreFailures, fail } from '#core/errors.ts'
import type { Limiter } from '#core/ratelimit.ts'
import { answerUnread, problemOf } from './client-errors.ts'

const TUNNELS = 'This server opens no tunnels. Ask it for an address that it has.'

/**
 * Requests that Node would answer by itself, without a request id and uncounted, or that it would let pass although
 * nobody can tell for which host they are.
 */
export function refuseOddRequests(app: FastifyInstance, limiter: Limiter): void {
  const { server } = app
  // Without a listener Node answers 417 with nothing in it.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))
  server.on('connect', (_request: IncomingMessage, socket: Socket) =>
    answerUnread(limiter, socket, () => problemOf(coreFailures.method_not_allowed, TUNNELS)),
  )
  // QUERY is the one method whose missing content type Fastify refuses before a handler can say that there is no such route.
  app.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true })
  app.addHook('onRequest', (request, _reply, done) => {
    try {
      refuseOddHead(request)
      done()
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Whether it is clear which host is meant. A proxy in front may have gone by the other one. */
export function namesOneHost({ rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count === 1 || (count === 0 && httpVersionMinor === 0)
}

function refuseOddHead({ raw }: FastifyRequest): void {
  const { httpVersionMajor, httpVersionMinor, headers } = raw
  if (httpVersionMajor !== 1 || httpVersionMinor > 1)
    fail(coreFailures.unreadable_request, { detail: 'Send the request as HTTP/1.1.' })
  if (!namesOneHost(raw)) fail(coreFailures.unreadable_request, { detail: 'Send exactly one Host header.' })
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    fail(coreFailures.expectation_failed)
}
