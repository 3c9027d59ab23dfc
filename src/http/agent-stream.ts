import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import type { HostRoute } from '#core/host-route.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { oneAtATime } from '#core/gathering.ts'
import { parameterReader, refuseAny } from '#core/validate.ts'
import { sendEvents } from './event-stream.ts'
import { answerProblems } from './problems.ts'

const AGE_MILLIS_MAX = 30 * 60_000
/** In one process; each is a connection and a little memory. */
const OPEN_MAX = 20_000
const RETRY_SECONDS = 60

interface Asked {
  readonly query: Record<string, unknown>
  readonly accept: string
  readonly lastEventId: string | undefined
  readonly signal: AbortSignal
}

export interface AgentStreams<Caller extends { expiresAt: Date }, Session> {
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
}

interface OpenStream {
  readonly life: AbortController
  /** Ends it when its reader has no right to it any more. */
  check(): Promise<void>
  release(): void
}

/** The stream of a session of an agent. Answers how many are open. */
export function mountAgentStreams<Caller extends { expiresAt: Date }, Session>(
  app: FastifyInstance,
  parts: AgentStreams<Caller, Session>,
): () => number {
  const open = new Set<OpenStream>()
  // Readers come back with their marks, to another process; whoever stayed would keep this one.
  app.addHook('preClose', async () => open.forEach(({ life }) => life.abort('shutdown')))
  const checkAll = oneAtATime<void>(async () => {
    for (const stream of open) await stream.check()
  })
  parts.onRightsChanged(() => void checkAll())
  const openBy = new Map<string, number>()
  const count = (person: string, more: 1 | -1): void => {
    const left = (openBy.get(person) ?? 0) + more
    if (left > 0) openBy.set(person, left)
    else openBy.delete(person)
  }
  const callers = new WeakMap<FastifyRequest, Caller>()
  const readPath = parameterReader(parts.path)
  const readQuery = parameterReader(parts.query)
  void app.register(async (scope) => {
    answerProblems(scope, 422)
    scope.route({
      method: parts.route.method,
      url: parts.route.path,
      exposeHeadRoute: false,
      onRequest: async (request, reply) => void callers.set(request, await parts.admit(request, reply)),
      async handler(request, reply) {
        const caller = callers.get(request) ?? fail(coreFailures.invalid_token)
        const { values, faults } = readPath(request.params as Record<string, unknown>)
        refuseAny(faults)
        const sessionId = String(values['session_id'])
        const session = await parts.enter(caller, sessionId)
        const asked = readQuery(request.query as Record<string, unknown>)
        refuseAny(asked.faults)
        if (open.size >= OPEN_MAX) fail(coreFailures.unavailable)
        const person = parts.personOf(caller)
        if ((openBy.get(person) ?? 0) >= parts.openEachMax)
          fail(coreFailures.rate_limited, { retryAfterSeconds: RETRY_SECONDS })
        const life = new AbortController()
        const { accept = '', 'last-event-id': lastEventId } = request.headers
        const opened = parts.open(session, {
          query: asked.values,
          accept,
          // Sent twice it is a list, and no event has such an id.
          lastEventId: lastEventId?.toString(),
          signal: life.signal,
        })
        if (!opened) return reply.code(204).send()
        const stream = kept(parts, request, sessionId, life, caller)
        open.add(stream)
        count(person, 1)
        try {
          await sendEvents(reply, life, opened.texts, opened.headers)
        } catch (error) {
          request.log.error({ err: error }, 'a stream broke off')
        } finally {
          open.delete(stream)
          count(person, -1)
          stream.release()
        }
        return reply
      },
    })
  })
  return () => open.size
}

/** A stream that ends when its time is over. */
function kept<Caller extends { expiresAt: Date }, Session>(
  { identify, enter, now }: AgentStreams<Caller, Session>,
  request: FastifyRequest,
  sessionId: string,
  life: AbortController,
  { expiresAt }: Caller,
): OpenStream {
  const timers = [
    setTimeout(() => life.abort('token_expired'), expiresAt.getTime() - now().getTime()),
    setTimeout(() => life.abort('max_age'), AGE_MILLIS_MAX),
  ]
  return {
    life,
    release: () => timers.forEach(clearTimeout),
    async check() {
      try {
        await enter((await identify(request)) ?? fail(coreFailures.invalid_token), sessionId)
      } catch {
        life.abort('access_ended')
      }
    },
  }
}
