import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import type { HostRoute } from '#core/host-route.ts'
import { bodyValidator, parameterReader, refuseAny } from '#core/validate.ts'
import { admitting } from '#core/late-body.ts'
import { answerProblems } from './problems.ts'

export interface AgentAccess<Caller, Entrance> {
  readonly route: HostRoute
  readonly path: TObject
  readonly body: TObject
  /** Who this is, or that it is a backend that acts for people; refuses, after counting the attempt. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<Caller | 'server'>
  /** The session, for whoever may see it; refuses everybody else. */
  enter(caller: Caller, sessionId: string): Promise<Entrance>
  /** The same for the person whom the backend names. */
  enterFor(userId: string, sessionId: string): Promise<Entrance>
  give(entrance: Entrance, body: Record<string, unknown>): Promise<object>
}

/** A person's browser, or the backend behind it, asks for what it takes to follow a session. */
export function mountAgentAccess<Caller extends object, Entrance>(
  app: FastifyInstance,
  parts: AgentAccess<Caller, Entrance>,
): void {
  const { onRequest, callerOf } = admitting((request: FastifyRequest, reply: FastifyReply) =>
    parts.admit(request, reply),
  )
  const readPath = parameterReader(parts.path)
  const faultsIn = bodyValidator(parts.body)

  function bodyOf(request: FastifyRequest): Record<string, unknown> {
    const body = request.body ?? {}
    refuseAny(faultsIn(body))
    return body as Record<string, unknown>
  }

  async function entranceOf(request: FastifyRequest, reply: FastifyReply, sessionId: string): Promise<Entrance> {
    const caller = await callerOf(request, reply)
    if (caller !== 'server') return parts.enter(caller, sessionId)
    const { user_id: userId } = bodyOf(request)
    const missing = { pointer: '/user_id', code: 'required', message: 'Say for whom.' }
    if (typeof userId !== 'string') refuseAny([missing])
    return parts.enterFor(String(userId), sessionId)
  }

  void app.register(async (scope) => {
    answerProblems(scope, 422)
    scope.route({
      method: parts.route.method,
      url: parts.route.path,
      onRequest,
      async handler(request, reply) {
        const { values, faults } = readPath(request.params as Record<string, unknown>)
        refuseAny(faults)
        const entrance = await entranceOf(request, reply, String(values['session_id']))
        const body = bodyOf(request)
        reply.header('cache-control', 'no-store')
        return parts.give(entrance, body)
      },
    })
  })
}
