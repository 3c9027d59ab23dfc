import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CREDENTIALS_TOPIC } from '#core/bus.ts'
import { sameText } from '#core/crypto.ts'
import { bearerIn } from '#core/bearer.ts'
import { admitPerson } from '#http/admission.ts'
import { mountAgentAccess } from '#http/agent-access.ts'
import { mountAgentStreams } from '#http/agent-stream.ts'
import type { Door } from '#http/mount.ts'
import { accessRoute, streamRoute } from '#modules/agents/agent-routes.ts'
import { giveAccess } from '#modules/agents/durable-access.service.ts'
import { createSessionDoor, type Caller } from '#modules/agents/session-access.service.ts'
import { AccessRequest } from '#modules/agents/session.schema.ts'
import { openStreamHub } from '#modules/agents/stream-hub.ts'
import { openStream } from '#modules/agents/stream-request.service.ts'
import { SessionPath, StreamQuery } from '#modules/agents/stream.schema.ts'
import type { Runtime } from './runtime.ts'

interface Parts extends Door, Pick<Runtime, 'bus' | 'log'> {
  /** Of a backend that acts for people; without it nobody is one. */
  serverKey: string | undefined
  /** Streams of one person. */
  openEachMax: number
}

/** The stream of sessions and the access to it. Answers how many streams are open. */
export function mountAgentSessions(app: FastifyInstance, parts: Parts): () => number {
  const { pool, services, now, admission, places, bus, log, serverKey, openEachMax } = parts
  const door = createSessionDoor({ db: pool, services, now, doorkeeper: admission.doorkeeper })
  const hub = openStreamHub({ pool, bus, log })
  app.addHook('onClose', async () => hub.close())
  const identify = async (token: string | undefined, { headers }: FastifyRequest): Promise<Caller | undefined> =>
    token === undefined ? undefined : door.identify(token, headers.origin)
  const tokenIn = ({ headers }: FastifyRequest): string | undefined => bearerIn(headers.authorization)

  mountAgentAccess(app, {
    route: accessRoute,
    path: SessionPath,
    body: AccessRequest,
    admit: async (request, reply) =>
      serverKey !== undefined && sameText(tokenIn(request) ?? '', serverKey)
        ? 'server'
        : admitPerson(admission, { identify: door.identifyPerson }, request, reply),
    enter: (caller, sessionId) => door.enter(caller, sessionId, 'subscribe'),
    enterFor: (userId, sessionId) =>
      door.enter({ principal: { kind: 'user', userId, sessionId: '' }, expiresAt: now() }, sessionId, 'subscribe'),
    give: (entrance, body) => giveAccess({ db: pool, services, now: now() }, entrance, body),
  })
  return mountAgentStreams(app, {
    route: streamRoute,
    path: SessionPath,
    query: StreamQuery,
    now,
    openEachMax,
    places,
    personOf: ({ principal }: Caller) => principal.userId,
    admit: (request, reply) =>
      admitPerson(admission, { identify: (token) => identify(token, request) }, request, reply),
    identify: (request) => identify(tokenIn(request), request),
    enter: async (caller, sessionId) => (await door.enter(caller, sessionId, 'subscribe')).session,
    open: (session, asked) => openStream(hub, session, asked),
    onRightsChanged(handler) {
      bus.on(CREDENTIALS_TOPIC, handler)
      bus.onGap(handler)
    },
  })
}
