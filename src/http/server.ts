import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { coreFailures, fail, Refusal } from '#core/errors.ts'
import { principalId } from '#core/principal.ts'
import type { Limiter } from '#core/ratelimit.ts'
import { answerUnreadable } from './client-errors.ts'
import { closeUnused, refuseWhileClosing } from './closing.ts'
import { countRefusals, limited } from './count-refusals.ts'
import type { Metrics } from './metrics.ts'
import { acceptJson } from './encoding.ts'
import { maxHeaderSize } from './node-http.ts'
import { refuseOddRequests } from './odd-requests.ts'
import { answerProblems, noteRefusal, sendProblem } from './problems.ts'
import { parseQuery } from './query.ts'
import { requestIdFrom } from './request-id.ts'
import { requestLog } from './request-log.ts'
import { begunEarlierMillis } from './shortcut.ts'

export const API_CONTRACT = '1.4.0'
const HSTS = 'max-age=31536000'
const BODY_BYTES_MAX = 1_048_576
const TRACE_PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

export interface ServerOptions {
  logger: FastifyServerOptions['loggerInstance']
  trustProxy: FastifyServerOptions['trustProxy']
  metrics: Metrics
  /** Limits requests without a valid credential. */
  perAddress: Limiter
  /** The public URLs of this server. */
  urls?: readonly string[]
}

/** Fastify with what every route shares; the routes are mounted on it. */
export function createServer({ logger, trustProxy, metrics, perAddress, urls = [] }: ServerOptions): FastifyInstance {
  // Browsers ignore HSTS over plain HTTP. It leaves out subdomains: the operator's other hosts are not ours to change.
  const secure = urls.some((url) => url.startsWith('https:')) ? { 'strict-transport-security': HSTS } : {}
  const app = Fastify({
    loggerInstance: logger,
    childLoggerFactory: requestLog,
    // One line per answer is written below; Fastify's own two would carry the address, which may hold a token.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy,
    bodyLimit: BODY_BYTES_MAX,
    // A photo over one bar of signal takes minutes. Headers still have one minute.
    requestTimeout: 300_000,
    // A missing Host header is refused below, with a request id.
    http: { headersTimeout: 60_000, requireHostHeader: false },
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Fastify would refuse what a door has begun with too, and lose its failure: see refuseWhileClosing.
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable(perAddress),
    // Node reads no longer address than this: what a part of it may be is for its route to say.
    routerOptions: { maxParamLength: maxHeaderSize, querystringParser: parseQuery },
    genReqId: (request) => requestIdFrom(request.headers['x-request-id']),
    // An address that cannot be read has no route, so no hook runs for it.
    frameworkErrors: (_error, raw, rawReply) => {
      const [request, reply] = [raw as FastifyRequest, rawReply as FastifyReply]
      reply.headers({ ...standingHeaders(request.id), ...secure })
      void limited(perAddress, request, reply).then((refusal = new Refusal(coreFailures.route_not_found)) => {
        noteRefusal(request, reply, refusal, refusal.failure.status)
        return sendProblem(request, reply, refusal, refusal.failure.status)
      })
    },
  })
  app.decorateRequest('principal')
  app.removeAllContentTypeParsers()
  acceptJson(app, ['application/json'])
  app.addHook('onRequest', (request, reply, done) => {
    request.principal = { kind: 'nobody' }
    reply.headers({ ...standingHeaders(request.id), ...secure })
    done()
  })
  refuseOddRequests(app, perAddress)
  refuseWhileClosing(app)
  countRefusals(app, perAddress)
  app.addHook('onResponse', (request, reply, done) => {
    noteAnswer(metrics, app.log, {
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      workspaceId: (request.params as { workspaceId?: string } | undefined)?.workspaceId,
      status: reply.statusCode,
      elapsedMillis: begunEarlierMillis(request.raw) ?? reply.elapsedTime,
      principal: request.principal,
      traceParent: request.headers.traceparent,
    })
    done()
  })
  answerProblems(app)
  closeUnused(app)
  return app
}

interface Answered {
  reqId: string
  method: string
  route: string
  workspaceId?: string | undefined
  status: number
  elapsedMillis: number
  principal: FastifyRequest['principal']
  traceParent: string | string[] | undefined
}

/** One number and one line for each answer. */
export function noteAnswer(metrics: Metrics, log: FastifyBaseLogger, answered: Answered): void {
  const { reqId, method, route, workspaceId, status, elapsedMillis, traceParent } = answered
  metrics.request(method, route, status, elapsedMillis / 1000)
  const millis = Math.round(elapsedMillis * 10) / 10
  const principal = principalId(answered.principal).replace(':', ' ')
  const traceId = traceIdIn(traceParent)
  log.info({ reqId, workspaceId, method, route, status, millis, principal, traceId }, 'request')
}

/** On every answer. */
export function standingHeaders(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId, 'x-api-contract': API_CONTRACT, 'x-content-type-options': 'nosniff' }
}

/** Unknown addresses, and known ones asked with a method they do not have. Call it before any route is there. */
export function answerUnknown(
  app: FastifyInstance,
  limit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  const routes: { method: string; pattern: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    const path = url
      .replaceAll('.', String.raw`\.`)
      .replace(/:\w+/g, '[^/]+')
      .replace('*', '.*')
    for (const verb of [method].flat()) routes.push({ method: verb, pattern: new RegExp(`^${path}$`) })
  })
  app.setNotFoundHandler(async (request, reply) => {
    await limit(request, reply)
    const path = request.url.split('?', 1)[0] ?? ''
    const methodsAt = (place: string): string[] =>
      routes.filter(({ pattern }) => pattern.test(place)).map(({ method }) => method)
    const allowed = methodsAt(path)
    if (allowed.length === 0) {
      const twin = onOtherSurface(path)
      const isThere = twin !== undefined && methodsAt(twin).length > 0
      fail(
        coreFailures.route_not_found,
        isThere
          ? {
              detail: `No such address. What you mean is at ${twin}${isConsole(twin) ? ', for people who are signed in' : ''}.`,
            }
          : {},
      )
    }
    fail(coreFailures.method_not_allowed, { headers: { allow: [...new Set(allowed)].join(', ') } })
  })
}

const isConsole = (path: string): boolean => path.startsWith('/api/app/')

/** The public API and that of the console stand beside each other, and what is at the one is easily looked for at the other. */
function onOtherSurface(path: string): string | undefined {
  const [, app, rest] = /^\/api\/(app\/)?(v1\/.+)$/.exec(path) ?? []
  return rest === undefined ? undefined : `/api/${app === undefined ? 'app/' : ''}${rest}`
}

function traceIdIn(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? TRACE_PARENT.exec(header)?.[1] : undefined
}
