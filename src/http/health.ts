import type { FastifyInstance, FastifyRequest } from 'fastify'
import { showsSecret } from '#core/bearer.ts'
import { within } from '#core/within.ts'
import { healthRoute, readyRoute } from './health-routes.ts'
import type { Metrics } from './metrics.ts'

export interface Health {
  version: string
  startedAt: number
  /** Each throws when its part does not work. */
  checks: Record<string, () => Promise<void>>
  isDraining(): boolean
}

const CHECK_MILLIS_MAX = 3000

export function mountHealth(app: FastifyInstance, health: Health): void {
  app.get(healthRoute.path, async () => ({
    status: 'ok',
    version: health.version,
    uptimeSeconds: Math.floor((Date.now() - health.startedAt) / 1000),
  }))

  app.get(readyRoute.path, async (request, reply) => {
    const entries = await Promise.all(
      Object.entries(health.checks).map(async ([name, check]) => {
        try {
          await within(check(), CHECK_MILLIS_MAX, `no answer within ${CHECK_MILLIS_MAX} ms`)
          return [name, 'ok'] as const
        } catch (error) {
          request.log.warn({ err: error, check: name }, 'readiness check failed')
          return [name, 'failing'] as const
        }
      }),
    )
    const draining = health.isDraining()
    const ready = !draining && entries.every(([, state]) => state === 'ok')
    if (!ready) reply.code(503).header('retry-after', '2')
    reply.header('cache-control', 'no-store')
    return { status: draining ? 'draining' : ready ? 'ready' : 'failing', checks: Object.fromEntries(entries) }
  })
}

/** Without a token the numbers are for this machine only, and not for what a proxy on it passes on. */
export function mountMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token))
      return reply.code(403).type('text/plain').send('Set METRICS_TOKEN and send it as a bearer token.\n')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token) return showsSecret(request.headers.authorization, token)
  const address = request.socket.remoteAddress ?? ''
  return /^(::1|(::ffff:)?127\.)/.test(address) && request.headers['x-forwarded-for'] === undefined
}
