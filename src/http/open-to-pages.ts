import type { FastifyInstance } from 'fastify'

const SHOWN = 'Retry-After, X-Request-Id, Idempotency-Replayed, WWW-Authenticate'
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'Accept, Authorization, Content-Type, Idempotency-Key, Last-Event-ID, Traceparent, X-Request-Id',
  'access-control-max-age': '7200',
  vary: 'Access-Control-Request-Headers, Access-Control-Request-Method',
}

/**
 * Lets pages of any site use the addresses under this prefix. The credential is a token that the page itself has to
 * send: a browser adds nothing to it, so a page that has none gets nothing.
 */
export function openToPages(app: FastifyInstance, prefix: string): void {
  app.addHook('onRequest', ({ method, url, headers }, reply, done) => {
    if (!url.startsWith(`${prefix}/`)) return done()
    reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': SHOWN })
    const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
    if (isPreflight) void reply.headers(PREFLIGHT).code(204).send()
    else done()
  })
}
