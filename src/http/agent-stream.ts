import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import type { HostRoute } from '#core/host-route.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { parameterReader, refuseAny } from '#core/validate.ts'
import { admitting } from '#core/late-body.ts'
import type { Principal } from '#core/principal.ts'
import { openStreams } from './open-streams.ts'
import { answerProblems } from './problems.ts'
import type { StreamPlaces } from './stream-places.ts'

interface Asked {
  readonly query: Record<string, unknown>
  readonly accept: string
  readonly lastEventId: string | undefined
  readonly signal: AbortSignal
}

interface AnyCaller {
  expiresAt: Date
  principal: Principal
}

export interface AgentStreams<Caller extends AnyCaller, Session extends { workspaceId: string }> {
  readonly route: HostRoute
  readonly path: TObject
  readonly query: TObject
  /** Who this is; refuses, after counting the attempt. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<Caller>
  /** The same once more, while the stream is open. */
  identify(request: FastifyRequest): Promise<Caller | undefined>
  /** The session, for whoever may see it; refuses everybody else. */
  enter(caller: Caller, sessionId: string): Promise<Session>
  /** Undefined when there is nothing to stream. */
  open(
    session: Session,
    asked: Asked,
  ): { texts: AsyncIterable<string | Buffer>; headers: Record<string, string> } | undefined
  /** Calls when somebody may have lost what they were allowed to do. */
  onRightsChanged(handler: () => void): void
  now(): Date
  personOf(caller: Caller): string
  /** Of one person. */
  readonly openEachMax: number
  readonly places: StreamPlaces
}

/** The stream of a session of an agent. Answers how many are open. */
export function mountAgentStreams<Caller extends AnyCaller, Session extends { workspaceId: string }>(
  app: FastifyInstance,
  parts: AgentStreams<Caller, Session>,
): () => number {
  const streams = openStreams(app, { places: parts.places, openEachMax: parts.openEachMax })
  parts.onRightsChanged(streams.checkAll)
  const { onRequest, callerOf } = admitting((request: FastifyRequest, reply: FastifyReply) =>
    parts.admit(request, reply),
  )
  const readPath = parameterReader(parts.path)
  const readQuery = parameterReader(parts.query)
  void app.register(async (scope) => {
    answerProblems(scope, 422)
    scope.route({
      method: parts.route.method,
      url: parts.route.path,
      exposeHeadRoute: false,
      onRequest,
      async handler(request, reply) {
        const caller = await callerOf(request, reply)
        const { values, faults } = readPath(request.params as Record<string, unknown>)
        refuseAny(faults)
        const sessionId = String(values['session_id'])
        const session = await parts.enter(caller, sessionId)
        const asked = readQuery(request.query as Record<string, unknown>)
        refuseAny(asked.faults)
        const { accept = '', 'last-event-id': lastEventId } = request.headers
        const reader = {
          principal: caller.principal,
          workspaceId: session.workspaceId,
          person: parts.personOf(caller),
          millisLeft: caller.expiresAt.getTime() - parts.now().getTime(),
          check: async () =>
            parts.enter((await parts.identify(request)) ?? fail(coreFailures.invalid_token), sessionId),
        }
        return streams.serve(request, reply, reader, ({ signal }) =>
          // If sent twice, this is an array; as a string it matches no event id.
          parts.open(session, { query: asked.values, accept, lastEventId: lastEventId?.toString(), signal }),
        )
      },
    })
  })
  return streams.size
}
