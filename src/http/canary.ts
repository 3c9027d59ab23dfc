import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { sameText } from '#core/crypto.ts'
import { one, type Pool } from '#core/db.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { sql } from '#core/sql.ts'
import { bodyValidator, refuseAny } from '#core/validate.ts'
import { canaryRoute, Heartbeat } from './health-routes.ts'
import { answerProblems } from './problems.ts'

/** An outside monitor proves that it lives, and so that we can be reached; the newest heartbeat of each source is kept. */
export function mountCanary(app: FastifyInstance, pool: Pool, secret: string | undefined): void {
  const faultsIn = bodyValidator(Heartbeat)
  void app.register(async (scope) => {
    answerProblems(scope, 422)
    scope.route({
      method: canaryRoute.method,
      url: canaryRoute.path,
      onRequest: async (request) => {
        if (!secret) request.log.warn({ setting: 'CANARY_SECRET' }, 'a heartbeat was refused: the setting is missing')
        if (!secret || !sameText(request.headers.authorization ?? '', `Bearer ${secret}`))
          fail(coreFailures.invalid_token)
      },
      handler: async (request) => {
        refuseAny(faultsIn(request.body))
        const { timestamp, source = 'default' } = request.body as Static<typeof Heartbeat>
        return one(
          pool,
          sql`
          insert into canaries (source, heartbeat_at, received_at) values (${source}, ${timestamp}, ${new Date()})
          on conflict (source) do update set heartbeat_at = excluded.heartbeat_at, received_at = excluded.received_at
          returning source, heartbeat_at as timestamp, received_at as "receivedAt"`,
        )
      },
    })
  })
}
