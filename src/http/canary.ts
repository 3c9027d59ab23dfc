import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { showsSecret } from '#core/bearer.ts'
import type { Heartbeat as Beat } from '#core/canaries.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { bodyValidator, refuseAny } from '#core/validate.ts'
import { canaryRoute, Heartbeat } from './health-routes.ts'
import { answerProblems } from './problems.ts'

interface CanaryParts {
  /** Without one every heartbeat is refused. */
  secret: string | undefined
  keep(beat: Beat): Promise<unknown>
}

/** An outside monitor proves that it lives, and so that we can be reached; the newest heartbeat of each source is kept. */
export function mountCanary(app: FastifyInstance, { secret, keep }: CanaryParts): void {
  const faultsIn = bodyValidator(Heartbeat)
  void app.register(async (scope) => {
    answerProblems(scope, 422)
    scope.route({
      method: canaryRoute.method,
      url: canaryRoute.path,
      onRequest: async (request) => {
        if (!secret) request.log.warn({ setting: 'CANARY_SECRET' }, 'a heartbeat was refused: the setting is missing')
        if (!secret || !showsSecret(request.headers.authorization, secret)) fail(coreFailures.invalid_token)
      },
      handler: async (request) => {
        refuseAny(faultsIn(request.body))
        const { timestamp, source = 'default' } = request.body as Static<typeof Heartbeat>
        return keep({ source, timestamp })
      },
    })
  })
}
