import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { coreFailures, fail } from '#core/errors.ts'
import type { Limiter } from '#core/ratelimit.ts'
import { answerUnread, problemOf } from './client-errors.ts'

const TUNNELS = 'This server opens no tunnels. Ask it for an address that it has.'

/**
 * Handles requests that Node would answer by itself, uncounted and without a request id, or would accept although their
 * host is ambiguous.
 */
export function refuseOddRequests(app: FastifyInstance, limiter: Limiter): void {
  const { server } = app
  // Without a listener, Node answers 417 with an empty body.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))
  server.on('connect', (_request: IncomingMessage, socket: Socket) =>
    answerUnread(limiter, socket, () => problemOf(coreFailures.method_not_allowed, TUNNELS)),
  )
  // Otherwise Fastify refuses a QUERY without a content type before a handler can answer that there is no such route.
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

/** Whether the host is unambiguous. Given two, a proxy in front may have used the other one. */
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
