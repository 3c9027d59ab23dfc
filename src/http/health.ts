import type { FastifyInstance, FastifyRequest } from 'fastify'
import { showsSecret } from '#core/bearer.ts'
import { defineFailures, fail } from '#core/errors.ts'
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

const { metrics_forbidden } = defineFailures({
  metrics_forbidden: { status: 403, text: 'Set METRICS_TOKEN and send it as a bearer token.' },
})

const CHECK_MILLIS_MAX = 3000

export function mountHealth(app: FastifyInstance, health: Health): void {
  app.get(healthRoute.path, async () => ({
    status: 'ok',
    version: health.version,
    uptimeSeconds: Math.floor((Date.now() - health.startedAt) / 1000),
  }))

  const check = async (): Promise<(readonly [name: string, state: 'ok' | 'failing'])[]> =>
    Promise.all(
      Object.entries(health.checks).map(async ([name, look]) => {
        try {
          await within(look(), CHECK_MILLIS_MAX, `no answer within ${CHECK_MILLIS_MAX} ms`)
          return [name, 'ok'] as const
        } catch (error) {
          app.log.warn({ err: error, check: name }, 'readiness check failed')
          return [name, 'failing'] as const
        }
      }),
    )
  // Open to everybody and unlimited, so concurrent requests share one check of the database and the storage.
  let underWay: ReturnType<typeof check> | undefined

  app.get(readyRoute.path, async (_request, reply) => {
    const entries = await (underWay ??= check().finally(() => (underWay = undefined)))
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
    if (!mayRead(request, token)) fail(metrics_forbidden)
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token) return showsSecret(request.headers.authorization, token)
  const address = request.socket.remoteAddress ?? ''
  return /^(::1|(::ffff:)?127\.)/.test(address) && request.headers['x-forwarded-for'] === undefined
}
