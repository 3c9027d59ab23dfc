import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { coreFailures, fail, Refusal, type Failure } from '#core/errors.ts'
import { endOfTurn } from '#core/end-of-turn.ts'
import type { Limiter } from '#core/ratelimit.ts'
import { limitAddress } from './admission.ts'
import { tellBrokenHeaders } from './client-errors.ts'
import { noteProven } from './count-refusals.ts'
import { lingering } from './linger.ts'
import type { Metrics } from './metrics.ts'
import { namesOneHost } from './odd-requests.ts'
import { asRefusal, isRetryable, noteRefusal } from './problems.ts'
import { requestIdFrom } from './request-id.ts'
import { noteAnswer, standingHeaders } from './server.ts'
import { answerBefore } from './shortcut.ts'

const NOBODY = { kind: 'nobody' } as const
const CREDENTIALS = 'AIGW1-HMAC-SHA256, Bearer'
const JSON_TYPE = 'application/json; charset=utf-8'
const BROKEN_HEADER = 'A header has a line break or another sign that no header may have.'

interface Conducted {
  answer: Record<string, unknown>
  upstreamMillis: number
}

/** So many answers go out together: the first of them waits a millisecond or two for the last. */
const withOthers = endOfTurn(32)

type Leave = (begunAt: number) => void

/** How much one of them takes. */
interface Bounds {
  bodyBytesMax: number
  tooLarge: Failure
}

interface Door<Route extends string> extends Bounds {
  name: Route
  address: string
}

/** The gateway itself; the ai module is the one that knows it. */
interface AiGateway<Knock, Route extends string> {
  /** Where all its addresses begin. */
  prefix: string
  routes: readonly Door<Route>[]
  /** What is told to one whose headers cannot be read. */
  unauthenticated: Failure
  /** Checks what can be checked before the body is there. */
  knock(request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>): Promise<Knock>
  run(knocked: Knock, route: Route, sent: Sent): Promise<Conducted>
  health(knocked: Knock): Promise<Record<string, string>>
}

interface Sent {
  body: Buffer
  contentType: string
  requestId: string
  isGone(): boolean
}

interface Parts<Knock, Route extends string> {
  gateway: AiGateway<Knock, Route>
  metrics: Metrics
  /** Counts rejected attempts. */
  perAddress: Limiter
}

/**
 * The nine routes for services of our own. Bodies are taken as bytes: they are what was signed. What is answered well is
 * answered before Fastify sees it, which spares a sixth of what a request costs; what fails goes on to Fastify with its
 * failure, and is told like any other.
 */
export function mountAiGateway<Knock, Route extends string>(app: FastifyInstance, parts: Parts<Knock, Route>): void {
  const { gateway, metrics, perAddress } = parts
  const failures = new WeakMap<IncomingMessage, { error: unknown }>()

  async function conducted(raw: IncomingMessage, response: ServerResponse, route: Door<Route>, requestId: string) {
    const knocked = await gateway.knock(raw)
    noteProven(raw)
    const body = await bytesOf(raw, route)
    return await gateway.run(knocked, route.name, sentIn(raw, response, body, requestId))
  }

  async function answer(raw: IncomingMessage, response: ServerResponse, route: Door<Route>, leave: Leave) {
    const begunAt = performance.now()
    const { headers } = raw
    const reqId = requestIdFrom(headers['x-request-id'])
    try {
      const given = await conducted(raw, response, route, reqId)
      await new Promise<void>(withOthers)
      // Who has hung up is told nothing; the call is in the record of calls.
      if (response.destroyed) return
      const elapsedMillis = performance.now() - begunAt
      sendAnswer(response, standingHeaders(reqId), given, elapsedMillis)
      const told = { method: 'POST', route: route.address, status: 200, elapsedMillis }
      noteAnswer(metrics, app.log, { reqId, principal: NOBODY, traceParent: headers.traceparent, ...told })
    } catch (error) {
      if (response.headersSent) return app.log.error({ reqId, err: error }, 'answered, and then failed')
      failures.set(raw, { error })
      headers['x-request-id'] = reqId
      leave(begunAt)
    }
  }

  const doors = new Map(gateway.routes.map((route) => [route.address, route]))
  answerBefore(app, (raw, response, leave) => {
    const { method, url = '' } = raw
    const mark = url.indexOf('?')
    const route = method === 'POST' ? doors.get(mark === -1 ? url : url.slice(0, mark)) : undefined
    if (route && namesOneHost(raw)) void answer(raw, response, route, leave)
    else leave()
  })

  refuseBrokenHeaders(app, parts)

  /** All that fails is told by the error handler below; who was not let in is counted first. */
  async function orRefuse<T>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal && error.failure.status === 401) await limitAddress(perAddress, request, reply)
      throw error
    }
  }

  void app.register(
    async (scope) => {
      // Nothing here is read by Fastify, not even what comes to an address that is not there.
      scope.removeAllContentTypeParsers()
      scope.setErrorHandler((error: FastifyError | Error, request, reply) =>
        sendFailure(request, reply, asRefusal(error)),
      )
      scope.setNotFoundHandler(async (request, reply) => {
        await limitAddress(perAddress, request, reply)
        refuseAddress(request.url, gateway)
      })
      scope.get('/health', (request, reply) =>
        orRefuse(request, reply, async () => gateway.health(await gateway.knock(request.raw))),
      )
      for (const route of gateway.routes) {
        scope.post(`/${route.name}`, {
          // Before Fastify would read the body.
          async onRequest(request, reply) {
            const answer = await orRefuse(request, reply, async () => {
              const failure = failures.get(request.raw)
              if (failure) throw failure.error
              return conducted(request.raw, reply.raw, route, request.id)
            })
            sendAnswer(reply.raw, standingHeaders(request.id), answer, reply.elapsedTime)
            reply.hijack()
          },
          handler: (_request, reply) => reply,
        })
      }
    },
    { prefix: gateway.prefix },
  )
}

function refuseBrokenHeaders<Knock, Route extends string>(
  app: FastifyInstance,
  { gateway, perAddress }: Parts<Knock, Route>,
): void {
  const { unauthenticated } = gateway
  tellBrokenHeaders(app, perAddress, {
    prefix: gateway.prefix,
    refuse: (requestId) => ({
      status: unauthenticated.status,
      headers: { 'www-authenticate': CREDENTIALS, 'content-type': JSON_TYPE, 'cache-control': 'no-store' },
      body: failureText(new Refusal(unauthenticated, { detail: BROKEN_HEADER }), requestId),
    }),
  })
}

function bytesOf(raw: IncomingMessage, { bodyBytesMax, tooLarge }: Bounds): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Of one who has hung up nothing more is heard.
    if (raw.destroyed) return reject(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    if (Number(raw.headers['content-length'] ?? 0) > bodyBytesMax)
      return reject(new Refusal(tooLarge, { unread: true }))
    const chunks: Buffer[] = []
    let sizeBytes = 0
    const take = (chunk: Buffer): void => {
      sizeBytes += chunk.length
      if (sizeBytes <= bodyBytesMax) return void chunks.push(chunk)
      raw.off('data', take).off('end', finish)
      chunks.length = 0
      reject(new Refusal(tooLarge, { unread: true }))
    }
    const finish = (): void => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    if (!raw.complete) return void raw.on('data', take).on('end', finish).on('error', reject)
    // A short one has come together with its headers, and is taken without the listeners that a longer one needs.
    for (let chunk = raw.read() as Buffer | null; chunk; chunk = raw.read() as Buffer | null) take(chunk)
    finish()
  })
}

function sentIn({ headers }: IncomingMessage, response: ServerResponse, body: Buffer, requestId: string): Sent {
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    fail(coreFailures.unsupported_media_type, { detail: 'Send the body uncompressed.' })
  }
  return {
    body,
    contentType: headers['content-type'] ?? '',
    requestId,
    isGone: () => response.destroyed,
  }
}

function sendAnswer(
  response: ServerResponse,
  standing: Record<string, string>,
  { answer, upstreamMillis }: Conducted,
  elapsedMillis: number,
): void {
  const text = JSON.stringify(answer)
  response.writeHead(200, {
    ...standing,
    'x-ai-gateway-overhead-ms': Math.max(0, elapsedMillis - upstreamMillis).toFixed(2),
    'cache-control': 'no-store',
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

/** Says what there is in place of it. */
function refuseAddress(url: string, { prefix, routes }: Pick<AiGateway<never, string>, 'prefix' | 'routes'>): never {
  const path = url.split('?', 1)[0]
  const known = [`${prefix}/health`, ...routes.map(({ address }) => address)]
  if (path !== undefined && known.includes(path)) {
    const allow = path === `${prefix}/health` ? 'GET, HEAD' : 'POST'
    fail(coreFailures.method_not_allowed, { detail: `Ask this address with ${allow}.`, headers: { allow } })
  }
  fail(coreFailures.route_not_found, { detail: `No such address. There are ${known.join(', ')}.` })
}

/** Services of ours read this form, not problem documents. A malformed request is 422 here. */
function sendFailure(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { failure, options } = refusal
  const status = failure.status === 400 ? 422 : failure.status
  noteRefusal(request, reply, refusal, status)
  if (options.headers) reply.headers(options.headers)
  if (status === 401) reply.header('www-authenticate', CREDENTIALS)
  const text = failureText(refusal, request.id)
  reply.code(status).type(JSON_TYPE).header('cache-control', 'no-store')
  return reply.send(options.unread === true ? lingering(request, reply, text) : text)
}

function failureText({ failure, message, options }: Refusal, requestId: string): string {
  const details = { ...options.extra, ...(options.errors && { errors: options.errors }) }
  return JSON.stringify({
    error: { code: failure.code, message, retryable: isRetryable(failure), details },
    request_id: requestId,
  })
}
