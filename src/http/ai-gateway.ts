import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { coreFailures, fail, Refusal, type Failure } from '#core/errors.ts'
import { lingering } from './linger.ts'
import { asRefusal, isRetryable } from './problems.ts'

const KNOCK = 'aiGatewayKnock'

interface Conducted {
  answer: Record<string, unknown>
  upstreamMillis: number
}

/** The gateway itself; the ai module is the one that knows it. */
interface AiGateway<Knock, Route extends string> {
  /** Where all its addresses begin. */
  prefix: string
  routes: readonly { name: Route; bodyBytesMax: number; tooLarge: Failure }[]
  /** Checks what can be checked before the body is there. */
  knock(method: string, url: string, headers: FastifyRequest['headers']): Promise<Knock>
  run(knocked: Knock, route: Route, sent: Sent): Promise<Conducted>
  health(knocked: Knock): Promise<Record<string, string>>
}

interface Sent {
  body: Buffer
  contentType: string
  requestId: string
  onGone(stop: () => void): void
}

interface Parts<Knock, Route extends string> {
  gateway: AiGateway<Knock, Route>
  /** Counts an attempt of somebody who was not let in. */
  limit(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

/** The nine routes for services of our own. Bodies are taken as bytes: they are what was signed. */
export function mountAiGateway<Knock, Route extends string>(app: FastifyInstance, parts: Parts<Knock, Route>): void {
  const { gateway } = parts
  const knockOf = (request: FastifyRequest): Knock => request.getDecorator<Knock>(KNOCK)

  void app.register(
    async (scope) => {
      scope.decorateRequest(KNOCK)
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
      scope.addHook('onRequest', async (request, reply) => {
        if (request.is404) return
        try {
          request.setDecorator(KNOCK, await gateway.knock(request.method, request.raw.url ?? '', request.headers))
        } catch (error) {
          if (error instanceof Refusal && error.failure.status === 401) await parts.limit(request, reply)
          throw error
        }
        const [parameter] = Object.keys(request.query as object)
        if (parameter !== undefined) refuseParameter(parameter)
      })
      const tooLarge = new Map(gateway.routes.map((route) => [`${gateway.prefix}/${route.name}`, route.tooLarge]))
      scope.setErrorHandler((error: FastifyError | Error, request, reply) =>
        sendFailure(request, reply, refusalOf(error, tooLarge.get(request.routeOptions.url ?? ''))),
      )
      scope.setNotFoundHandler(async (request, reply) => {
        await parts.limit(request, reply)
        refuseAddress(request.url, gateway)
      })
      scope.get('/health', (request) => gateway.health(knockOf(request)))
      for (const { name, bodyBytesMax } of gateway.routes) {
        scope.post(`/${name}`, { bodyLimit: bodyBytesMax }, async (request, reply) => {
          const conducted = await gateway.run(knockOf(request), name, sentIn(request, reply))
          return sendAnswer(reply, conducted)
        })
      }
    },
    { prefix: gateway.prefix },
  )
}

function sentIn(request: FastifyRequest, reply: FastifyReply): Sent {
  const { body, headers, id } = request
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    fail(coreFailures.unsupported_media_type, { detail: 'Send the body uncompressed.' })
  }
  return {
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    contentType: headers['content-type'] ?? '',
    requestId: id,
    onGone(stop) {
      reply.raw.on('close', () => {
        if (!reply.raw.writableFinished) stop()
      })
    },
  }
}

function sendAnswer(reply: FastifyReply, { answer, upstreamMillis }: Conducted): FastifyReply {
  const overheadMillis = Math.max(0, reply.elapsedTime - upstreamMillis)
  reply.header('x-ai-gateway-overhead-ms', overheadMillis.toFixed(2))
  reply.header('cache-control', 'no-store')
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
}

function refuseParameter(parameter: string): never {
  const message = 'This address takes no query parameters.'
  fail(coreFailures.invalid_request, {
    detail: `${parameter}: ${message}`,
    errors: [{ parameter, code: 'unknown_parameter', message }],
  })
}

/** Says what there is in place of it. */
function refuseAddress(url: string, { prefix, routes }: Pick<AiGateway<never, string>, 'prefix' | 'routes'>): never {
  const path = url.split('?', 1)[0]
  const known = ['health', ...routes.map(({ name }) => name)].map((name) => `${prefix}/${name}`)
  if (path !== undefined && known.includes(path)) {
    const allow = path === `${prefix}/health` ? 'GET, HEAD' : 'POST'
    fail(coreFailures.method_not_allowed, { detail: `Ask this address with ${allow}.`, headers: { allow } })
  }
  fail(coreFailures.route_not_found, { detail: `No such address. There are ${known.join(', ')}.` })
}

function refusalOf(error: FastifyError | Error, tooLarge: Failure | undefined): Refusal {
  const refusal = asRefusal(error)
  return refusal.failure === coreFailures.body_too_large && tooLarge ? new Refusal(tooLarge, { unread: true }) : refusal
}

/** Services of ours read this form, not problem documents. A malformed request is 422 here. */
function sendFailure(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { failure, options } = refusal
  const status = failure.status === 400 ? 422 : failure.status
  if (failure.isExpected === true) request.log.warn({ code: failure.code, err: options.cause }, refusal.message)
  else if (status >= 500) request.log.error({ err: refusal.cause ?? refusal }, failure.code)
  const retryAfterSeconds = options.retryAfterSeconds ?? (failure === coreFailures.unavailable ? 2 : undefined)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  if (options.headers) reply.headers(options.headers)
  if (status === 401) reply.header('www-authenticate', 'AIGW1-HMAC-SHA256, Bearer')
  const details = { ...options.extra, ...(options.errors && { errors: options.errors }) }
  const text = JSON.stringify({
    error: { code: failure.code, message: refusal.message, retryable: isRetryable(failure), details },
    request_id: request.id,
  })
  reply.code(status).type('application/json; charset=utf-8').header('cache-control', 'no-store')
  return reply.send(options.unread === true ? lingering(request, reply, text) : text)
}
