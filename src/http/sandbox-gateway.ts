import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import type { HostRoute } from '#core/host-route.ts'
import { bodyValidator, refuseAny } from '#core/validate.ts'
import { admitting } from '#core/late-body.ts'
import { answerProblems } from './problems.ts'

export interface SandboxGateway<Program, Body> {
  readonly route: HostRoute
  readonly body: TObject
  /** Which run this is for; refuses every other credential, and a run that is not running. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<Program>
  run(program: Program, body: Body): Promise<object>
}

/** Programs in sandboxes call tools here, and have no other way out. What is malformed is 422. */
export function mountSandboxGateway<Program extends object, Body>(
  app: FastifyInstance,
  gateway: SandboxGateway<Program, Body>,
): void {
  const { onRequest, callerOf } = admitting((request: FastifyRequest, reply: FastifyReply) =>
    gateway.admit(request, reply),
  )
  const faultsIn = bodyValidator(gateway.body)
  void app.register(async (scope) => {
    answerProblems(scope, 422)
    scope.route({
      method: gateway.route.method,
      url: gateway.route.path,
      onRequest,
      async handler(request, reply) {
        const program = await callerOf(request, reply)
        refuseAny(faultsIn(request.body))
        reply.header('cache-control', 'no-store')
        // The validator has just said so.
        return gateway.run(program, request.body as Body)
      },
    })
  })
}
