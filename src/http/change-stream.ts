import { decodeJwt } from 'jose'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CREDENTIALS_TOPIC, type Bus } from '#core/bus.ts'
import type { ChangeHub, News } from '#core/change-hub.ts'
import { coreFailures, fail } from '#core/errors.ts'
import type { Operation } from '#core/operation.ts'
import type { Principal } from '#core/principal.ts'
import { bearerIn } from '#core/bearer.ts'
import { admit, type Admission } from './admission.ts'
import { openStreams } from './open-streams.ts'
import type { StreamPlaces } from './stream-places.ts'

export interface ChangeStreamParts {
  hub: ChangeHub
  bus: Bus
  admission: Admission
  places: StreamPlaces
  now(): Date
  /** Says who may read; it has no other part in this. */
  operation: Operation
  /** Whether the person may know of a change of this type. */
  sees(principal: Principal, type: string): boolean
}

interface Reader {
  /** As the last check found them. */
  principal: Principal
}

/** What changes in a workspace, for open consoles: one stream, of small notes. Answers how many are open. */
export function mountChangeStream(app: FastifyInstance, parts: ChangeStreamParts): () => number {
  const { admission, bus, operation, places } = parts
  const streams = openStreams(app, { places })
  bus.on(CREDENTIALS_TOPIC, streams.checkAll)
  bus.onGap(streams.checkAll)
  app.route({
    method: 'GET',
    url: `/api/app/v1${operation.path}`,
    exposeHeadRoute: false,
    onRequest: (request, reply) => admit(admission, operation, request, reply),
    async handler(request, reply) {
      const reader: Reader = { principal: request.principal }
      const who = {
        principal: request.principal,
        workspaceId: workspaceOf(request),
        millisLeft: millisLeft(request, parts.now()),
        check: async () => void (reader.principal = await readerNow(admission, request)),
      }
      return streams.serve(request, reply, who, ({ signal }) => ({ texts: textsOf(parts, request, reader, signal) }))
    },
  })
  return streams.size
}

/** Refuses when they may read no longer. */
async function readerNow({ doorkeeper }: Admission, request: FastifyRequest): Promise<Principal> {
  const token = bearerIn(request.headers.authorization) ?? ''
  const principal = (await doorkeeper.identify(token)) ?? fail(coreFailures.invalid_token)
  return doorkeeper.enter(principal, workspaceOf(request))
}

async function* textsOf(
  { hub, sees }: ChangeStreamParts,
  request: FastifyRequest,
  reader: Reader,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for await (const news of hub.follow(workspaceOf(request), markIn(request), signal)) {
    yield textOf(news, (type) => sees(reader.principal, type))
  }
}

function textOf(news: News, sees: (type: string) => boolean): string {
  if (news.kind !== 'changes') return `id: ${news.mark}\nevent: ${news.kind}\ndata: {}\n\n`
  const seen = news.changes.filter(({ type }) => sees(type))
  // The mark moves on over what is not for this person, or they would be asked to catch up with it for ever.
  if (seen.length === 0) return `id: ${news.changes.at(-1)?.id}\nevent: ready\ndata: {}\n\n`
  return seen
    .map(({ id, type, subject }) => `id: ${id}\nevent: change\ndata: ${JSON.stringify({ type, ...subject })}\n\n`)
    .join('')
}

function workspaceOf(request: FastifyRequest): string {
  return (request.params as { workspaceId: string }).workspaceId
}

/** Anything that is no number of ours: as if it were unknown, and so everything is asked for anew. */
function markIn({ headers }: FastifyRequest): number | undefined {
  const sent = headers['last-event-id']
  if (sent === undefined) return undefined
  return /^\d{1,15}$/.test(String(sent)) ? Number(sent) : -1
}

/** The token was found good; it says itself until when. */
function millisLeft({ headers }: FastifyRequest, now: Date): number {
  const { exp = 0 } = decodeJwt(bearerIn(headers.authorization) ?? '')
  return Math.max(0, exp * 1000 - now.getTime())
}
